import { expect, it } from 'vitest';
import { afterMove, clockText, newClock, rewind, timeLeft } from './clock';

it('charges the player to move and adds the increment', () => {
	const clock = { ...newClock({ minutes: 1, increment: 2 }, 2), spent: 5000 };
	expect([timeLeft(clock, 0, 0), timeLeft(clock, 1, 0)]).toEqual([55_000, 60_000]);
	const next = afterMove(clock, 0);
	expect(next.times.at(-1)).toEqual([57_000, 60_000]);
	expect(next.spent).toBe(0);
	expect(rewind(next, 0)).toEqual(newClock({ minutes: 1, increment: 2 }, 2));
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
