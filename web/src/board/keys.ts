import { cellAt, type Frame, spotOf } from './geometry';

const steps: Record<string, [number, number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** The cell that a key leads to, as in a grid of the ARIA practices; null for other keys. `far` is with Control. */
export function neighbour(cell: string, key: string, far: boolean, frame: Frame): string | null {
	const { column, row } = spotOf(cell, frame);
	const last = frame.size - 1;
	const within = (i: number) => Math.min(Math.max(i, 0), last);
	if (key === 'Home') return cellAt({ column: 0, row: far ? 0 : row }, frame);
	if (key === 'End') return cellAt({ column: last, row: far ? last : row }, frame);
	const step = steps[key];
	if (step === undefined) return null;
	return cellAt({ column: within(column + step[0]), row: within(row + step[1]) }, frame);
}
