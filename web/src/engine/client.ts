import type {
	AnalysisView,
	Book,
	GameInfo,
	Level,
	MatchText,
	MatchView,
	Picks,
	PositionView,
	Preview,
	Puzzle,
	RecordView,
	Refusal,
	ReviewPly,
	Task,
} from './protocol';

/** Thrown by every request that the rules refuse. */
export class RefusalError extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.text);
		this.name = 'RefusalError';
	}
}

/** Thrown when the engine itself fails: it cannot be loaded, or its worker broke down. The next request tries anew. */
export class EngineError extends Error {
	constructor(why: string) {
		super(`the engine does not answer: ${why}`);
		this.name = 'EngineError';
	}
}

/** The rules: answers at once, from a worker that never searches. */
export interface Rules {
	games(): Promise<GameInfo[]>;
	/** An empty text is the usual start. */
	position(game: string, text: string): Promise<PositionView>;
	match(match: MatchText): Promise<MatchView>;
	/** The exact text of a legal move that was typed. */
	readMove(game: string, position: string, text: string): Promise<string>;
	/** The board with some choices of a move carried out. */
	preview(game: string, position: string, picks: Picks): Promise<Preview>;
	/** Why each cell that cannot be chosen next cannot be, by cell. */
	refusals(game: string, position: string, picks: Picks): Promise<Record<string, Refusal>>;
	readRecords(text: string): Promise<RecordView[]>;
	writeRecord(match: MatchText, tags: [string, string][]): Promise<string>;
	book(game: string, language: string): Promise<Book>;
	lesson(game: string, language: string): Promise<Task[]>;
	puzzles(game: string): Promise<Puzzle[]>;
	/** The puzzle of a day, given as "2026-11-15". */
	puzzleOfTheDay(game: string, date: string): Promise<Puzzle>;
}

/**
 * The engine: thinks in a worker of its own; a signal stops it with what it knows.
 * It has one thought at a time: a request waits for those before it.
 */
export interface Thinker {
	analyse(
		game: string,
		position: string,
		options: { milliseconds: number; signal?: AbortSignal; onProgress?: (found: AnalysisView) => void },
	): Promise<AnalysisView>;
	/**
	 * The move that a player of a level makes; the seed makes it reproducible.
	 * Only the search for a perfect move is bounded by the milliseconds; levels
	 * bound themselves.
	 */
	choose(
		match: MatchText,
		level: Level,
		options: { seed: number; milliseconds: number; signal?: AbortSignal },
	): Promise<string>;
	/** Whether the computer takes a draw that was offered to a seat. */
	acceptsDraw(match: MatchText, seat: number): Promise<boolean>;
	/** Judges every move, the last one first; `milliseconds` are for each of them. Stopped, it leaves out the rest. */
	review(
		match: MatchText,
		options: { milliseconds: number; signal?: AbortSignal; onPly?: (found: ReviewPly) => void },
	): Promise<ReviewPly[]>;
}
