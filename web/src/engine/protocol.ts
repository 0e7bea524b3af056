// The types of the requests and answers between the pages and the rules. The rules
// are written in Go; package internal/bridge answers these requests in a Web
// Worker. A Go test compares its types with this file.
//
// Every answer depends on its request alone: the Go side keeps no game.
// Cells have names such as "b3"; letters of pieces, texts of positions and of
// moves are those of docs/notation.md; seats are counted from 0 in turn order.

/** What people choose while they make a move. */
export type SlotID = 'piece' | 'cell' | 'from' | 'to' | 'face' | 'drop' | 'dot' | 'announce';

/** One choice of a move: something on the board or beside it, or something said with the move, which has a button. */
export interface Slot {
	id: SlotID;
	on: 'board' | 'tray' | 'button';
}

/** Choices made so far, or all those of a move. A value is a cell, a letter of a piece or face, a dot "1" or "2", or "!" for an announced line. */
export type Picks = Partial<Record<SlotID, string>>;

export interface SeatInfo {
	/** The seat's name in the notation: "1", "X", "O2". */
	id: string;
	team: 0 | 1;
	/** A word of the catalogue: "light", "circles", "crosses"… */
	colour: string;
}

export interface GameInfo {
	id: string;
	/** How pages draw it and name its pieces and seats: the id of its look. Where a match has other colours, pages choose another. */
	look: string;
	/** The name that people see; it is not translated. */
	name: string;
	size: number;
	seats: SeatInfo[];
	/** The seats that may move first. */
	openers: number[];
	/** The text of the start position, by the seat that moves first; '' for seats that may not. */
	starts: string[];
	/** Either seat may have either colour: who moves first does not decide it. */
	free_colours: boolean;
	/** No draw, not even by agreement. */
	decisive: boolean;
	/** Positions can recur: the third occurrence is a draw. */
	repeats: boolean;
	/** Games are not rated and moves are not graded. */
	casual: boolean;
	/** The letters that can be on the board, for the editor. */
	letters: string[];
	/** In the order in which a move is usually made. */
	slots: Slot[];
	/** Whether every value is known exactly: from data that comes with the pages, or from a tablebase of the server. */
	exact: boolean;
}

/** A sentence of the games: its code is looked up in the catalogue. */
export interface Phrase {
	code: string;
	params: Record<string, string>;
	/** In English, for logs and where the catalogue lacks the code. */
	text: string;
}

/** Why something was refused. */
export interface Refusal extends Phrase {
	input: string;
	/** Cells that the refusal is about, such as that of the piece that forbids a move. */
	cells: string[];
	/** In a list of moves: which one, counted from 0; otherwise -1. A broken record has its place as the params line and column. */
	ply: number;
}

export interface Move {
	text: string;
	picks: Picks;
}

export interface PositionView {
	game: string;
	text: string;
	to_move: number;
	/** The pieces by cell; empty cells are left out. */
	cells: Record<string, string>;
	/** What each seat still has to place, as letters; '' in games without a reserve. */
	reserves: string[];
	/** The legal moves; empty when the game is over. */
	moves: Move[];
	verdict: Verdict;
}

/** Something that visibly happens to a piece when a move is made. All of a move happen together: first all leave, then all arrive. */
export interface Motion {
	/** place: from the tray to the board; slide: along the board; push: taken out and pushed in elsewhere; flip: slides and turns over. */
	kind: 'place' | 'slide' | 'push' | 'flip';
	/** '' when the piece comes from the tray. */
	from: string;
	to: string;
	/** What is on `to` afterwards; '' is a neutral cube. In a preview "?" follows what a later choice may change, such as a dot. */
	letter: string;
	/** The choices that must be made before it happens. */
	needs: SlotID[];
}

/** A move that can be chosen before one's turn, with what would happen to its own pieces. */
export interface Premove {
	text: string;
	picks: Picks;
	motions: Motion[];
}

export interface Preview {
	/** The board with the choices so far carried out; "?" as in motions. */
	cells: Record<string, string>;
	motions: Motion[];
	/** The text of the move if the choices are complete; otherwise ''. */
	move: string;
}

export interface Verdict {
	over: boolean;
	/** The winning team; null when drawn or still running. */
	winner: 0 | 1 | null;
	/** null while the game runs. */
	reason: Phrase | null;
	/** The decisive line; may be empty. */
	line: string[];
	/** "row", "column", "diagonal", "region", or '' without a line. */
	line_kind: string;
}

/** How a game ended before the rules ended it: by its players, or by a referee of programs. */
export type Ending =
	| 'resignation'
	| 'timeout'
	| 'agreement'
	| 'crash'
	| 'illegal-move'
	| 'adjudication'
	| 'adjudication-draw'
	| 'too-long';

/** The end of a game that the rules did not end. */
export interface Closing {
	how: Ending;
	/** Who lost; who accepted the draw. */
	seat: number;
}

/** A match as text: everything else follows from it. */
export interface MatchText {
	game: string;
	/** The start position; '' for the usual one. */
	start: string;
	moves: string[];
	/** Names by seat; may be empty. */
	players: string[];
	closing: Closing | null;
	/** The two seats have each other's colours; only where colours are free. */
	swapped?: boolean;
}

export interface PlyView {
	seat: number;
	text: string;
	motions: Motion[];
	/** The cells that the text of the move names, each once. */
	cells: string[];
	/** Whether a line is announced, with a push or instead of one. */
	announces: boolean;
	/** The text of the position after it. */
	position: string;
}

export interface MatchView {
	start: string;
	plies: PlyView[];
	now: PositionView;
	/** How often the current position has occurred. */
	occurrences: number;
}

/** The value or estimate of a position or move, for the side to move. */
export interface Worth {
	outcome: 'win' | 'draw' | 'loss' | 'unknown';
	/** Turns of both sides until the end; null when not known. */
	turns: number | null;
	/** If the outcome is unknown: about -1 (bad) to 1 (good); otherwise null. */
	estimate: number | null;
}

export interface MoveWorth extends Worth {
	move: string;
	picks: Picks;
}

export interface AnalysisView {
	position: string;
	worth: Worth;
	/** All legal moves, best first. */
	moves: MoveWorth[];
	/** How the game continues with best play. */
	line: string[];
	depth: number;
	nodes: number;
	/** Nothing is left to find out. */
	settled: boolean;
}

/** One ply of a reviewed game. */
export interface ReviewPly {
	ply: number;
	/** The value of the position before the move, for the side that moved. */
	before: Worth;
	/** The value after the move, for the same side. */
	after: Worth;
	/** A best move there. */
	best: string;
	/** How much the move lost: little (?!), half a point (?) or a won game (??). */
	fault: 'none' | 'inaccuracy' | 'mistake' | 'blunder';
}

export type Level = '1' | '2' | '3' | '4' | '5' | '6' | 'perfect';

export interface BookBlock {
	kind: 'title' | 'fact' | 'section' | 'paragraph' | 'item' | 'ruling' | 'figure' | 'answer';
	/** Of facts what they are about, of answers the question. */
	label: string;
	text: string;
	/** Of figures: the position and the moves played on it. */
	position: string;
	moves: string[];
}

export interface Book {
	game: string;
	language: string;
	blocks: BookBlock[];
}

/** A small exercise. */
export interface Task {
	id: string;
	game: string;
	position: string;
	/** move: play one of the answers; cell: choose one of the answers. */
	kind: 'move' | 'cell';
	/** Texts of moves or names of cells. */
	answers: string[];
	prompt: string;
	hint: string;
	/** Shown at the end. */
	praise: string;
	/** What is asked after each reply of the other side. */
	turns: string[];
}

/** One step of a guided game. */
export interface Step {
	id: string;
	game: string;
	/** Where another scene begins; '' if the game goes on. */
	position: string;
	/** The scene that begins here is left out if the player has played this step; '' if it never is. */
	unless: string;
	/** say: the partner explains; move: the player moves; explore: the player tries out moves of both sides. */
	kind: 'say' | 'move' | 'explore';
	prompt: string;
	hint: string;
}

/** What is drawn on the board to explain something. */
export interface Drawing {
	/** Cells with a band around them. */
	lines: string[][];
	/** Cells with a circle around them. */
	rings: string[];
	arrows: [string, string][];
	shaded: string[];
}

/** What a step accepts in a position, and what it draws there. */
export interface Question {
	answers: string[];
	drawing: Drawing;
}

/** What the others play after a step. */
export interface Reply {
	moves: string[];
	/** The step is asked once more. */
	again: boolean;
	/** The others cannot reply as planned: the player has to play something else. */
	stuck: boolean;
}

export interface Puzzle {
	id: string;
	game: string;
	position: string;
	/** win: win in `turns` turns; draw: save the draw; only: the only move that keeps the result. */
	goal: 'win' | 'draw' | 'only';
	/** Turns of both sides until the end; 0 if the goal is not a win. */
	turns: number;
	/** 1 easy to 5 hard. */
	grade: number;
	/** The solution: solver and opponent in turn. */
	line: string[];
}

/** A game read from a record, with its tags. */
export interface RecordView {
	match: MatchText;
	tags: [string, string][];
}
