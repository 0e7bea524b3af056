// Solving a puzzle move by move. A right move is the one of the puzzle's line;
// what another move leads to is for the rules and the engine to say.

import type { Rules, Thinker } from '../engine/client';
import type { GameInfo, MatchView, Picks, PlyView, PositionView, Puzzle, Verdict } from '../engine/protocol';

/** What is wrong with a move that is not the solution. */
export type Fault =
	/** Not yet known. */
	| { kind: 'thinking' }
	/** It ended the game, but not as was asked. */
	| { kind: 'ended'; verdict: Verdict }
	/** Now the seat wins, beginning with the move. */
	| { kind: 'loses'; seat: number; move: string }
	| { kind: 'draws' }
	/** It wins, but later than it could. */
	| { kind: 'slower' }
	/** More cannot be said. */
	| { kind: 'misses' };

/** open: the solver's turn; answering: the opponent's; showing: the solution is played; shown: it has been. */
export type Stage = 'open' | 'answering' | 'wrong' | 'solved' | 'showing' | 'shown';

/** What the solving uses from outside. */
export interface Means {
	rules: Pick<Rules, 'match'>;
	thinker: Pick<Thinker, 'analyse'>;
	/** Lets people see a move before the next one comes. */
	pause: () => Promise<void>;
}

/** How long the engine may look for what a wrong move leads to. */
const thinkingTime = 1000;

export class Solving {
	stage = $state.raw<Stage>('open');
	fault = $state.raw<Fault | null>(null);
	/** How much of the next move was asked for: 0 nothing, 1 how it begins, 2 all of it. */
	help = $state.raw<0 | 1 | 2>(0);
	#position = $state.raw() as PositionView;
	#last = $state.raw<PlyView | null>(null);
	/** The moves of the line that have been played. */
	#played = $state.raw<string[]>([]);
	/** The position to go back to from a wrong move. */
	#before: { position: PositionView; last: PlyView | null };
	readonly #team: 0 | 1 | undefined;
	#stop = new AbortController();

	constructor(
		readonly puzzle: Puzzle,
		readonly info: GameInfo,
		start: PositionView,
		private readonly means: Means,
	) {
		this.#position = start;
		this.#before = { position: start, last: null };
		this.#team = info.seats[start.toMove]?.team;
	}

	/** The position to show. */
	get position(): PositionView {
		return this.#position;
	}

	/** The move that led to it. */
	get last(): PlyView | null {
		return this.#last;
	}

	/** How many moves the solver has found, and how many there are. */
	get progress(): { done: number; all: number } {
		return { done: Math.ceil(this.#played.length / 2), all: Math.ceil(this.puzzle.line.length / 2) };
	}

	/** The choices of the next right move. */
	get nextPicks(): Picks {
		return this.#position.moves.find((move) => move.text === this.next)?.picks ?? {};
	}

	/** The text of the next right move; '' at the end. */
	get next(): string {
		return this.puzzle.line[this.#played.length] ?? '';
	}

	/** Makes a legal move of the solver. */
	async play(move: string): Promise<void> {
		if (this.stage !== 'open') return;
		const { next, help } = this;
		this.stage = 'answering';
		this.help = 0;
		const view = await this.#show([...this.#played, move]);
		if (move === next || this.#won(view)) return this.#follow(view);
		this.help = help;
		this.stage = 'wrong';
		this.fault = { kind: 'thinking' };
		const { signal } = this.#stop;
		const fault = await this.#judge(view.now, signal);
		if (!signal.aborted) this.fault = fault;
	}

	/** Takes a wrong move back. */
	again(): void {
		if (this.stage !== 'wrong') return;
		this.close();
		this.#stop = new AbortController();
		this.fault = null;
		this.#position = this.#before.position;
		this.#last = this.#before.last;
		this.stage = 'open';
	}

	/** Tells a little more of the next move. */
	hint(): void {
		this.help = this.help === 0 ? 1 : 2;
	}

	/** Plays the rest of the solution. */
	async show(): Promise<void> {
		this.again();
		if (this.stage !== 'open') return;
		this.stage = 'showing';
		this.help = 0;
		const { signal } = this.#stop;
		while (this.next !== '' && !signal.aborted) {
			this.#keep(await this.#show([...this.#played, this.next]));
			await this.means.pause();
		}
		this.stage = 'shown';
	}

	/** Ends what is still being thought about or shown. */
	close(): void {
		this.#stop.abort();
	}

	/** Lets the opponent answer a right move, unless it was the last. */
	async #follow(view: MatchView): Promise<void> {
		this.#keep(view);
		const { signal } = this.#stop;
		if (this.next !== '') {
			await this.means.pause();
			if (signal.aborted) return;
			this.#keep(await this.#show([...this.#played, this.next]));
		}
		this.stage = this.next === '' ? 'solved' : 'open';
	}

	#keep(view: MatchView): void {
		this.#played = view.plies.map((ply) => ply.text);
		this.#before = { position: this.#position, last: this.#last };
	}

	async #show(moves: string[]): Promise<MatchView> {
		const { game, position: start } = this.puzzle;
		const view = await this.means.rules.match({ game, start, moves, players: [], closing: null });
		this.#position = view.now;
		this.#last = view.plies.at(-1) ?? null;
		return view;
	}

	/** Where the dot of a winning push does not matter, either is right. */
	#won({ now: { verdict } }: MatchView): boolean {
		return this.puzzle.goal === 'win' && verdict.over && verdict.winner === this.#team;
	}

	async #judge(now: PositionView, signal: AbortSignal): Promise<Fault> {
		if (now.verdict.over) return { kind: 'ended', verdict: now.verdict };
		try {
			const found = await this.means.thinker.analyse(now.game, now.text, {
				milliseconds: thinkingTime,
				signal,
			});
			const answer = found.moves[0];
			// The outcome is the opponent's.
			if (answer?.outcome === 'win') return { kind: 'loses', seat: now.toMove, move: answer.move };
			if (answer?.outcome === 'loss') return { kind: 'slower' };
			if (answer?.outcome === 'draw' && found.worth.outcome === 'draw') return { kind: 'draws' };
		} catch {
			// The engine is a comfort here: without it less can be said.
		}
		return { kind: 'misses' };
	}
}
