// How boards are spread over a projector: as large as possible where all of them fit, otherwise on several pages.

export interface Room {
	/** Pixels. */
	width: number;
	height: number;
	/** The size of a letter, of which the measures below are multiples. */
	letter: number;
}

export interface Spread {
	/** How large the letters are, as a multiple of the usual size. */
	size: number;
	columns: number;
	/** Boards below each other. */
	rows: number;
	pages: number;
	perPage: number;
}

/** The heights of a row, with the gap below it, and what a column needs at least. The style of WallBoards has the same. */
const rowHeight = { line: 2, stacked: 3.3 };
const columnWidth = { line: 24, stacked: 17 };

/** Smaller letters cannot be read from the last row of a room. */
const sizes = [1.5, 1.25, 1, 0.85];

/** How boards are shown: with both names in a line, or one below the other. Before anything is measured, all of them. */
export function spread(
	count: number,
	{ width, height, letter }: Room,
	names: 'line' | 'stacked' = 'line',
): Spread {
	if (letter <= 0) return { size: 1, columns: 1, rows: count, pages: 1, perPage: count };
	/** What fits into a space; the smallest letters have to, whatever the space. */
	const fits = (space: number, needed: number, size: number) =>
		Math.max(size === sizes.at(-1) ? 1 : 0, Math.floor(space / (needed * size * letter)));
	const ways = sizes.map((size) => ({
		size,
		columns: fits(width, columnWidth[names], size),
		rows: fits(height, rowHeight[names], size),
	}));
	const pages = Math.max(1, Math.ceil(count / Math.max(...ways.map(({ columns, rows }) => columns * rows))));
	// All pages are equally full.
	const perPage = Math.max(1, Math.ceil(count / pages));
	const { size, ...most } = ways.find(({ columns, rows }) => columns * rows >= perPage) as Spread;
	const columns = Math.ceil(perPage / most.rows);
	return { size, columns, rows: Math.ceil(perPage / columns), pages, perPage };
}
