// Local days as text, such as "2026-11-15".

const milliseconds = 86_400_000;

/** The local day. */
export function today(now = new Date()): string {
	return text(now.getTime() - now.getTimezoneOffset() * 60_000);
}

/** The days from the first to the second; NaN for invalid ones. */
export function daysBetween(first: string, second: string): number {
	return (Date.parse(second) - Date.parse(first)) / milliseconds;
}

function text(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
