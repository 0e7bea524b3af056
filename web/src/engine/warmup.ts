import type { Rules } from './client';
import type { Picks } from './protocol';

/**
 * Makes every request that players will make, once per game. Browsers compile a
 * function of the module on its first call, which takes several frames; later calls
 * take less than one.
 */
export async function warmUpRules(rules: Rules): Promise<void> {
	for (const game of await rules.games()) {
		const { text, moves } = await rules.position(game.id, '');
		const move = moves[0];
		if (!move) continue;
		const picks: Picks = {};
		for (const { id } of game.slots) {
			await rules.refusals(game.id, text, picks);
			await rules.preview(game.id, text, picks);
			const value = move.picks[id];
			if (value !== undefined) picks[id] = value;
		}
		await rules.match({ game: game.id, start: '', moves: [move.text], players: [], closing: null });
	}
}
