// Finished tasks, saved on the device: ids by game.

import { countOf, unionOfLists } from '../../kernel/lists';
import { load, onSavedElsewhere, save } from '../../kernel/storage';

type Done = Record<string, string[]>;

const key = 'lessons';

function check(x: unknown): Done | null {
	if (typeof x !== 'object' || x === null || Array.isArray(x)) return null;
	const lists = Object.values(x);
	const sound = lists.every((list) => Array.isArray(list) && list.every((id) => typeof id === 'string'));
	return sound ? (x as Done) : null;
}

let done = $state.raw<Done>(load(key, check, {}));

/** The ids of the finished tasks of a game; reactive. */
export function doneTasks(game: string): string[] {
	return done[game] ?? [];
}

export function markDone(game: string, id: string): void {
	if (doneTasks(game).includes(id)) return;
	// Another tab may have finished others in the meantime.
	done = unionOfLists(unionOfLists(load(key, check, {}), done), { [game]: [id] });
	save(key, done);
}

onSavedElsewhere(key, () => {
	const theirs = load(key, check, {});
	done = unionOfLists(theirs, done);
	if (countOf(done) > countOf(theirs)) save(key, done);
});
