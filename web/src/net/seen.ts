// What the server has acknowledged. The next request may reach another server, which may
// not have heard of it yet: with the number of the last event, it looks first.

/** Tables that were used last, with the numbers of their last known events. */
const seen = new Map<string, number>();
const remembered = 50;

/** Takes note of an answer, if it says where a command took effect. */
export function noteAnswer(answer: unknown): void {
	const { table, seq } = (answer ?? {}) as { table?: unknown; seq?: unknown };
	if (typeof table !== 'string' || typeof seq !== 'number' || seq <= (seen.get(table) ?? 0)) return;
	seen.delete(table);
	seen.set(table, seq);
	for (const oldest of seen.keys()) {
		if (seen.size <= remembered) break;
		seen.delete(oldest);
	}
}

/** The path of a request that reads a table, with what is known of it. */
export function withSeen(path: string): string {
	const table = /^tables\/([^/?]+)(?:\/events|\/record)?$/.exec(path)?.[1];
	const seq = table === undefined ? undefined : seen.get(table);
	return seq === undefined ? path : `${path}?seen=${seq}`;
}
