// Where things are drawn. The unit is a hundredth of a cell; a board of n×n cells
// is a margin, n cells and a margin wide.
//
//	            screen column 0   1   2   3
//	screen row 0              a4  b4  c4  d4
//	           1              a3  b3  c3  d3      rotation 0; a quarter turn clockwise
//	           2              a2  b2  c2  d2      takes (column, row) to
//	           3              a1  b1  c1  d1      (n−1−row, column)
//
// The drawing itself is never rotated: every piece is placed where it belongs on
// the screen, so that solids stay upright and text readable.

import type { Rotation } from './types';

export const CELL = 100;

/** A cell on the screen, counted from the top left. */
export interface Spot {
	column: number;
	row: number;
}

export interface Point {
	x: number;
	y: number;
}

/** How a board lies on the screen. */
export interface Frame {
	size: number;
	rotation: Rotation;
	/** From the edge of the drawing to the first cell. */
	margin: number;
}

function quarterTurns(spot: Spot, size: number, times: number): Spot {
	let { column, row } = spot;
	for (let i = 0; i < times; i++) [column, row] = [size - 1 - row, column];
	return { column, row };
}

/** Where a cell such as "b3" is on the screen. */
export function spotOf(cell: string, { size, rotation }: Pick<Frame, 'size' | 'rotation'>): Spot {
	const spot = { column: cell.charCodeAt(0) - 97, row: size - Number(cell.slice(1)) };
	return quarterTurns(spot, size, rotation / 90);
}

/** The cell at a spot on the screen. */
export function cellAt(spot: Spot, { size, rotation }: Frame): string {
	const { column, row } = quarterTurns(spot, size, (4 - rotation / 90) % 4);
	return String.fromCharCode(97 + column) + (size - row);
}

/** The centre of a cell in the drawing. */
export function centreOf(cell: string, frame: Frame): Point {
	const { column, row } = spotOf(cell, frame);
	return { x: frame.margin + (column + 0.5) * CELL, y: frame.margin + (row + 0.5) * CELL };
}

/** Where the cells are in the window. */
type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** A point of the window in the drawing, whose cells are in a box. */
export function pointInDrawing({ x, y }: Point, box: Box, { size, margin }: Frame): Point {
	const scale = (size * CELL) / box.width;
	return { x: margin + (x - box.left) * scale, y: margin + (y - box.top) * scale };
}

/** The cell at a point of the window. Pieces that are pushed in from outside may be dropped slightly outside, too. */
export function cellUnder({ x, y }: Point, box: Box, frame: Frame): string | null {
	const { size } = frame;
	const [column, row] = [((x - box.left) / box.width) * size, ((y - box.top) / box.height) * size];
	if (Math.min(column, row) < -0.5 || Math.max(column, row) > size + 0.5) return null;
	const within = (i: number) => Math.min(Math.max(Math.floor(i), 0), size - 1);
	return cellAt({ column: within(column), row: within(row) }, frame);
}

/** Width and height of the drawing. */
export function extent({ size, margin }: Frame): number {
	return size * CELL + 2 * margin;
}

/** The cells in screen order, from the top left. */
export function rowsOnScreen(frame: Frame): string[][] {
	const steps = [...Array(frame.size).keys()];
	return steps.map((row) => steps.map((column) => cellAt({ column, row }, frame)));
}

/** The letters or numbers along the bottom (from the left) and along the left (from the top). */
export function edgeLabels(frame: Frame): { bottom: string[]; left: string[] } {
	const rows = rowsOnScreen(frame);
	const upright = frame.rotation % 180 === 0;
	const letter = (cell: string) => cell.slice(0, 1);
	const number = (cell: string) => cell.slice(1);
	return {
		bottom: (rows[frame.size - 1] ?? []).map(upright ? letter : number),
		left: rows.map((row) => (upright ? number : letter)(row[0] ?? '')),
	};
}

/** One path with an outline for every cell, since many elements are slow to create. */
export function pathOnCells({ size, margin }: Frame, outline: string): string {
	const middles = [...Array(size).keys()].map((i) => margin + (i + 0.5) * CELL);
	return middles.flatMap((y) => middles.map((x) => `M${x} ${y}${outline}`)).join('');
}
