import type { Rules } from './client';
import type { Picks } from './protocol';

/**
 * Goes through what players will ask for, once in every game. Browsers compile
 * a function of the module when it is first called, which takes several frames;
 * after this the answers come within one.
 */
export async function practise(rules: Rules): Promise<void> {
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
