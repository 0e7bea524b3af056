import type { Motion } from '../engine/protocol';

/** Rotation of the board in degrees clockwise: at 180 it faces a player at the top, at 270 one at the left. */
export type Rotation = 0 | 90 | 180 | 270;

/** What is known about a choice: shown as sign and word, never by colour alone. */
export interface CellMark {
	/** A few characters: "+3", "=", "−2", "?". */
	sign: string;
	/** The same in words, for screen readers: "wins in 3 turns". */
	word: string;
	tone: 'win' | 'draw' | 'loss' | 'unknown';
}

/** The colours of arrows and circles; each also has its own kind of line. */
export const brushes = ['green', 'red', 'blue', 'yellow'] as const;
export type Brush = (typeof brushes)[number];

/** Something that a person drew on the board: an arrow, or a circle if it ends where it starts. */
export interface Shape {
	brush: Brush;
	from: string;
	to: string;
}

/** Why a cell cannot be chosen. */
export interface Obstacle {
	/** A sentence to show. */
	why: string;
	/** The cells that cause it. */
	by: string[];
}

/** Everything a board draws. It knows no rules: the page says what can be chosen. */
export interface BoardProps {
	/** The game id, which selects the look. */
	game: string;
	size: number;
	/** Letters of the notation by cell; empty cells are left out. */
	cells: Record<string, string>;
	/** The position, if `cells` are a preview of something else. */
	position?: Record<string, string>;
	/** Cells that can be chosen now. */
	targets?: string[] | undefined;
	/** Cells chosen so far for the current move. */
	picked?: string[] | undefined;
	/** Cells of the last move. */
	last?: string[] | undefined;
	/** Cells of the moves before it that are new to the player, the latest first. */
	earlier?: string[][] | undefined;
	/** The decisive line. */
	line?: string[] | undefined;
	/**
	 * Cells that cannot be chosen, with the reason. Empty ones are crossed out; the causes
	 * are highlighted for the cell under the pointer or focus.
	 */
	obstacles?: Record<string, Obstacle> | undefined;
	marks?: Record<string, CellMark> | undefined;
	/** Cells to highlight, in a lesson or as a hint. */
	hints?: string[] | undefined;
	/** What a suggested move would do: shown as arrows and ghosts of pieces. */
	suggested?: Motion[] | undefined;
	/** What a move chosen in advance will do: shown like a suggestion, in another colour. */
	planned?: Motion[] | undefined;
	/** Moves are chosen in advance: targets are marked only under the pointer until a piece is chosen. */
	planning?: boolean | undefined;
	/** Arrows and circles that somebody drew. */
	shapes?: readonly Shape[] | undefined;
	/** If given, every press draws, in this colour; otherwise only those with the right button. */
	brush?: Brush | null | undefined;
	/** Something was drawn. Without it nothing can be. */
	ondraw?: ((shape: Shape) => void) | undefined;
	/** Lines to explain something with: a band around the cells of each. */
	bands?: readonly string[][] | undefined;
	/** Cells that are shaded to explain something, such as forbidden ones. */
	shaded?: readonly string[] | undefined;
	/** The game was won by the player on this page. */
	celebrating?: boolean | undefined;
	rotation?: Rotation | undefined;
	/** Whether what was done last may still change the board. */
	awaited?: () => boolean;
	/** Played when a new list is passed; `cells` must be the board after it. */
	motions?: Motion[] | undefined;
	/** The accessible name of the board. */
	label: string;
	/** The accessible name of a cell's content: "dark sphere", "empty"… */
	describe: (cell: string, letter: string) => string;
	/** Chosen by tap, click, Enter or Space, target or not. */
	onpick?: ((cell: string) => void) | undefined;
	/** The cell under the pointer or focus changed; null for none. */
	onpoint?: ((cell: string | null) => void) | undefined;
	/** A drag started at a cell: time to show its targets. */
	ondragfrom?: ((cell: string) => void) | undefined;
	/** A piece was dragged from a cell, or from the tray (''), to another cell. Returns whether it stays there. */
	ondragto?: ((from: string, to: string) => boolean) | undefined;
	/** The pieces are where they belong: called after the last motion, or at once if nothing moves. */
	onsettled?: (() => void) | undefined;
	/** Cells where a drag may start. */
	draggable?: string[] | undefined;
}

/** A piece beside the board. */
export interface TrayPiece {
	/** Passed to `onpick`. */
	value: string;
	/** The letter of the notation, which selects the look. */
	letter: string;
	count: number;
	usable: boolean;
	picked: boolean;
	/** The accessible name. */
	label: string;
	/** What is known about choosing it. */
	mark?: CellMark | undefined;
	/** Part of a suggested move. */
	lit?: boolean | undefined;
}
