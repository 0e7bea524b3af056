// What the board shows while moves are made on it: the position, or the position
// with the choices so far carried out, and the motion that led there. Previews
// come from the rules a moment later; an answer that is no longer asked for is
// dropped. What a preview has already shown to move is not moved again when the
// move is made.

import type { Motion, Move, Picks, PlyView, PositionView, Preview } from '../engine/protocol';

type Cells = Record<string, string>;

/** How long a finished move stays on the board for a new position to take its place. */
const patience = 400;

export class Stage {
	#shown = $state.raw<{ cells: Cells; motions: Motion[] }>({ cells: {}, motions: [] });
	#position: PositionView | null = null;
	/** The choices that the board shows carried out. */
	#carried: Picks = {};
	#wanted: Picks = {};
	#asked = 0;
	#sent: Move | null = null;
	#waiting: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly preview: (position: PositionView, picks: Picks) => Promise<Preview>) {}

	get cells(): Cells {
		return this.#shown.cells;
	}

	get motions(): Motion[] {
		return this.#shown.motions;
	}

	/** A position has arrived, by the ply `last` if there is one. */
	arrive(position: PositionView, last: PlyView | null): void {
		const before = this.#position;
		if (before?.text === position.text && before.game === position.game) {
			this.#position = position;
			return;
		}
		const motions = before !== null && last !== null ? toPlay(last, before.cells, position.cells) : [];
		const own = last !== null && last.text === this.#sent?.text ? this.#sent.picks : {};
		const carried = this.#carried;
		this.close();
		this.#position = position;
		this.#show(
			position.cells,
			motions.filter((motion) => !isCarried(motion, carried, own)),
		);
		this.#carried = {};
	}

	/** The choices made or pointed at have changed. */
	async choose(picks: Picks): Promise<void> {
		this.#wanted = picks;
		const position = this.#position;
		if (position === null || this.#sent !== null) return;
		const ticket = ++this.#asked;
		if (Object.keys(picks).length === 0) {
			this.#show(position.cells, []);
			this.#carried = {};
			return;
		}
		const found = await this.preview(position, picks).catch(() => null);
		if (found === null || ticket !== this.#asked) return;
		this.#show(
			found.cells,
			found.motions.filter((motion) => !isCarried(motion, this.#carried, picks)),
		);
		this.#carried = picks;
	}

	/**
	 * A move was made: what is shown of it stays until the next position, or until
	 * none comes. The same again is no second move but a second tap: false.
	 */
	send(move: Move): boolean {
		if (this.#sent?.text === move.text) return false;
		this.close();
		this.#sent = move;
		this.#waiting = setTimeout(() => {
			this.close();
			void this.choose(this.#wanted);
		}, patience);
		return true;
	}

	/** Gives up waiting, for a position and for previews. */
	close(): void {
		clearTimeout(this.#waiting);
		this.#sent = null;
		this.#asked++;
	}

	/** A motion under way goes on where nothing else is to be seen. */
	#show(cells: Cells, motions: Motion[]): void {
		if (motions.length === 0 && isSame(this.#shown.cells, cells)) return;
		this.#shown = { cells, motions };
	}
}

function isSame(a: Cells, b: Cells): boolean {
	const cells = Object.keys(a);
	return cells.length === Object.keys(b).length && cells.every((cell) => a[cell] === b[cell]);
}

/** The motions of a ply where they tell what changed on the board, which they do not when a game is stepped back through. */
function toPlay(ply: PlyView, before: Cells, after: Cells): Motion[] {
	const touched = new Set(ply.motions.flatMap((motion) => [motion.from, motion.to]));
	const cells = [...Object.keys(before), ...Object.keys(after)];
	return cells.every((cell) => before[cell] === after[cell] || touched.has(cell)) ? ply.motions : [];
}

/** Whether the board has shown a motion of some choices, having carried out others. */
function isCarried(motion: Motion, carried: Picks, picks: Picks): boolean {
	const { needs } = motion;
	return (
		needs.length > 0 && needs.every((slot) => carried[slot] !== undefined && carried[slot] === picks[slot])
	);
}
