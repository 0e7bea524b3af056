import type {
	AnalysisView,
	Book,
	GameInfo,
	Level,
	MatchText,
	MatchView,
	Picks,
	PositionView,
	Premove,
	Preview,
	Puzzle,
	Question,
	RecordView,
	Refusal,
	Reply,
	ReviewPly,
	Step,
	Task,
} from './protocol';

/** Thrown when the rules refuse a request. */
export class RefusalError extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.text);
		this.name = 'RefusalError';
	}
}

/** Thrown when the engine cannot be loaded or its worker fails. The next request starts a new worker. */
export class EngineError extends Error {
	constructor(why: string) {
		super(`the engine does not answer: ${why}`);
		this.name = 'EngineError';
	}
}

/** The rules. They answer at once, in a worker that never searches. */
export interface Rules {
	games(): Promise<GameInfo[]>;
	/** An empty text is the usual start position. */
	position(game: string, text: string): Promise<PositionView>;
	/** The legal moves in groups: those of a group lead to positions that are the same up to symmetry. */
	alike(game: string, position: string): Promise<string[][]>;
	match(match: MatchText): Promise<MatchView>;
	/** The exact text of a typed legal move. */
	readMove(game: string, position: string, text: string): Promise<string>;
	/** The board with some choices of a move applied. */
	preview(game: string, position: string, picks: Picks): Promise<Preview>;
	/** Why each of the other cells cannot be chosen next, by cell. */
	refusals(game: string, position: string, picks: Picks): Promise<Record<string, Refusal>>;
	/** The moves that a seat may choose before its turn. */
	premoves(game: string, position: string, seat: number): Promise<Premove[]>;
	readRecords(text: string): Promise<RecordView[]>;
	writeRecord(match: MatchText, tags: [string, string][]): Promise<string>;
	book(game: string, language: string): Promise<Book>;
	/** What the solution of a game teaches; without blocks if there is nothing. */
	strategy(game: string, language: string): Promise<Book>;
	lesson(game: string, language: string): Promise<Task[]>;
	/** The steps of the guided game; none if there is no such game. */
	guided(game: string, language: string): Promise<Step[]>;
	/** What a step of the guided game asks after the moves of its scene; with a task, one of the turns of that. */
	guideQuestion(game: string, task: string, step: string, moves: string[]): Promise<Question>;
	/** What the others play after a step. */
	guideReply(game: string, task: string, step: string, moves: string[]): Promise<Reply>;
	puzzles(game: string): Promise<Puzzle[]>;
	/** The puzzle of a day such as "2026-11-15". */
	puzzleOfTheDay(game: string, date: string): Promise<Puzzle>;
}

/** The engine, in a worker of its own. It handles one request at a time; a signal stops it with what it has found. */
export interface Thinker {
	analyse(
		game: string,
		position: string,
		options: { milliseconds: number; signal?: AbortSignal; onProgress?: (found: AnalysisView) => void },
	): Promise<AnalysisView>;
	/**
	 * The move of a computer player at a level, reproducible by its seed. The time limit
	 * is for perfect play only; levels have their own limits.
	 */
	choose(
		match: MatchText,
		level: Level,
		options: { seed: number; milliseconds: number; signal?: AbortSignal },
	): Promise<string>;
	/** Whether the computer at a seat accepts a draw. */
	acceptsDraw(match: MatchText, seat: number): Promise<boolean>;
	/** Reviews every move, last one first, with a time limit per move. If stopped, it returns what it has. */
	review(
		match: MatchText,
		options: { milliseconds: number; signal?: AbortSignal; onPly?: (found: ReviewPly) => void },
	): Promise<ReviewPly[]>;
}
