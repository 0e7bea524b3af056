// An attempt at a task: the board, and the result of the answer. Answers are compared
// with those of the task; the rules and the engine explain what is wrong with a move.

import type { Rules, Thinker } from '../../engine/client';
import type { MatchView, Picks, PlyView, PositionView, Task, Verdict } from '../../engine/protocol';

/** The result of an answer. */
export type Result =
	| { kind: 'right' }
	| { kind: 'cell'; cell: string }
	/** The move ended the game, but not as the task asks. */
	| { kind: 'ended'; verdict: Verdict; seat: number }
	/** Legal; the engine is still looking at it. */
	| { kind: 'thinking' }
	/** The other side wins, starting with this move. */
	| { kind: 'refuted'; seat: number; move: string }
	/** Winning, but not what was asked. */
	| { kind: 'slower' }
	| { kind: 'notasked' };

/** What is asked: a task, or a step of a guided game. */
export type Asked = Pick<Task, 'game' | 'position' | 'kind' | 'answers'>;

/** A move to show on the board: its choices and what it does. */
export interface Shown {
	picks: Picks;
	ply: PlyView;
}

/** How long the engine may look for a refutation. */
const thinkingTime = 800;

export class Attempt {
	result = $state.raw<Result | null>(null);
	/** The game after the move; null before it. */
	#played = $state.raw<MatchView | null>(null);
	/** The start without its decisive line, which must not be revealed before it is found. */
	readonly #concealed: PositionView;
	#suggestion = $state.raw<Shown | null>(null);
	#refutation = $state.raw<Shown | null>(null);
	#stop = new AbortController();

	constructor(
		readonly task: Asked,
		private readonly start: PositionView,
		private readonly rules: Pick<Rules, 'match'>,
		private readonly thinker: Pick<Thinker, 'analyse'>,
	) {
		const { verdict } = start;
		this.#concealed = verdict.line.length === 0 ? start : { ...start, verdict: { ...verdict, line: [] } };
	}

	/** The position to show. */
	get position(): PositionView {
		return this.#played?.now ?? (this.result?.kind === 'right' ? this.start : this.#concealed);
	}

	/** The move that led to it. */
	get last(): PlyView | null {
		return this.#played?.plies[0] ?? null;
	}

	/** Whether an answer is possible. A wrong cell can be followed by another; a wrong move must be taken back first. */
	get open(): boolean {
		return this.result === null || this.result.kind === 'cell';
	}

	/** The cells of an answer, for a hint. */
	get answerCells(): string[] {
		if (this.task.kind === 'cell') return this.task.answers;
		const picks = this.start.moves.find((move) => move.text === this.task.answers[0])?.picks ?? {};
		const cells = [picks.cell, picks.from, picks.to, picks.drop];
		return [...new Set(cells.filter((cell) => cell !== undefined))];
	}

	/** The game after the move; null before it. */
	get played(): MatchView | null {
		return this.#played;
	}

	/**
	 * A move to show on the board: an answer, once somebody has asked for it, or how the
	 * other side wins after a wrong move.
	 */
	get suggestion(): Shown | null {
		if (this.result?.kind === 'refuted') return this.#refutation;
		return this.open ? this.#suggestion : null;
	}

	/** Shows an answer on the board. */
	async suggest(): Promise<void> {
		const [text = ''] = this.task.answers;
		const picks = this.start.moves.find((move) => move.text === text)?.picks;
		if (this.task.kind !== 'move' || !picks) return;
		// Without it the cells are highlighted.
		const ply = await this.#effect(text);
		if (ply) this.#suggestion = { picks, ply };
	}

	#match(...moves: string[]): Promise<MatchView> {
		const { game, position: start } = this.task;
		return this.rules.match({ game, start, moves, players: [], closing: null });
	}

	/** What the last of some moves does; null if that is not known. */
	async #effect(...moves: string[]): Promise<PlyView | null> {
		const view = await this.#match(...moves).catch(() => null);
		return view?.plies.at(-1) ?? null;
	}

	tap(cell: string): void {
		if (this.open)
			this.result = this.task.answers.includes(cell) ? { kind: 'right' } : { kind: 'cell', cell };
	}

	/** Plays a legal move. Returns whether it is still there: a wrong one can be taken back while the engine looks at it. */
	async play(move: string): Promise<boolean> {
		if (!this.open) return false;
		const { signal } = this.#stop;
		const seat = this.start.to_move;
		const right = this.task.answers.includes(move);
		this.result = right ? { kind: 'right' } : { kind: 'thinking' };
		const view = await this.#match(move).catch((error: unknown) => {
			if (!signal.aborted) this.result = null;
			throw error;
		});
		if (signal.aborted) return false;
		this.#played = view;
		if (right) return true;
		const { now } = view;
		const result: Result = now.verdict.over
			? { kind: 'ended', verdict: now.verdict, seat }
			: await this.#judge(now, move, signal);
		if (signal.aborted) return false;
		this.result = result;
		return true;
	}

	/** Asks for another answer, although this one was right. */
	refuse(): void {
		this.result = { kind: 'notasked' };
	}

	/** Takes back the move. */
	retry(): void {
		this.close();
		this.#stop = new AbortController();
		this.result = null;
		this.#played = null;
	}

	/** Stops the engine. */
	close(): void {
		this.#stop.abort();
	}

	async #judge(now: PositionView, move: string, signal: AbortSignal): Promise<Result> {
		try {
			const found = await this.thinker.analyse(now.game, now.text, { milliseconds: thinkingTime, signal });
			const best = found.moves[0];
			if (best?.outcome === 'win') {
				const ply = await this.#effect(move, best.move);
				this.#refutation = ply && { picks: best.picks, ply };
				return { kind: 'refuted', seat: now.to_move, move: best.move };
			}
			if (best?.outcome === 'loss') return { kind: 'slower' };
		} catch {
			// The engine only adds an explanation.
		}
		return { kind: 'notasked' };
	}
}
