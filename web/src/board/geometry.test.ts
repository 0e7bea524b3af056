import { describe, expect, it } from 'vitest';
import { cellAt, centreOf, edgeLabels, type Frame, rowsOnScreen, spotOf } from './geometry';
import type { Turn } from './types';

const turns: Turn[] = [0, 90, 180, 270];
const frame = (size: number, turn: Turn): Frame => ({ size, turn, margin: 10 });

describe('cells on the screen', () => {
	it('finds every cell again where it was put, at every turn', () => {
		for (const turn of turns) {
			for (const size of [3, 4, 5]) {
				const cells = rowsOnScreen(frame(size, turn)).flat();
				expect(new Set(cells).size).toBe(size * size);
				for (const cell of cells) {
					expect(cellAt(spotOf(cell, frame(size, turn)), frame(size, turn))).toBe(cell);
				}
			}
		}
	});

	it('has a1 at the bottom left and takes it clockwise around', () => {
		const corners = turns.map((turn) => spotOf('a1', frame(4, turn)));
		expect(corners).toEqual([
			{ column: 0, row: 3 },
			{ column: 0, row: 0 },
			{ column: 3, row: 0 },
			{ column: 3, row: 3 },
		]);
	});

	it('measures from the margin', () => {
		expect(centreOf('b3', frame(4, 0))).toEqual({ x: 160, y: 160 });
	});
});

describe('labels at the edge', () => {
	it('turn with the board', () => {
		expect(edgeLabels(frame(3, 0))).toEqual({ bottom: ['a', 'b', 'c'], left: ['3', '2', '1'] });
		expect(edgeLabels(frame(3, 90))).toEqual({ bottom: ['1', '2', '3'], left: ['a', 'b', 'c'] });
		expect(edgeLabels(frame(3, 180))).toEqual({ bottom: ['c', 'b', 'a'], left: ['1', '2', '3'] });
	});
});
