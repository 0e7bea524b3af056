/** The lines of a text without those that were sent: somebody may type on until the server answers. */
export function typedSince(sent: string, now: string): string {
	const done = new Set(sent.split('\n'));
	const left = now.split('\n').filter((line) => line.trim() === '' || !done.has(line));
	return left.join('\n').trimStart();
}
