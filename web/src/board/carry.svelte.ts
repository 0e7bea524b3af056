// The piece in the hand. After it is let go over a cell that takes it, it stays there until
// the board shows the move; only then does it settle. If no move comes, it goes back.

import type { Landing } from './animations';
import { centreOf, type Frame, type Point } from './geometry';

export interface CarriedPiece {
	/** The cell it was taken from, '' for a tray. */
	cell: string;
	letter: string;
	/** Its centre in the drawing. */
	at: Point;
}

/** How often to look whether a piece still waits for something where it was let go, in milliseconds. */
const patience = 2000;

export class Carry {
	#piece = $state.raw<CarriedPiece | null>(null);
	#target: string | null = null;
	#timeout: ReturnType<typeof setTimeout> | undefined;

	get piece(): CarriedPiece | null {
		return this.#piece;
	}

	/** The piece is in the hand. */
	move(piece: CarriedPiece): void {
		this.clear();
		this.#piece = piece;
	}

	/** The piece was let go over a cell that takes it. */
	letGo(piece: CarriedPiece, target: string, awaited: () => boolean, back: () => void): void {
		this.move(piece);
		this.#target = target;
		const look = () => {
			if (awaited()) this.#timeout = setTimeout(look, patience);
			else back();
		};
		this.#timeout = setTimeout(look, patience);
	}

	/** Where the piece lands; null if none waits. */
	landing(frame: Frame): Landing | null {
		if (this.#piece === null || this.#target === null) return null;
		const { x, y } = centreOf(this.#target, frame);
		const { at } = this.#piece;
		return { cell: this.#target, offset: { x: at.x - x, y: at.y - y } };
	}

	clear(): void {
		clearTimeout(this.#timeout);
		this.#target = null;
		this.#piece = null;
	}
}

/** The target that lies in the direction of a flick; null if none does, or two do. */
export function flickTarget(from: string, direction: Point, targets: string[], frame: Frame): string | null {
	const start = centreOf(from, frame);
	const angle = Math.atan2(direction.y, direction.x);
	const inDirection = targets.filter((cell) => {
		const { x, y } = centreOf(cell, frame);
		const off = Math.abs(Math.atan2(y - start.y, x - start.x) - angle);
		return cell !== from && Math.min(off, 2 * Math.PI - off) < Math.PI / 6;
	});
	return inDirection.length === 1 ? (inDirection[0] ?? null) : null;
}
