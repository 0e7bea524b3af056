// Days as texts such as "2026-11-15", by the calendar of the device.

const milliseconds = 86_400_000;

/** The day that it is here. */
export function today(now = new Date()): string {
	return text(now.getTime() - now.getTimezoneOffset() * 60_000);
}

/** How many days lie between two, from the first to the second; NaN for what is no day. */
export function daysBetween(first: string, second: string): number {
	return (Date.parse(second) - Date.parse(first)) / milliseconds;
}

function text(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
