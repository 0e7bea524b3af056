// One room shows every game. A controller says what is shown and what the person may do
// now; Room.svelte draws it and knows no source. There are four: a game on this device
// (local/), one at a table of a server (online/), one from a link or a record
// (archive/), and one with variations on the analysis board (pages/analysis).

import type { Brush, Rotation, Shape } from '../../board/types';
import type { MatchText, Picks, PlyView, PositionView } from '../../engine/protocol';
import type { IconName } from '../../kernel/ui/icons';
import type { Cast } from '../format';
import type { MatchPage } from '../links';
import type { Marks } from '../move/playable';
import type { PremoveView } from '../move/premove.svelte';
import type { ActionID } from './looks';
import type { MoveTree } from './tree';

/** The position of a game on the board: the current one, or an earlier one. */
export interface Cursor {
	/** All plies of the game. */
	readonly plies: PlyView[];
	/** How many of them lead to the position on the board. */
	readonly ply: number;
	/** Whether the current position is shown. */
	readonly live: boolean;
	/** null until the rules have answered. */
	readonly position: PositionView | null;
	/** The move that led to it. */
	readonly last: PlyView | null;
	goTo(ply: number): void;
	goLive(): void;
}

/** A player beside the board. */
export interface PlayerView {
	name: string;
	/** Online: a person without an account. */
	guest?: boolean;
	detail: string;
	/** To move, while the game is running. */
	active: boolean;
	thinking: boolean;
	winner: boolean;
	/** Milliseconds left; null without clocks. */
	time: number | null;
	/** The time left in words, if it is days. */
	days?: string | null;
	/** Online: whether the player is connected; null if unknown. */
	present?: boolean | null;
	/** The player on this page. */
	own?: boolean;
}

/** The dialogs of a room that an action can open. */
export type DialogName = 'share' | 'invite' | 'chat' | 'people' | 'keys';

/** Something that the person may do now; looks.ts says how it looks. */
export interface Action {
	id: ActionID;
	/** Shown, but not possible now. */
	disabled?: boolean;
	/** Instead of its usual icon. */
	icon?: IconName;
	/** For actions that switch something on and off. */
	pressed?: boolean;
	/** A longer text for the pointer. */
	title?: string;
	/** A number to notice, with its meaning. */
	badge?: { count: number; label: string };
	/** What happens, or the address of a page or file. */
	run?: () => void;
	opens?: DialogName;
	href?: string;
	download?: boolean;
	/** Ask first. */
	confirm?: Question;
}

export interface Question {
	title: string;
	text: string;
}

/** A question to somebody else at this device. */
export interface Offer extends Question {
	answer: (accept: boolean) => void;
}

/** Something to know about the game, with what can be done about it. */
export interface NoticeView {
	tone?: 'plain' | 'result' | 'error';
	title?: string;
	text: string;
	actions?: Action[];
}

/** How the game ended. */
export interface Result extends NoticeView {
	/** Whether the person at the screen won; null for draws and spectators. */
	won: boolean | null;
	/** The winning side; null for a draw or no result. */
	winner: number | null;
}

/** How a record of the game is saved: written here, or by the server. */
export type RecordSource =
	| { match?: MatchText; names: string[]; tags: [string, string][] }
	| { href: string };

/** Arrows and circles on the board. */
export interface DrawingView {
	shapes: readonly Shape[];
	/** The colour, if every press draws; null if only those with the right button do. */
	brush: Brush | null;
	draw(shape: Shape): void;
	choose(brush: Brush | null): void;
	clear(): void;
}

export interface RoomController {
	/** The heading of the page. */
	readonly title: string;
	readonly cast: Cast;
	readonly cursor: Cursor;
	readonly players: PlayerView[];
	/** The game as a link has it, and the page that the link opens. */
	readonly match: MatchText;
	readonly page: MatchPage;
	readonly record: RecordSource;
	/** Whether nobody plays it any more. */
	readonly archived?: boolean;
	/** A link to everything, if one to the game or the position leaves something out. */
	readonly wholeLink?: (() => Promise<string>) | undefined;
	/** Whether records can be opened from here, which leaves the game. */
	readonly loadsRecords?: boolean;
	readonly rotation: Rotation;
	/** What may be done besides moving. */
	readonly actions: Action[];
	/** What stops the game, and what concerns it as it is now. */
	readonly failure?: NoticeView | null;
	readonly notice: NoticeView | null;
	readonly result: Result | null;
	/** Whether the game ended while it was shown. */
	readonly justEnded?: boolean;
	readonly offer?: Offer | null;

	/** Whether the person may move now, and whether moves are confirmed first. */
	readonly awaitsMove?: boolean;
	readonly confirmsMoves?: boolean;
	/** What can be chosen before the person's turn; null if nothing can. */
	readonly premove?: PremoveView | null;
	/** Whether moves that arrive in quick succession are shown one after the other, even of two players. */
	readonly paced?: boolean;
	/** Whether somebody plays now, so that the screen should stay on. */
	readonly isPlayed?: boolean;
	/** Cells to highlight, a suggested move, and words instead of the prompt. */
	readonly hints?: string[];
	readonly suggestion?: { picks: Picks; ply: PlyView } | null;
	readonly advice?: string;
	/** What is said below the board when there is nothing to choose. */
	readonly status?: string;
	/** What is known about each choice. */
	readonly marks?: (picks: Picks) => Marks;
	/** Variations and comments, if there can be any. */
	readonly tree?: MoveTree;
	/** What is drawn on the board, if anything can be. */
	readonly drawing?: DrawingView;
	/** What is said about the position. */
	readonly comment?: string;
	/** Annotations of moves of the main line, by ply from 0. */
	readonly notes?: Record<number, { sign: string; word: string }>;

	/** Starts showing the game; the returned function stops it. */
	enter?(): () => void;
	/** After how many milliseconds the clocks look different; null if none is running. */
	nextTick?(): number | null;
	/** Updates them. */
	tick?(): void;
	play?(move: string): Promise<void>;
	flip(): void;
}
