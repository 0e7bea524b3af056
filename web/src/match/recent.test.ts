import { expect, it } from 'vitest';
import type { PlyView } from '../engine/protocol';
import { earlierSince } from './recent';

const plies = (seats: number[]) =>
	seats.map(
		(seat, i): PlyView => ({ seat, text: String(i), motions: [], cells: [], announces: false, position: '' }),
	);
const texts = (seats: number[], own: number | null) =>
	earlierSince(plies(seats), own).map(({ text }) => text);

it('lists the moves since the own one, but not the last', () => {
	expect(texts([0, 1, 2, 3], 0)).toEqual(['2', '1']);
	expect(texts([0, 1, 2, 3, 0], 0)).toEqual([]);
	expect(texts([1, 2], 0)).toEqual(['0']);
	expect(texts([0, 1], 0)).toEqual([]);
	expect(texts([0, 1, 2, 3], null)).toEqual([]);
});
