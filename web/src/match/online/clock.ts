// The server's clocks. The server says how much time each seat has left and since when
// the seat to move has been on turn; the time since then is counted here, by the
// server's time.

import type { Clock } from '../../net/types';

const day = 86_400_000;
/** A larger difference is not network delay: a clock was set, or the device slept. */
const jump = 2_000;

/** An estimate of the server's time from its messages. */
export class ServerTime {
	#offset: number | null = null;
	#now: () => number;

	/** `now` is the device's time in milliseconds. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** A message arrived that the server sent at this time. The fastest one is the most accurate. */
	sync(at: number): void {
		const offset = at - this.#now();
		const known = this.#offset;
		this.#offset = known === null || Math.abs(offset - known) > jump ? offset : Math.max(offset, known);
	}

	get now(): number {
		return this.#now() + (this.#offset ?? 0);
	}
}

/**
 * The time a seat has left at a server time, in milliseconds; null without a clock.
 * With days per move only the seat to move has one.
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

/** At least a day, as whole days and hours. */
export function daysAndHours(milliseconds: number): { days: number; hours: number } | null {
	if (milliseconds < day) return null;
	const hours = Math.floor(milliseconds / 3_600_000);
	return { days: Math.floor(hours / 24), hours: hours % 24 };
}
