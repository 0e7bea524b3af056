// The server's clocks as a page shows them. The server says what each seat has
// left and since when it waits for the seat to move; what has passed since then
// is counted here, by the server's time.

import type { Clock } from '../../net/types';

const day = 86_400_000;
/** A difference beyond this is no delay of a message: a clock was set, or the device slept. */
const jump = 2_000;

/** The server's time, as far as its messages tell it. */
export class ServerTime {
	#offset: number | null = null;
	#now: () => number;

	/** `now` is the device's time in milliseconds. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** A message has come that the server sent at a time. The one that was fastest tells it best. */
	heard(at: number): void {
		const offset = at - this.#now();
		const known = this.#offset;
		this.#offset = known === null || Math.abs(offset - known) > jump ? offset : Math.max(offset, known);
	}

	get now(): number {
		return this.#now() + (this.#offset ?? 0);
	}
}

/**
 * What a seat has left at a time of the server, in milliseconds; null where it
 * has no clock. With days a move only the seat to move has one.
 */
export function remaining(
	clock: Clock | null,
	seat: number,
	toMove: number | null,
	now: number,
): number | null {
	if (clock === null) return null;
	const left = clock.days ? (seat === toMove ? clock.days * day : undefined) : clock.left_ms?.[seat];
	if (left === undefined) return null;
	const runs = clock.counts && seat === toMove;
	return Math.max(0, left - (runs ? Math.max(0, now - clock.since) : 0));
}

/** A span of at least a day in whole days and hours. */
export function daysAndHours(milliseconds: number): { days: number; hours: number } | null {
	if (milliseconds < day) return null;
	const hours = Math.floor(milliseconds / 3_600_000);
	return { days: Math.floor(hours / 24), hours: hours % 24 };
}
