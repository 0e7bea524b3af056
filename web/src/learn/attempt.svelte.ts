// One try at a task: what lies on the board, and what came of the answer. It
// compares answers with those of the task; what a wrong move leads to is for
// the rules and the engine to say.

import type { Rules, Thinker } from '../engine/client';
import type { MatchView, PlyView, PositionView, Task, Verdict } from '../engine/protocol';

/** What came of an answer. */
export type Result =
	| { kind: 'right' }
	| { kind: 'cell'; cell: string }
	/** The move ended the game, but not as the task asks. */
	| { kind: 'ended'; verdict: Verdict; seat: number }
	/** Legal, and not yet known what it leads to. */
	| { kind: 'thinking' }
	/** Now the seat wins, beginning with the move. */
	| { kind: 'refuted'; seat: number; move: string }
	/** Legal and winning, but not what was asked. */
	| { kind: 'slower' }
	| { kind: 'notasked' };

/** How long the engine may look for what a wrong move leads to. */
const thinkingTime = 800;

export class Attempt {
	result = $state.raw<Result | null>(null);
	/** The game after the move; null before one is made. */
	#played = $state.raw<MatchView | null>(null);
	/** The start without its line: one that has won is not pointed out before it has been found. */
	readonly #concealed: PositionView;
	#stop = new AbortController();

	constructor(
		readonly task: Task,
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

	/** Whether an answer can be given: a wrong cell can be followed by another, a wrong move must be taken back. */
	get open(): boolean {
		return this.result === null || this.result.kind === 'cell';
	}

	/** The cells of an answer, to point out. */
	get answerCells(): string[] {
		if (this.task.kind === 'cell') return this.task.answers;
		const picks = this.start.moves.find((move) => move.text === this.task.answers[0])?.picks ?? {};
		const cells = [picks.cell, picks.from, picks.to, picks.drop];
		return [...new Set(cells.filter((cell) => cell !== undefined))];
	}

	tap(cell: string): void {
		if (this.open)
			this.result = this.task.answers.includes(cell) ? { kind: 'right' } : { kind: 'cell', cell };
	}

	/** Makes a legal move. */
	async play(move: string): Promise<void> {
		if (!this.open) return;
		const seat = this.start.toMove;
		const right = this.task.answers.includes(move);
		this.result = right ? { kind: 'right' } : { kind: 'thinking' };
		const { game, position: start } = this.task;
		const view = await this.rules.match({ game, start, moves: [move], players: [], closing: null });
		this.#played = view;
		if (right) return;
		if (view.now.verdict.over) this.result = { kind: 'ended', verdict: view.now.verdict, seat };
		else await this.#think(view.now);
	}

	/** Takes the move back. */
	again(): void {
		this.close();
		this.#stop = new AbortController();
		this.result = null;
		this.#played = null;
	}

	/** Ends what is still being thought about. */
	close(): void {
		this.#stop.abort();
	}

	async #think(now: PositionView): Promise<void> {
		const { signal } = this.#stop;
		const judged = await this.#judge(now, signal);
		if (!signal.aborted) this.result = judged;
	}

	async #judge(now: PositionView, signal: AbortSignal): Promise<Result> {
		try {
			const found = await this.thinker.analyse(now.game, now.text, { milliseconds: thinkingTime, signal });
			const best = found.moves[0];
			if (best?.outcome === 'win') return { kind: 'refuted', seat: now.toMove, move: best.move };
			if (best?.outcome === 'loss') return { kind: 'slower' };
		} catch {
			// The engine is a comfort here: without it less can be said.
		}
		return { kind: 'notasked' };
	}
}
