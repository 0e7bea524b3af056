// Finished tasks and guided games, saved on the device: stars by game and id.

import { load, onSavedElsewhere, save } from '../../kernel/storage';

/** How well something was done: 3 without help, 1 with a lot of it. */
export type Stars = 1 | 2 | 3;

export type Done = Record<string, Record<string, Stars>>;

/** The id under which the guided first game is kept, beside those of the tasks. */
export const guidedTask = 'first-game';

const key = 'lessons';

/** Before there were stars, finished tasks were a list. */
function starsOf(x: unknown): Record<string, Stars> | null {
	if (Array.isArray(x))
		return Object.fromEntries(x.filter((id) => typeof id === 'string').map((id) => [id, 1]));
	if (typeof x !== 'object' || x === null) return null;
	return Object.fromEntries(
		Object.entries(x).filter((entry): entry is [string, Stars] => [1, 2, 3].includes(entry[1])),
	);
}

/** Reads what was saved or sent; null if it is damaged. */
export function checkDone(x: unknown): Done | null {
	if (typeof x !== 'object' || x === null || Array.isArray(x)) return null;
	const found: Done = {};
	for (const [game, list] of Object.entries(x)) {
		const stars = starsOf(list);
		if (stars === null) return null;
		found[game] = stars;
	}
	return found;
}

/** The most stars of either. */
export function bestOf(a: Done, b: Done): Done {
	const best: Done = {};
	for (const game of new Set([...Object.keys(a), ...Object.keys(b)])) {
		const stars = { ...a[game] };
		for (const [id, n] of Object.entries(b[game] ?? {})) stars[id] = Math.max(n, stars[id] ?? 1) as Stars;
		best[game] = stars;
	}
	return best;
}

function sumOf(done: Done): number {
	return Object.values(done)
		.flatMap((list) => Object.values(list))
		.reduce((sum, stars) => sum + stars, 0);
}

let done = $state.raw<Done>(load(key, checkDone, {}));
const listeners = new Set<() => void>();

/** Everything that is done; reactive. */
export function allDone(): Done {
	return done;
}

/** The ids of what is done of a game; reactive. */
export function doneTasks(game: string): string[] {
	return Object.keys(done[game] ?? {});
}

/** The stars of a task; 0 if it is not done. Reactive. */
export function starsFor(game: string, id: string): Stars | 0 {
	return done[game]?.[id] ?? 0;
}

/** Adds what was done here or elsewhere; nothing gets lost. */
export function mergeDone(more: Done): void {
	// Another tab may have finished others in the meantime.
	const merged = bestOf(bestOf(load(key, checkDone, {}), done), more);
	if (sumOf(merged) === sumOf(done)) return;
	done = merged;
	save(key, done);
}

export function markDone(game: string, id: string, stars: Stars): void {
	if (starsFor(game, id) >= stars) return;
	mergeDone({ [game]: { [id]: stars } });
	for (const changed of listeners) changed();
}

/** Calls a function when something is done on this page. Returns how to stop that. */
export function onDone(changed: () => void): () => void {
	listeners.add(changed);
	return () => listeners.delete(changed);
}

onSavedElsewhere(key, () => {
	const theirs = load(key, checkDone, {});
	done = bestOf(theirs, done);
	if (sumOf(done) > sumOf(theirs)) save(key, done);
});
