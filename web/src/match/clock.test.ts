import { expect, it } from 'vitest';
import { afterMove, clockText, newClock, rewind, timeLeft, unchangedFor } from './clock';

it('charges the player to move and adds the increment', () => {
	const clock = { ...newClock({ minutes: 1, increment: 2 }, 2), spent: 5000 };
	expect([timeLeft(clock, 0, 0), timeLeft(clock, 1, 0)]).toEqual([55_000, 60_000]);
	const next = afterMove(clock, 0);
	expect(next.times.at(-1)).toEqual([57_000, 60_000]);
	expect(next.spent).toBe(0);
	// Whatever was spent on the next move, too, is given back.
	expect(rewind({ ...next, spent: 700 }, 0)).toEqual(newClock({ minutes: 1, increment: 2 }, 2));
});

it('never shows less than zero', () => {
	const clock = { ...newClock({ minutes: 1, increment: 0 }, 2), spent: 61_000 };
	expect(timeLeft(clock, 0, 0)).toBe(0);
});

it('reads like a clock, with tenths in the last seconds', () => {
	expect([3_900_000, 300_000, 299_001, 60_000, 10_000, 9950, 1, 0].map(clockText)).toEqual([
		'1:05:00',
		'5:00',
		'5:00',
		'1:00',
		'0:10',
		'10.0',
		'0.1',
		'0.0',
	]);
});

it('knows when it looks different next', () => {
	expect([300_000, 299_001, 299_000.5, 10_001, 10_000, 9_950, 0.4, 0].map(unchangedFor)).toEqual([
		1000, 1, 1, 1, 100, 50, 1, 100,
	]);
	let [time, draws] = [300_000, 0];
	const seen = new Set<string>();
	for (; time > 0; draws++) {
		seen.add(clockText(time));
		const wait = unchangedFor(time);
		// "0:10" and "10.0" are the same time.
		if (time !== 10_000) expect(clockText(time - wait + 1)).toBe(clockText(time));
		time -= wait;
	}
	// Each second once, and each tenth of the last ten.
	expect([draws, seen.size]).toEqual([390, 390]);
});
