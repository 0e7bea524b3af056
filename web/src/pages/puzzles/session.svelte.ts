// Solving a puzzle move by move. The right move is the next one of the puzzle's line;
// the engine explains what is wrong with another, and plays the best reply to it.

import type { Rules, Thinker } from '../../engine/client';
import type {
	GameInfo,
	MatchView,
	Picks,
	PlyView,
	PositionView,
	Puzzle,
	Verdict,
} from '../../engine/protocol';

/** What is wrong with a move. */
export type Fault =
	/** Not known yet. */
	| { kind: 'thinking' }
	/** It ended the game, but not as asked. */
	| { kind: 'ended'; verdict: Verdict }
	/** The other side wins, starting with this move. */
	| { kind: 'loses'; seat: number; move: string }
	/** The other side's best reply is given where it is known. */
	| { kind: 'draws'; move: string }
	/** It wins, but later than possible. */
	| { kind: 'slower'; move: string }
	/** Nothing more specific is known. */
	| { kind: 'misses'; move: string };

/** open: the solver's turn; answering: the opponent's; showing: the solution is being played; shown: it was. */
export type Status = 'open' | 'answering' | 'wrong' | 'solved' | 'showing' | 'shown';

/** What a session needs from outside. */
export interface Environment {
	rules: Pick<Rules, 'match'>;
	thinker: Pick<Thinker, 'analyse'>;
	/** Shows a move for a while before the next. */
	pause: () => Promise<void>;
}

/** A move to show on the board: its choices and what it does. */
export interface Suggestion {
	picks: Picks;
	ply: PlyView;
}

/** How long the engine may look for a refutation. */
const thinkingTime = 1000;

export class PuzzleSession {
	status = $state.raw<Status>('open');
	fault = $state.raw<Fault | null>(null);
	/** How much of the next move is revealed: 0 nothing, 1 its start, 2 all of it. */
	help = $state.raw<0 | 1 | 2>(0);
	#suggestion = $state.raw<Suggestion | null>(null);
	#position = $state.raw() as PositionView;
	#last = $state.raw<PlyView | null>(null);
	/** The moves of the line that were played. */
	#played = $state.raw<string[]>([]);
	/** Where to return after a wrong move. */
	#before: { position: PositionView; last: PlyView | null };
	readonly #team: 0 | 1 | undefined;
	#clean = true;
	#stop = new AbortController();

	constructor(
		readonly puzzle: Puzzle,
		readonly info: GameInfo,
		start: PositionView,
		private readonly env: Environment,
	) {
		this.#position = start;
		this.#before = { position: start, last: null };
		this.#team = info.seats[start.to_move]?.team;
	}

	/** The position to show. */
	get position(): PositionView {
		return this.#position;
	}

	/** The move that led to it. */
	get last(): PlyView | null {
		return this.#last;
	}

	/** Whether everything was found without a wrong move and without being told a move. */
	get clean(): boolean {
		return this.#clean;
	}

	/** How many moves the solver has found, of how many. */
	get progress(): { done: number; all: number } {
		return { done: Math.ceil(this.#played.length / 2), all: Math.ceil(this.puzzle.line.length / 2) };
	}

	/** The choices of the next right move. */
	get nextPicks(): Picks {
		return this.#position.moves.find((move) => move.text === this.next)?.picks ?? {};
	}

	/** The next right move; '' at the end. */
	get next(): string {
		return this.puzzle.line[this.#played.length] ?? '';
	}

	/** The next right move, once all of it is revealed. */
	get suggestion(): Suggestion | null {
		return this.help === 2 && this.status === 'open' ? this.#suggestion : null;
	}

	/** Plays a legal move of the solver. Returns false if it was wrong and taken back while the engine looked at it. */
	async play(move: string): Promise<boolean> {
		return this.status !== 'open' || this.#orReturn(() => this.#answer(move));
	}

	async #answer(move: string): Promise<boolean> {
		const { next, help } = this;
		this.status = 'answering';
		this.help = 0;
		const view = await this.#show([...this.#played, move]);
		if (move === next || this.#won(view)) {
			await this.#reply(view);
			return true;
		}
		this.help = help;
		this.#clean = false;
		this.status = 'wrong';
		this.fault = { kind: 'thinking' };
		const { signal } = this.#stop;
		const fault = await this.#judge(view.now, signal);
		if (signal.aborted) return false;
		this.fault = fault;
		if ('move' in fault && fault.move) void this.#refute([...this.#played, move, fault.move], signal);
		return true;
	}

	/** Plays the other side's best reply to a wrong move. */
	async #refute(moves: string[], signal: AbortSignal): Promise<void> {
		await this.env.pause();
		if (signal.aborted) return;
		// Without it the words remain.
		const view = await this.#match(moves).catch(() => null);
		if (view && !signal.aborted) this.#put(view);
	}

	/** Takes back a wrong move and the reply to it. */
	retry(): void {
		if (this.status !== 'wrong') return;
		this.close();
		this.#stop = new AbortController();
		this.#reopen();
	}

	#reopen(): void {
		this.fault = null;
		this.#position = this.#before.position;
		this.#last = this.#before.last;
		this.status = 'open';
	}

	/** Returns to where the solver was if the rules fail, so that the move can be made again. */
	async #orReturn<T>(work: () => Promise<T>): Promise<T> {
		const [played, before] = [this.#played, this.#before];
		try {
			return await work();
		} catch (error) {
			this.#played = played;
			this.#before = before;
			this.#reopen();
			throw error;
		}
	}

	/** Reveals a little more of the next move. */
	hint(): void {
		this.help = this.help === 0 ? 1 : 2;
		if (this.help === 1) return;
		this.#clean = false;
		void this.#suggest();
	}

	/** Looks up what the next right move does. */
	async #suggest(): Promise<void> {
		const picks = this.nextPicks;
		this.#suggestion = null;
		// Without it the words remain.
		const view = await this.#match([...this.#played, this.next]).catch(() => null);
		const ply = view?.plies.at(-1);
		if (ply && picks === this.nextPicks) this.#suggestion = { picks, ply };
	}

	/** Plays the rest of the solution. Returns whether all of it was shown. */
	async show(): Promise<boolean> {
		this.retry();
		return this.status === 'open' && this.#orReturn(() => this.#replay());
	}

	async #replay(): Promise<boolean> {
		this.status = 'showing';
		this.help = 0;
		this.#clean = false;
		const { signal } = this.#stop;
		while (this.next !== '') {
			this.#commit(await this.#show([...this.#played, this.next]));
			await this.env.pause();
			if (signal.aborted) return false;
		}
		this.status = 'shown';
		return true;
	}

	/** Stops the engine and the replay. */
	close(): void {
		this.#stop.abort();
	}

	/** Plays the opponent's reply to a right move, unless it was the last. */
	async #reply(view: MatchView): Promise<void> {
		this.#commit(view);
		const { signal } = this.#stop;
		if (this.next !== '') {
			await this.env.pause();
			if (signal.aborted) return;
			this.#commit(await this.#show([...this.#played, this.next]));
		}
		this.status = this.next === '' ? 'solved' : 'open';
	}

	#commit(view: MatchView): void {
		this.#played = view.plies.map((ply) => ply.text);
		this.#before = { position: this.#position, last: this.#last };
	}

	async #show(moves: string[]): Promise<MatchView> {
		const view = await this.#match(moves);
		this.#put(view);
		return view;
	}

	#put(view: MatchView): void {
		this.#position = view.now;
		this.#last = view.plies.at(-1) ?? null;
	}

	#match(moves: string[]): Promise<MatchView> {
		const { game, position: start } = this.puzzle;
		return this.env.rules.match({ game, start, moves, players: [], closing: null });
	}

	/** A winning push wins with either dot. */
	#won({ now: { verdict } }: MatchView): boolean {
		return this.puzzle.goal === 'win' && verdict.over && verdict.winner === this.#team;
	}

	async #judge(now: PositionView, signal: AbortSignal): Promise<Fault> {
		if (now.verdict.over) return { kind: 'ended', verdict: now.verdict };
		try {
			const found = await this.env.thinker.analyse(now.game, now.text, {
				milliseconds: thinkingTime,
				signal,
			});
			const answer = found.moves[0];
			// The outcome is for the opponent.
			if (answer?.outcome === 'win') return { kind: 'loses', seat: now.to_move, move: answer.move };
			if (answer?.outcome === 'loss') return { kind: 'slower', move: answer.move };
			if (answer?.outcome === 'draw' && found.worth.outcome === 'draw')
				return { kind: 'draws', move: answer.move };
			if (answer) return { kind: 'misses', move: answer.move };
		} catch {
			// The engine only adds an explanation.
		}
		return { kind: 'misses', move: '' };
	}
}
