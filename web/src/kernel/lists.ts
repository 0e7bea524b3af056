// Lists of ids by name, such as the solved puzzles by game.

export type Lists = Record<string, string[]>;

/** Everything in either, without repetition, in the order of the first. */
export function unionOfLists(a: Lists, b: Lists): Lists {
	const union = { ...a };
	for (const [name, ids] of Object.entries(b)) union[name] = [...new Set([...(a[name] ?? []), ...ids])];
	return union;
}

/** The number of ids. */
export function countOf(lists: Lists): number {
	return Object.values(lists).reduce((sum, ids) => sum + ids.length, 0);
}
