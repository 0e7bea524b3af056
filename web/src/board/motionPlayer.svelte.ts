// Plays the motions of pieces in the drawing of a board, one move at a time.

import type { Motion } from '../engine/protocol';
import { animationScale } from '../kernel/settings.svelte';
import { type Landing, pieceAnimations } from './animations';
import type { Frame } from './geometry';

export class MotionPlayer {
	readonly #pieceAt: (cell: string) => Element | null;
	#animations: Animation[] = [];
	/** Faces that cards still show while they flip. */
	#flipping = $state<Record<string, string>>({});
	/** The motions that have ended. */
	#ended = $state.raw<Motion[] | undefined>();

	/** The motions of the first position are not played. */
	constructor(pieceAt: (cell: string) => Element | null, first: Motion[] | undefined) {
		this.#pieceAt = pieceAt;
		this.#ended = first;
	}

	/** Whether the pieces of these motions have all arrived. */
	hasEnded(motions: Motion[] | undefined): boolean {
		return motions === this.#ended;
	}

	/** The face that a card shows while it flips. */
	oldFace(cell: string): string | undefined {
		return this.#flipping[cell];
	}

	/** Moves one piece; null if nothing is to be seen of it. */
	move(cell: string, frames: Keyframe[], duration: number, delay = 0): Animation | null {
		const piece = this.#pieceAt(cell);
		const scale = animationScale();
		if (piece === null || scale === 0) return null;
		const timing: KeyframeAnimationOptions = {
			duration: duration * scale,
			delay: delay * scale,
			fill: 'backwards',
		};
		const animation = piece.animate(frames, timing);
		this.#animations.push(animation);
		return animation;
	}

	/** Plays the motions of a move, instead of those before it. Resolves to whether it was played to its end. */
	async play(
		motions: Motion[] | undefined,
		before: Record<string, string>,
		frame: Frame,
		landing: Landing | null,
	): Promise<boolean> {
		this.#cancel();
		for (const { cell, frames, duration, delay, flipsFrom } of pieceAnimations(
			motions ?? [],
			frame,
			landing,
		)) {
			if (this.move(cell, frames, duration, delay) !== null) this.#flip(cell, before[flipsFrom], duration);
		}
		const waiting = this.#animations;
		if (waiting.length > 0) await Promise.allSettled(waiting.map(({ finished }) => finished));
		if (waiting !== this.#animations) return false;
		this.#ended = motions;
		return true;
	}

	/** A card shows its old face for half of its time. */
	#flip(cell: string, oldFace: string | undefined, duration: number): void {
		if (oldFace === undefined) return;
		this.#flipping[cell] = oldFace;
		const half = this.move(cell, [], duration / 2);
		if (half !== null) half.onfinish = () => delete this.#flipping[cell];
	}

	#cancel(): void {
		for (const animation of this.#animations) animation.cancel();
		this.#animations = [];
		this.#flipping = {};
	}
}
