// A position that is being set up. Its text is written and read here only as far
// as it shows on a board; whether it is a position is for the rules to judge.

import type { GameInfo } from '../engine/protocol';

export interface Draft {
	/** What lies where; empty cells are left out. */
	cells: Record<string, string>;
	/** Who is to move. */
	seat: number;
}

/** The cells of a board in the order of the notation: rows from the top. */
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

/** What a text shows on a board, whether or not it may be; null where it does not fill one. */
export function readDraft(info: GameInfo, text: string): Draft | null {
	const [board = '', mover = ''] = text.trim().split(/\s+/);
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
	const seat = info.seats.findIndex(({ id }) => id.toLowerCase() === mover.toLowerCase());
	return { cells, seat: Math.max(0, seat) };
}

/** The draft after a tap on a cell: what is put there, or taken away where it lay already. '' clears. */
export function put(draft: Draft, cell: string, letter: string): Draft {
	const { [cell]: before, ...others } = draft.cells;
	const cells = letter === '' || before === letter ? others : { ...others, [cell]: letter };
	return { ...draft, cells };
}
