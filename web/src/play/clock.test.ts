import { expect, it } from 'vitest';
import { left, pressed, timeText, turnedBack, wound } from './clock';

it('charges the player to move and adds the increment', () => {
	const clock = { ...wound({ minutes: 1, increment: 2 }, 2), spent: 5000 };
	expect([left(clock, 0, 0), left(clock, 1, 0)]).toEqual([55_000, 60_000]);
	const next = pressed(clock, 0);
	expect(next.times.at(-1)).toEqual([57_000, 60_000]);
	expect(next.spent).toBe(0);
	expect(turnedBack(next, 0)).toEqual(wound({ minutes: 1, increment: 2 }, 2));
});

it('never shows less than nothing', () => {
	const clock = { ...wound({ minutes: 1, increment: 0 }, 2), spent: 61_000 };
	expect(left(clock, 0, 0)).toBe(0);
});

it('reads like a clock, and to the tenth in the end', () => {
	expect([3_900_000, 300_000, 299_001, 60_000, 10_000, 9950, 1, 0].map(timeText)).toEqual([
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
