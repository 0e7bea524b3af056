import type { Rules } from './client';
import type { Picks } from './protocol';

/** How long a request waits for a busy page, in milliseconds. */
const longest = 1000;
/** How long it waits in browsers that do not tell when they are idle. */
const usual = 50;

function untilIdle(): Promise<void> {
	return new Promise((resolve) => {
		if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longest });
		else setTimeout(resolve, usual);
	});
}

/**
 * Makes every request that players will make, once per game. Browsers compile a
 * function of the module on its first call, which takes several frames; later calls
 * take less than one. Each waits until the page is idle, because the requests of the page, and drawing
 * it, come first.
 */
export async function warmUpRules(rules: Rules, idle = untilIdle): Promise<void> {
	for (const game of await rules.games()) {
		await idle();
		const { text, moves } = await rules.position(game.id, '');
		const move = moves[0];
		if (!move) continue;
		const picks: Picks = {};
		for (const { id } of game.slots) {
			await idle();
			await rules.refusals(game.id, text, picks);
			await idle();
			await rules.preview(game.id, text, picks);
			const value = move.picks[id];
			if (value !== undefined) picks[id] = value;
		}
		await idle();
		await rules.match({ game: game.id, start: '', moves: [move.text], players: [], closing: null });
	}
}
