import { describe, expect, it } from 'vitest';
import { daysAndHours, remaining, ServerTime } from './clock';

describe('the server’s time', () => {
	it('comes from the fastest message', () => {
		let device = 0;
		const time = new ServerTime(() => device);
		time.sync(1000); // came after 400 ms
		device = 100;
		time.sync(1500); // came at once
		device = 200;
		time.sync(1250);
		expect(time.now).toBe(1600);
	});

	it('is measured again after a jump', () => {
		const time = new ServerTime(() => 0);
		time.sync(100_000);
		time.sync(50_000);
		expect(time.now).toBe(50_000);
	});
});

describe('the time left', () => {
	const clock = { left_ms: [60_000, 50_000], since: 1000, counts: true };

	it('runs for the seat to move only, and never below zero', () => {
		expect(remaining(clock, 0, 0, 11_000)).toBe(50_000);
		expect(remaining(clock, 1, 0, 11_000)).toBe(50_000);
		expect(remaining(clock, 0, 0, 100_000)).toBe(0);
	});

	it('stands still before the first move, after the end, and if the page is ahead of the server', () => {
		expect(remaining({ ...clock, counts: false }, 0, 0, 11_000)).toBe(60_000);
		expect(remaining(clock, 0, null, 11_000)).toBe(60_000);
		expect(remaining(clock, 0, 0, 500)).toBe(60_000);
	});

	it('is in days for the seat to move in a correspondence game', () => {
		const days = { days: 2, since: 0, counts: true };
		expect(remaining(days, 1, 1, 3_600_000)).toBe(47 * 3_600_000);
		expect(remaining(days, 0, 1, 3_600_000)).toBeNull();
		expect(daysAndHours(47 * 3_600_000)).toEqual({ days: 1, hours: 23 });
		expect(daysAndHours(3_600_000)).toBeNull();
	});

	it('is null without a clock', () => {
		expect(remaining(null, 0, 0, 0)).toBeNull();
	});
});
