// A move in the making: the choices so far, and why the last one was refused. They
// belong to a position and are discarded with it. Only choices made before the player's
// turn stay until it has come, as long as they are possible.

import type { Move, PositionView } from '../../engine/protocol';
import * as picking from './picking';

interface State {
	/** The key of the position. */
	at: string;
	made: picking.Made;
	refusal: string;
	/** Made before the player's turn. */
	early: boolean;
}

const nothing: picking.Made = [];

function keyOf({ game, text }: PositionView): string {
	return `${game} ${text}`;
}

export class Draft {
	#position: () => PositionView;
	#choices: () => picking.Choices;
	#early: () => boolean;
	#state = $state.raw<State>({ at: '', made: nothing, refusal: '', early: false });

	/** The choices are those of the position, and none if nothing may be chosen; `early` is before the player's turn. */
	constructor(position: () => PositionView, choices: () => picking.Choices, early: () => boolean) {
		this.#position = position;
		this.#choices = choices;
		this.#early = early;
	}

	readonly #key = $derived.by(() => keyOf(this.#position()));
	readonly #current = $derived.by(() => this.#state.at === this.#key);

	/** The choices so far. */
	readonly made = $derived.by(() => {
		const { made, early } = this.#state;
		const choices = this.#choices();
		if (choices.moves.length === 0) return nothing;
		return this.#current || (early && picking.fits(choices, made)) ? made : nothing;
	});
	readonly refusal = $derived.by(() => (this.#current ? this.#state.refusal : ''));
	/** What a tap on the board chooses next. */
	readonly slot = $derived.by(() => picking.boardSlot(this.#choices(), this.made));
	/** The cells among the choices. */
	readonly cells = $derived.by(() => picking.cellsOf(this.#choices(), this.made));

	/** Makes these choices; if they are a whole move, returns it and starts over. */
	take(made: picking.Made): Move | null {
		const move = picking.completed(this.#choices(), made);
		this.#set(move === null ? made : nothing);
		return move;
	}

	/** Shows why something cannot be chosen; earlier choices stay. */
	refuse(refusal: string): void {
		this.#set(this.made, refusal);
	}

	clear(): void {
		this.#set(nothing);
	}

	/** Another position may have come, or the player's turn. */
	follow(): void {
		if (!this.#state.early) {
			if (!this.#current) this.clear();
		} else if (!this.#early() && this.#choices().moves.length > 0) this.#set(this.made);
	}

	#set(made: picking.Made, refusal = ''): void {
		this.#state = { at: this.#key, made, refusal, early: this.#early() };
	}
}
