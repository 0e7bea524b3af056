// A guided first game: the steps of the rulebook one after the other. The rules say what
// a step accepts and what the partner plays; wrong moves are explained and taken back.

import type { Rules, Thinker } from '../../engine/client';
import type { MatchView, PlyView, PositionView, Question, Step } from '../../engine/protocol';
import { Attempt, type Result, type Shown } from './attempt.svelte';

/**
 * saying: the partner explains; asking: the player moves, or has to take back a wrong
 * move; replying: the others move; exploring: the player moves for all; over: a game or
 * scene has ended; done: nothing is left.
 */
export type Status = 'saying' | 'asking' | 'replying' | 'exploring' | 'over' | 'done';

/** What a guided game needs from outside. */
export interface Environment {
	rules: Pick<Rules, 'match' | 'guideQuestion' | 'guideReply'>;
	thinker: Pick<Thinker, 'analyse'>;
	/** Shows a move for a while before the next. */
	pause: () => Promise<void>;
}

export class GuidedGame {
	status = $state.raw<Status>('saying');
	/** The number of the step, from 0. */
	#at = $state.raw(0);
	/** Where the scene began, and the game since then. */
	#start = '';
	/** The moves since then; the view of them comes a little later. */
	#moves = $state.raw<string[]>([]);
	#view = $state.raw<MatchView | null>(null);
	#question = $state.raw<Question | null>(null);
	#attempt = $state.raw<Attempt | null>(null);
	/** The steps that the player has played. */
	#played = new Set<string>();
	#closed = false;

	constructor(
		readonly steps: readonly Step[],
		private readonly env: Environment,
	) {}

	get at(): number {
		return this.#at;
	}

	get step(): Step {
		return this.steps[this.#at] as Step;
	}

	/** The position to show; null until the first one is known. */
	get position(): PositionView | null {
		return this.#attempt?.position ?? this.#view?.now ?? null;
	}

	/** The move that led to it. */
	get last(): PlyView | null {
		return this.#attempt?.last ?? this.#view?.plies.at(-1) ?? null;
	}

	/** The seat of the player: the one who moves first in a scene. */
	get seat(): number {
		return this.#view?.plies[0]?.seat ?? this.#view?.now.to_move ?? 0;
	}

	/** Whether a move can be made. */
	get open(): boolean {
		if (this.status === 'exploring') return this.#view?.plies.length === this.#moves.length;
		return this.status === 'asking' && (this.#attempt?.open ?? false);
	}

	/** What is wrong with the move on the board; null if nothing is. */
	get wrong(): Exclude<Result, { kind: 'right' }> | null {
		const result = this.#attempt?.result ?? null;
		return this.status === 'asking' && result?.kind !== 'right' ? result : null;
	}

	/** The position that a wrong move was played in. */
	get asked(): PositionView | null {
		return this.#view?.now ?? null;
	}

	/** What is drawn; nothing over a wrong move and its refutation, or while others move. */
	get drawing(): Question['drawing'] | null {
		const shown =
			this.status === 'saying' || this.status === 'done' || (this.status === 'asking' && this.wrong === null);
		return shown ? (this.#question?.drawing ?? null) : null;
	}

	/** A move to show on the board. */
	get suggestion(): Shown | null {
		return this.status === 'asking' ? (this.#attempt?.suggestion ?? null) : null;
	}

	/** How many moves were tried out. */
	get tried(): number {
		return this.status === 'exploring' ? this.#moves.length : 0;
	}

	/** Whether nobody is here any more. */
	get closed(): boolean {
		return this.#closed;
	}

	/** Shows the first step. */
	begin(): Promise<void> {
		return this.#enter(0);
	}

	/** Plays a legal move of the player. */
	async play(move: string): Promise<void> {
		if (!this.open) return;
		const attempt = this.#attempt;
		if (attempt === null) {
			await this.#show([...this.#moves, move]);
			return;
		}
		if (!(await attempt.play(move)) || attempt.result?.kind !== 'right') return;
		const [moves, view] = [this.#moves, this.#view];
		this.status = 'replying';
		await this.#show([...this.#moves, move]);
		if (await this.#reply()) return;
		this.#moves = moves;
		this.#view = view;
		this.status = 'asking';
		attempt.refuse();
	}

	/** Goes on after an explanation, the end of a scene, or trying out moves. */
	async goOn(): Promise<void> {
		if (this.status === 'over') return this.#enter(this.#nextScene());
		if (this.status === 'exploring') {
			// Nothing more can be tried out.
			this.status = 'replying';
			return this.#enter(this.#at + 1);
		}
		if (this.status === 'saying') await this.#reply();
	}

	/** Takes back a wrong move. */
	retry(): void {
		this.#attempt?.retry();
	}

	/** Shows an accepted move on the board. */
	suggest(): Promise<void> {
		return this.#attempt?.suggest() ?? Promise.resolve();
	}

	/** Takes back what was tried out last. */
	async back(): Promise<void> {
		if (this.status === 'exploring') await this.#show(this.#moves.slice(0, -1));
	}

	/** Stops the engine, and the replies. */
	close(): void {
		this.#closed = true;
		this.#attempt?.close();
	}

	async #enter(at: number): Promise<void> {
		const step = this.steps[at] as Step;
		const { rules, thinker } = this.env;
		if (step.position !== '') {
			this.#start = step.position;
			this.#moves = [];
		}
		const view = await this.#match();
		const question = await rules.guideQuestion(step.game, '', step.id, this.#moves);
		this.#attempt?.close();
		this.#view = view;
		this.#question = question;
		this.#at = at;
		const asked = {
			game: step.game,
			position: view.now.text,
			kind: 'move',
			answers: question.answers,
		} as const;
		this.#attempt = step.kind === 'move' ? new Attempt(asked, view.now, rules, thinker) : null;
		if (step.kind === 'say') this.status = at === this.steps.length - 1 ? 'done' : 'saying';
		else this.status = step.kind === 'move' ? 'asking' : 'exploring';
	}

	/** Lets the others play, and goes on. Returns false if they cannot reply. */
	async #reply(): Promise<boolean> {
		this.status = 'replying';
		const { game, id } = this.step;
		let again = false;
		if (!this.#view?.now.verdict.over) {
			const reply = await this.env.rules.guideReply(game, '', id, this.#moves);
			if (reply.stuck) return false;
			this.#attempt = null;
			again = reply.again;
			for (const move of reply.moves) {
				await this.env.pause();
				if (this.#closed) return true;
				await this.#show([...this.#moves, move]);
			}
			if (reply.moves.length > 0) await this.env.pause();
		}
		this.#attempt = null;
		this.#played.add(id);
		if (this.#closed) return true;
		if (this.#view?.now.verdict.over) this.status = 'over';
		else await this.#enter(again ? this.#at : this.#next(this.#at + 1));
		return true;
	}

	/** The first step from here on that is not left out. */
	#next(from: number): number {
		const found = this.steps.findIndex(({ unless }, i) => i >= from && !this.#played.has(unless));
		return found < 0 ? this.steps.length - 1 : found;
	}

	/** The step after those that need a running game. */
	#nextScene(): number {
		const found = this.steps.findIndex(
			({ position, unless }, i) => i > this.#at && position !== '' && !this.#played.has(unless),
		);
		return found < 0 ? this.steps.length - 1 : found;
	}

	async #show(moves: string[]): Promise<void> {
		this.#moves = moves;
		this.#view = await this.#match();
	}

	#match(): Promise<MatchView> {
		return this.env.rules.match({
			game: this.step.game,
			start: this.#start,
			moves: this.#moves,
			players: [],
			closing: null,
		});
	}
}
