import type { Snippet } from 'svelte';
import type { Brush, CellMark, Rotation, Shape } from '../../board/types';
import type { Drawing, GameInfo, Picks, PlyView, PositionView, SlotID } from '../../engine/protocol';
import type { PremoveView } from './premove.svelte';

/** What is known about choices, by slot and value. */
export type Marks = Partial<Record<SlotID, Record<string, CellMark>>>;

interface Suggestion {
	picks: Picks;
	ply: PlyView;
}

/** Everything a board on which moves are made shows and reports. */
export interface PlayableProps {
	info: GameInfo;
	position: PositionView;
	/** The ply that led here; its motions are played when it is new. */
	last?: PlyView | null | undefined;
	/** Whether a move can be made. */
	enabled: boolean;
	rotation?: Rotation | undefined;
	/** The seat whose reserve is nearest; by default the one that sits at the bottom. */
	front?: number | undefined;
	/** What is known about each next choice, on the board and in the trays. */
	marks?: ((picks: Picks) => Marks) | undefined;
	/** Cells to highlight. */
	hints?: string[] | undefined;
	/** A suggested move: its choices and what would happen. */
	suggestion?: Suggestion | null | undefined;
	/** What is drawn on the board, the colour if every press draws, and what to do then. */
	shapes?: readonly Shape[] | undefined;
	/** What is drawn to explain something. */
	drawing?: Drawing | null | undefined;
	brush?: Brush | null | undefined;
	ondraw?: ((shape: Shape) => void) | undefined;
	/** Moves before the last one that are new to the player, the latest first. */
	earlier?: PlyView[] | undefined;
	/** Moves that arrive in quick succession are shown one after the other. */
	paced?: boolean | undefined;
	/** What can be chosen before the player's turn; null if nothing can. */
	premove?: PremoveView | null | undefined;
	/** The game was won by the player on this page. */
	celebrating?: boolean | undefined;
	/** Shown instead of the prompt. */
	advice?: string | undefined;
	/** A comment, shown until a choice is made. */
	comment?: string | undefined;
	/** Said when there is nothing to choose. */
	status?: string | undefined;
	/** Buttons beside it, instead of those for a move. */
	answers?: Snippet | undefined;
	/** Instead of the whole line below the board. */
	tools?: Snippet | undefined;
	/** Called with the text of a legal move. */
	onmove: (text: string) => unknown;
	/** If given, taps are answers, not moves. */
	ontap?: ((cell: string) => void) | undefined;
	/** The pieces of a new position are where they belong. */
	onsettled?: (() => void) | undefined;
}
