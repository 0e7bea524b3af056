import type { PositionView, Premove } from '../../engine/protocol';

/** Moves that can be chosen before the player's turn. */
export interface PremoveView {
	/** The seat of the player. */
	seat: number;
	/** What waits for the turn. */
	chosen: Premove | null;
	/** What is being played, but not on the board yet. */
	sending: Premove | null;
	choose(premove: Premove): void;
	cancel(): void;
}

/** What the rules let a seat choose in advance. */
export class PremoveChoices {
	#position: () => PositionView;
	#found = $state.raw<{ at: PositionView; moves: Premove[] } | null>(null);

	/** Belongs to a component; `seat` is null while nothing can be chosen in advance. */
	constructor(
		ask: (position: PositionView, seat: number) => Promise<Premove[]>,
		position: () => PositionView,
		seat: () => number | null,
	) {
		this.#position = position;
		$effect(() => {
			const [at, who] = [position(), seat()];
			if (who === null) return;
			let gone = false;
			// Without an answer nothing can be chosen in advance.
			const answer = ask(at, who).catch(() => []);
			void answer.then((moves) => {
				if (!gone) this.#found = { at, moves };
			});
			return () => {
				gone = true;
			};
		});
	}

	get moves(): Premove[] {
		return this.#found?.at === this.#position() ? this.#found.moves : [];
	}
}
