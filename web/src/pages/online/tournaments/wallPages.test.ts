import { describe, expect, it } from 'vitest';
import { spread } from './wallPages';

/** A letter is 2.6 % of the height; some of it belongs to the heading. */
const rooms = [
	{ width: 1866, height: 850, letter: 28 },
	{ width: 1320, height: 850, letter: 28 },
	{ width: 1240, height: 560, letter: 18.7 },
	{ width: 300, height: 400, letter: 16 },
	{ width: 10, height: 10, letter: 16 },
];

describe.each(rooms)('in a room of $width × $height', (room) => {
	it('has a place for every board, and no page without one', () => {
		for (let count = 1; count <= 1000; count++) {
			const { columns, rows, pages, perPage } = spread(count, room);
			expect(columns * rows, `${count} boards`).toBeGreaterThanOrEqual(perPage);
			expect(perPage * pages, `${count} boards`).toBeGreaterThanOrEqual(count);
			expect(perPage * (pages - 1), `${count} boards`).toBeLessThan(count);
		}
	});

	it('makes letters no smaller than they have to be', () => {
		let last = Number.POSITIVE_INFINITY;
		for (let count = 1; spread(count, room).pages === 1; count++) {
			const { size } = spread(count, room);
			expect(size).toBeLessThanOrEqual(last);
			last = size;
		}
	});
});

it('fills a screen before it begins another page', () => {
	const [room] = rooms as [(typeof rooms)[0]];
	expect(spread(8, room)).toMatchObject({ size: 1.5, columns: 1, rows: 8, pages: 1 });
	expect(spread(20, room)).toMatchObject({ size: 1.25, columns: 2, rows: 10, pages: 1 });
	expect(spread(100, room)).toMatchObject({ size: 0.85, columns: 3, pages: 2 });
});

it('shows everything until it is measured', () => {
	expect(spread(5, { width: 0, height: 0, letter: 0 })).toMatchObject({ pages: 1, perPage: 5 });
});
