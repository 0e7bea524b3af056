/** Random hexadecimal digits. crypto.randomUUID is not available on plain HTTP, which servers on a home network use. */
export function randomID(bytes: number): string {
	const random = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
