// A position being edited. Its text is read and written here only as far as the board
// needs it; whether it is valid is for the rules to decide.

import type { GameInfo } from '../../engine/protocol';

export interface Draft {
	/** Letters by cell; empty cells are left out. */
	cells: Record<string, string>;
	/** Who is to move. */
	seat: number;
}

/** The cells in the order of the notation: rows from the top. */
function rowsOf(size: number): string[][] {
	const steps = [...Array(size).keys()];
	return steps.map((row) => steps.map((column) => String.fromCharCode(97 + column) + (size - row)));
}

/** The draft in notation. */
export function writeDraft(info: GameInfo, { cells, seat }: Draft): string {
	const rows = rowsOf(info.size).map((row) => {
		const letters = row.map((cell) => cells[cell] ?? ' ').join('');
		return letters.replace(/ +/g, (run) => String(run.length));
	});
	return `${rows.join('/')} ${info.seats[seat]?.id ?? ''}`;
}

/** What a text shows on the board, valid or not; null if it does not fill the board. */
export function readDraft(info: GameInfo, text: string): Draft | null {
	const [board = '', toMove = ''] = text.trim().split(/\s+/);
	const rows = board.split('/').map((row) => row.replace(/\d/g, (run) => ' '.repeat(Number(run))));
	if (rows.length !== info.size || rows.some((row) => row.length !== info.size)) return null;
	const cells: Draft['cells'] = {};
	for (const [r, row] of rowsOf(info.size).entries()) {
		for (const [c, cell] of row.entries()) {
			const letter = rows[r]?.charAt(c) ?? ' ';
			if (letter === ' ') continue;
			if (!info.letters.includes(letter)) return null;
			cells[cell] = letter;
		}
	}
	const seat = info.seats.findIndex(({ id }) => id.toLowerCase() === toMove.toLowerCase());
	return { cells, seat: Math.max(0, seat) };
}

/** The draft after a tap on a cell: puts a piece there, or removes it if it is there already. '' clears the cell. */
export function put(draft: Draft, cell: string, letter: string): Draft {
	const { [cell]: before, ...others } = draft.cells;
	const cells = letter === '' || before === letter ? others : { ...others, [cell]: letter };
	return { ...draft, cells };
}
