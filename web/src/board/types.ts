import type { Motion } from '../engine/protocol';

/**
 * How the board is turned towards whoever looks at it, in degrees clockwise: at
 * 180 whoever sits at the top has it the right way round, at 270 whoever sits
 * at the left.
 */
export type Turn = 0 | 90 | 180 | 270;

/** What is known of a choice: shown by sign and word, never by colour alone. */
export interface CellMark {
	/** A few characters: "+3", "=", "−2", "?". */
	sign: string;
	/** The same in words, for screen readers: "wins in 3 turns". */
	word: string;
	tone: 'win' | 'draw' | 'loss' | 'unknown';
}

/** Why a cell cannot be chosen. */
export interface Obstacle {
	/** A sentence for people. */
	why: string;
	/** The cells to point out as the cause. */
	by: string[];
}

/** Everything a board draws. It knows no rules: what can be chosen is handed in. */
export interface BoardProps {
	/** The id of the game, which picks the look. */
	game: string;
	size: number;
	/** What lies where, by the letters of the notation; empty cells are left out. */
	cells: Record<string, string>;
	/** Cells that can be chosen now. */
	targets?: string[] | undefined;
	/** Cells already chosen for the move in the making. */
	picked?: string[] | undefined;
	/** Cells of the last move. */
	last?: string[] | undefined;
	/** The decisive line. */
	line?: string[] | undefined;
	/** Cells that cannot be chosen, with the reason: crossed when empty; the causes are pointed out for the cell under pointer or focus. */
	obstacles?: Record<string, Obstacle> | undefined;
	marks?: Record<string, CellMark> | undefined;
	/** Cells to point out in a lesson or as a hint. */
	hints?: string[] | undefined;
	turn?: Turn | undefined;
	/** Played whenever a new list arrives; then `cells` must be the board after it. */
	motions?: Motion[] | undefined;
	/** The accessible name of the whole board. */
	label: string;
	/** Accessible name of what lies on a cell: "dark sphere", "empty"… */
	describe: (cell: string, letter: string) => string;
	/** Chosen by tap, click, Enter or Space, whether or not it is a target. */
	onpick?: ((cell: string) => void) | undefined;
	/** Pointer or focus is on a cell, or on none. */
	onpoint?: ((cell: string | null) => void) | undefined;
	/** A drag from a cell has begun: the moment to show where it may go. */
	ondragfrom?: ((cell: string) => void) | undefined;
	/** A drag from one cell (or from the tray: '') was dropped on another. */
	ondragto?: ((from: string, to: string) => void) | undefined;
	/** Cells from which a drag may begin. */
	draggable?: string[] | undefined;
}

/** A piece beside the board. */
export interface TrayPiece {
	/** What `onpick` is called with. */
	value: string;
	/** What it looks like, by the letters of the notation. */
	letter: string;
	count: number;
	usable: boolean;
	picked: boolean;
	/** The accessible name. */
	label: string;
	/** What is known of choosing it. */
	mark?: CellMark | undefined;
}
