// A move chosen before the player's turn. It belongs to the moves after which it was
// chosen: taking one of them back discards it. When the turn comes, it is handed out
// once; the rules are asked then whether it is legal.

import type { PlyView, Premove } from '../../engine/protocol';

interface Choice {
	premove: Premove;
	/** The moves after which it was chosen. */
	after: readonly string[];
}

export class PremovePlan {
	#choice = $state.raw<Choice | null>(null);
	#sending = $state.raw<Premove | null>(null);
	/** How many moves were played with the last move that was chosen in advance. */
	#played = $state(0);

	/** What waits for the player's turn. */
	get chosen(): Premove | null {
		return this.#choice?.premove ?? null;
	}

	/** What is being played now. */
	get sending(): Premove | null {
		return this.#sending;
	}

	choose(premove: Premove, after: readonly string[]): void {
		this.#choice = { premove, after };
	}

	cancel(): void {
		this.#choice = null;
	}

	/** Whether a move was chosen in advance, or was just played. */
	concerns(plies: number): boolean {
		return this.#choice !== null || plies === this.#played;
	}

	/** The game has gone on. Discards the move if the player has moved, or moves were taken back. */
	follow(plies: readonly PlyView[], seat: number | null): void {
		const after = this.#choice?.after ?? [];
		const isContinued = after.every((move, ply) => plies[ply]?.text === move);
		const hasMoved = plies.slice(after.length).some((ply) => ply.seat === seat);
		if (!isContinued || hasMoved) this.cancel();
	}

	/** The turn has come: `play` gets the move, which is forgotten. */
	async fulfil(plies: number, play: (premove: Premove) => Promise<void>): Promise<void> {
		const { chosen } = this;
		if (chosen === null) return;
		this.#choice = null;
		this.#sending = chosen;
		this.#played = plies + 1;
		try {
			await play(chosen);
		} finally {
			this.#sending = null;
		}
	}
}
