import type { Rules } from '../engine/client';
import type { MatchView, PlyView, PositionView } from '../engine/protocol';

/** Which position of a game is shown: the present one, or an earlier one that was stepped to. */
export class Lookback {
	#rules: Rules;
	#game: string;
	#view: () => MatchView | null;
	/** The earlier position, with the number of plies before it. */
	#earlier: { ply: number; position: PositionView } | null = $state.raw(null);
	#wanted = 0;

	/** `view` gives the game as it stands; it is asked whenever it may have changed. */
	constructor(rules: Rules, game: string, view: () => MatchView | null) {
		this.#rules = rules;
		this.#game = game;
		this.#view = view;
	}

	/** Whether the present position is shown. */
	get live(): boolean {
		return this.#earlier === null;
	}

	get plies(): number {
		return this.#view()?.plies.length ?? 0;
	}

	/** The number of plies before the position that is shown. */
	get ply(): number {
		return this.#earlier?.ply ?? this.plies;
	}

	get position(): PositionView | null {
		return this.#earlier?.position ?? this.#view()?.now ?? null;
	}

	/** The move that led to the position that is shown. */
	get last(): PlyView | null {
		return this.#view()?.plies[this.ply - 1] ?? null;
	}

	/** Shows the position after a number of plies; beyond the ends it stops there. */
	async to(ply: number): Promise<void> {
		const view = this.#view();
		if (!view) return;
		const wanted = ++this.#wanted;
		const target = Math.max(0, ply);
		if (target >= view.plies.length) {
			this.#earlier = null;
			return;
		}
		const text = target === 0 ? view.start : (view.plies[target - 1]?.position ?? view.start);
		const position = await this.#rules.position(this.#game, text);
		if (wanted === this.#wanted) this.#earlier = { ply: target, position };
	}

	/** Shows the present again. */
	back(): void {
		this.#wanted++;
		this.#earlier = null;
	}
}
