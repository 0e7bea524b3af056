// A game shown as a film: one move after the other, until the end or until somebody
// touches anything.

import { animationScale } from '../../kernel/settings.svelte';
import type { Cursor } from './controller';

/** How long each move stays, in milliseconds, at normal speed and where nothing moves. */
const stay = 1500;

export class Film {
	#cursor: () => Pick<Cursor, 'ply' | 'plies' | 'goTo'>;
	#playing = $state(false);
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** The ply that was asked for last; a cursor may take a moment to get there. */
	#asked = 0;

	constructor(cursor: () => Pick<Cursor, 'ply' | 'plies' | 'goTo'>) {
		this.#cursor = cursor;
	}

	get playing(): boolean {
		return this.#playing;
	}

	/** Plays from the position on the board; from the end, the whole game again. */
	toggle(): void {
		const { ply, plies } = this.#cursor();
		if (this.#playing || plies.length === 0) {
			this.stop();
		} else {
			this.#playing = true;
			this.#show(ply === plies.length ? 0 : ply + 1);
		}
	}

	stop(): void {
		clearTimeout(this.#timer);
		this.#playing = false;
	}

	#show(ply: number): void {
		const cursor = this.#cursor();
		this.#asked = ply;
		cursor.goTo(ply);
		if (ply < cursor.plies.length) this.#wait();
		else this.stop();
	}

	#wait(): void {
		this.#timer = setTimeout(() => this.#next(), stay * (animationScale() || 1));
	}

	#next(): void {
		const { ply } = this.#cursor();
		if (ply === this.#asked) this.#show(ply + 1);
		// Still on its way.
		else if (ply === this.#asked - 1) this.#wait();
		// Something else leads the way now.
		else this.stop();
	}
}
