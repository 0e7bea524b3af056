import { describe, expect, it } from 'vitest';
import { cellAt, centreOf, edgeLabels, type Frame, rowsOnScreen, spotOf } from './geometry';
import type { Rotation } from './types';

const turns: Rotation[] = [0, 90, 180, 270];
const frame = (size: number, rotation: Rotation): Frame => ({ size, rotation, margin: 10 });

describe('cells on the screen', () => {
	it('maps cells to the screen and back at every rotation', () => {
		for (const rotation of turns) {
			for (const size of [3, 4, 5]) {
				const cells = rowsOnScreen(frame(size, rotation)).flat();
				expect(new Set(cells).size).toBe(size * size);
				for (const cell of cells) {
					expect(cellAt(spotOf(cell, frame(size, rotation)), frame(size, rotation))).toBe(cell);
				}
			}
		}
	});

	it('has a1 at the bottom left and rotates it clockwise', () => {
		const corners = turns.map((rotation) => spotOf('a1', frame(4, rotation)));
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
	it('rotate with the board', () => {
		expect(edgeLabels(frame(3, 0))).toEqual({ bottom: ['a', 'b', 'c'], left: ['3', '2', '1'] });
		expect(edgeLabels(frame(3, 90))).toEqual({ bottom: ['1', '2', '3'], left: ['a', 'b', 'c'] });
		expect(edgeLabels(frame(3, 180))).toEqual({ bottom: ['c', 'b', 'a'], left: ['1', '2', '3'] });
	});
});
