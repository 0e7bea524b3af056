import type { Rules } from '../engine/client';
import type { MatchView, PlyView, PositionView } from '../engine/protocol';
import type { Cursor } from './room/controller';

/** The position of a game on the board: the current one, or an earlier one. */
export class PlyCursor implements Cursor {
	#rules: Rules;
	#game: () => string;
	#view: () => MatchView | null;
	/** The earlier position, with the number of plies before it. */
	#earlier: { ply: number; position: PositionView } | null = $state.raw(null);
	#request = 0;

	/** `view` returns the current position of the game. */
	constructor(rules: Rules, game: () => string, view: () => MatchView | null) {
		this.#rules = rules;
		this.#game = game;
		this.#view = view;
	}

	/** Whether the current position is shown. */
	get live(): boolean {
		return this.#earlier === null;
	}

	get plies(): PlyView[] {
		return this.#view()?.plies ?? [];
	}

	/** The number of plies before the shown position. */
	get ply(): number {
		return this.#earlier?.ply ?? this.plies.length;
	}

	get position(): PositionView | null {
		return this.#earlier?.position ?? this.#view()?.now ?? null;
	}

	/** The move that led to the shown position. */
	get last(): PlyView | null {
		return this.plies[this.ply - 1] ?? null;
	}

	/** Shows the position after a number of plies, clamped to the game. */
	async goTo(ply: number): Promise<void> {
		const view = this.#view();
		if (!view) return;
		const request = ++this.#request;
		const target = Math.max(0, ply);
		if (target >= view.plies.length) {
			this.#earlier = null;
			return;
		}
		const text = target === 0 ? view.start : (view.plies[target - 1]?.position ?? view.start);
		const position = await this.#rules.position(this.#game(), text);
		// The move may have been taken back meanwhile.
		const exists = target === 0 || this.plies[target - 1]?.position === text;
		if (exists && request === this.#request) this.#earlier = { ply: target, position };
	}

	/** Returns to the current position. */
	goLive(): void {
		this.#request++;
		this.#earlier = null;
	}
}
