// A task of a lesson, turn by turn: after a right answer the other side replies, and the
// player goes on until the point is made.

import type { Rules, Thinker } from '../../engine/client';
import type { Drawing, MatchView, PlyView, PositionView, Task } from '../../engine/protocol';
import { Attempt } from './attempt.svelte';
import type { Stars } from './progress.svelte';

/** What a task needs from outside. */
export interface Environment {
	rules: Pick<Rules, 'match' | 'guideQuestion' | 'guideReply'>;
	thinker: Pick<Thinker, 'analyse'>;
	/** Shows a move for a while before the next. */
	pause: () => Promise<void>;
}

export class TaskRun {
	/** The current turn. */
	attempt = $state.raw() as Attempt;
	/** Its number, from 0. */
	turn = $state.raw(0);
	/** The other side is playing. */
	replying = $state.raw(false);
	/** The point is made. */
	done = $state.raw(false);
	#view = $state.raw<MatchView | null>(null);
	#drawing = $state.raw<Drawing | null>(null);
	#mistakes = 0;
	#helped = false;
	#closed = false;

	constructor(
		readonly task: Task,
		start: PositionView,
		private readonly env: Environment,
	) {
		this.attempt = new Attempt(task, start, env.rules, env.thinker);
		void this.#draw(task.id);
	}

	get position(): PositionView {
		return this.replying && this.#view ? this.#view.now : this.attempt.position;
	}

	get last(): PlyView | null {
		return this.replying
			? (this.#view?.plies.at(-1) ?? null)
			: (this.attempt.last ?? this.#view?.plies.at(-1) ?? null);
	}

	get open(): boolean {
		return !this.done && !this.replying && this.attempt.open;
	}

	/** What is drawn on the board until the turn is answered. */
	get drawing(): Drawing | null {
		return this.open ? this.#drawing : null;
	}

	/** What is asked after the replies so far, in the current language; null in the first turn. */
	prompt(task: Task): string | null {
		return this.turn === 0 ? null : (task.turns[this.turn - 1] ?? '');
	}

	get stars(): Stars {
		return (3 - Number(this.#mistakes > 0) - Number(this.#helped)) as Stars;
	}

	/** The player asked for help. */
	help(): void {
		this.#helped = true;
	}

	tap(cell: string): void {
		this.attempt.tap(cell);
		if (this.attempt.result?.kind === 'right') this.done = true;
		else this.#mistakes++;
	}

	/** Plays a legal move, and the reply to it. Returns false if it was taken back meanwhile. */
	async play(move: string): Promise<boolean> {
		const { attempt } = this;
		if (!(await attempt.play(move))) return false;
		if (attempt.result?.kind !== 'right') return true;
		if (this.turn === this.task.turns.length || attempt.played?.now.verdict.over) this.done = true;
		else await this.#replyOrReturn(move);
		return true;
	}

	/** If the rules fail, the move is taken back, without being a mistake. */
	async #replyOrReturn(move: string): Promise<void> {
		const before = this.#view;
		try {
			await this.#reply(move);
		} catch (error) {
			this.#view = before;
			this.replying = false;
			this.attempt.retry();
			throw error;
		}
	}

	/** Takes back a wrong move. */
	retry(): void {
		this.#mistakes++;
		this.attempt.retry();
	}

	/** Stops the engine and the replies. */
	close(): void {
		this.#closed = true;
		this.attempt.close();
	}

	async #reply(move: string): Promise<void> {
		const { rules, thinker, pause } = this.env;
		const { game, id } = this.task;
		let moves = [...(this.#view?.plies.map((ply) => ply.text) ?? []), move];
		this.#view = await this.#match(moves);
		this.replying = true;
		const reply = await rules.guideReply(game, id, this.#stepID(this.turn), moves);
		for (const answer of reply.moves) {
			await pause();
			if (this.#closed) return;
			moves = [...moves, answer];
			this.#view = await this.#match(moves);
		}
		if (this.#view.now.verdict.over) {
			await pause();
			this.done = true;
			return;
		}
		const step = this.#stepID(this.turn + 1);
		const { answers, drawing } = await rules.guideQuestion(game, id, step, moves);
		const { now } = this.#view;
		this.attempt = new Attempt({ game, position: now.text, kind: 'move', answers }, now, rules, thinker);
		this.#drawing = drawing;
		this.turn++;
		this.replying = false;
	}

	/** Steps after replies have a number. */
	#stepID(turn: number): string {
		return turn === 0 ? this.task.id : `${this.task.id}+${turn}`;
	}

	async #draw(step: string): Promise<void> {
		// Without it the words remain.
		const question = await this.env.rules
			.guideQuestion(this.task.game, this.task.id, step, [])
			.catch(() => null);
		if (question !== null && this.turn === 0) this.#drawing = question.drawing;
	}

	#match(moves: string[]): Promise<MatchView> {
		const { game, position: start } = this.task;
		return this.env.rules.match({ game, start, moves, players: [], closing: null });
	}
}
