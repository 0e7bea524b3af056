// A move in the making: the choices so far, and why the last one was refused. They
// belong to a position and are discarded with it.

import type { Move, PositionView } from '../../engine/protocol';
import * as picking from './picking';

interface State {
	/** The key of the position. */
	at: string;
	made: picking.Made;
	refusal: string;
}

const nothing: picking.Made = [];

function keyOf({ game, text }: PositionView): string {
	return `${game} ${text}`;
}

export class Draft {
	#position: () => PositionView;
	#choices: () => picking.Choices;
	#state = $state.raw<State>({ at: '', made: nothing, refusal: '' });

	/** The choices are those of the position; none if the player may not move. */
	constructor(position: () => PositionView, choices: () => picking.Choices) {
		this.#position = position;
		this.#choices = choices;
	}

	readonly #key = $derived.by(() => keyOf(this.#position()));
	readonly #current = $derived.by(() => this.#state.at === this.#key);

	/** The choices so far. */
	readonly made = $derived.by(() =>
		this.#current && this.#choices().moves.length > 0 ? this.#state.made : nothing,
	);
	readonly refusal = $derived.by(() => (this.#current ? this.#state.refusal : ''));
	/** What a tap on the board chooses next. */
	readonly slot = $derived.by(() => picking.boardSlot(this.#choices(), this.made));
	/** The cells among the choices. */
	readonly cells = $derived.by(() => picking.cellsOf(this.#choices(), this.made));

	/** Makes these choices; if they are a whole move, returns it and starts over. */
	take(made: picking.Made): Move | null {
		const move = picking.completed(this.#choices(), made);
		this.#state = { at: this.#key, made: move === null ? made : nothing, refusal: '' };
		return move;
	}

	/** Shows why something cannot be chosen; earlier choices stay. */
	refuse(refusal: string): void {
		this.#state = { at: this.#key, made: this.made, refusal };
	}

	clear(): void {
		this.#state = { at: this.#key, made: nothing, refusal: '' };
	}

	/** Another position may have come. */
	follow(): void {
		if (!this.#current) this.clear();
	}
}
