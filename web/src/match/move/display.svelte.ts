// What the board shows while a move is made: the position, or a preview of the choices
// so far, with the motions that led there. Previews come from the rules a moment
// later; stale ones are dropped. Motions that a preview has shown are not played again
// when the move is made.
//
// Where several others move in a row, each move stays for a moment: positions that
// arrive too fast wait.

import type { Motion, Move, Picks, PlyView, PositionView, Preview } from '../../engine/protocol';

type Cells = Record<string, string>;

/** How long to show a move that was made while waiting for the new position. */
const submitTimeout = 400;

/** How long each of several moves in a row stays at least, in milliseconds. */
const pace = 800;

interface Arrival {
	position: PositionView;
	last: PlyView | null;
}

export class BoardDisplay {
	#shown = $state.raw<{ cells: Cells; motions: Motion[]; position: Cells }>({
		cells: {},
		motions: [],
		position: {},
	});
	#position: PositionView | null = null;
	#last = $state.raw<PlyView | null>(null);
	/** The choices that the board previews. */
	#previewed: Picks = {};
	#wanted: Picks = {};
	#lastRequest = 0;
	#submitted: Move | null = null;
	#timeout: ReturnType<typeof setTimeout> | undefined;
	/** How many previews are on their way. */
	#asked = 0;
	#waiting = $state.raw<readonly Arrival[]>([]);
	#pacing: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly preview: (position: PositionView, picks: Picks) => Promise<Preview>) {}

	get cells(): Cells {
		return this.#shown.cells;
	}

	/** The position that is on the board; `cells` may be a preview of another. */
	get position(): Cells {
		return this.#shown.position;
	}

	get motions(): Motion[] {
		return this.#shown.motions;
	}

	/** The ply that led to the position on the board. */
	get last(): PlyView | null {
		return this.#last;
	}

	/** Whether newer positions wait to be shown. */
	get behind(): boolean {
		return this.#waiting.length > 0;
	}

	/** Whether what was chosen or made is still on its way to the board. */
	get busy(): boolean {
		return this.#submitted !== null || this.#asked > 0;
	}

	/** The latest ply that waits to be shown. */
	get upcoming(): PlyView | null {
		return this.#waiting.at(-1)?.last ?? null;
	}

	/** A new position; `last` is the ply that led to it, if any. If `paced`, it waits for its turn. */
	setPosition(position: PositionView, last: PlyView | null, paced = false): void {
		const latest = this.#waiting.at(-1)?.position ?? this.#position;
		if (latest?.text === position.text && latest.game === position.game) {
			if (this.behind) return;
			this.#position = position;
			this.#last = last;
			return;
		}
		const own = last !== null && last.text === this.#submitted?.text;
		if (paced && !own && this.#pacing !== undefined) {
			this.#waiting = [...this.#waiting, { position, last }];
			return;
		}
		this.#stopPacing();
		this.#arrive(position, last);
		if (paced) this.#startPacing();
	}

	#startPacing(): void {
		this.#pacing = setTimeout(() => {
			this.#pacing = undefined;
			const [next, ...rest] = this.#waiting;
			if (next === undefined) return;
			this.#waiting = rest;
			this.#arrive(next.position, next.last);
			this.#startPacing();
		}, pace);
	}

	#stopPacing(): void {
		clearTimeout(this.#pacing);
		this.#pacing = undefined;
		this.#waiting = [];
	}

	#arrive(position: PositionView, last: PlyView | null): void {
		const before = this.#position;
		const motions = before !== null && last !== null ? toPlay(last, before.cells, position.cells) : [];
		const own = last !== null && last.text === this.#submitted?.text ? this.#submitted.picks : {};
		const previewed = this.#previewed;
		this.#endWait();
		this.#position = position;
		this.#last = last;
		this.#show(
			position.cells,
			motions.filter((motion) => !wasPreviewed(motion, previewed, own)),
		);
		this.#previewed = {};
	}

	/** The choices made or hovered have changed. */
	async setPicks(picks: Picks): Promise<void> {
		this.#wanted = picks;
		const position = this.#position;
		if (position === null || this.#submitted !== null) return;
		const request = ++this.#lastRequest;
		if (Object.keys(picks).length === 0) {
			this.#show(position.cells, []);
			this.#previewed = {};
			return;
		}
		this.#asked++;
		const found = await this.preview(position, picks).catch(() => null);
		this.#asked--;
		if (found === null || request !== this.#lastRequest) return;
		this.#show(
			found.cells,
			found.motions.filter((motion) => !wasPreviewed(motion, this.#previewed, picks)),
		);
		this.#previewed = picks;
	}

	/**
	 * Makes a move, which stays on the board until the next position arrives; if it was
	 * made and none arrives, it was not accepted. A second tap on the same move is ignored.
	 */
	async submit(move: Move, make: (text: string) => unknown): Promise<void> {
		if (this.#submitted?.text === move.text) return;
		this.#endWait();
		this.#submitted = move;
		try {
			await make(move.text);
		} finally {
			if (this.#submitted === move) {
				this.#timeout = setTimeout(() => {
					this.#endWait();
					void this.setPicks(this.#wanted);
				}, submitTimeout);
			}
		}
	}

	/** Shows nothing new any more. */
	close(): void {
		this.#endWait();
		this.#stopPacing();
	}

	/** Stops waiting for a position or previews. */
	#endWait(): void {
		clearTimeout(this.#timeout);
		this.#submitted = null;
		this.#lastRequest++;
	}

	/** Does not interrupt a running motion if nothing else is to be shown. */
	#show(cells: Cells, motions: Motion[]): void {
		const position = this.#position?.cells ?? {};
		if (motions.length === 0 && isSame(this.#shown.cells, cells) && isSame(this.#shown.position, position))
			return;
		this.#shown = { cells, motions, position };
	}
}

function isSame(a: Cells, b: Cells): boolean {
	const cells = Object.keys(a);
	return cells.length === Object.keys(b).length && cells.every((cell) => a[cell] === b[cell]);
}

/** The motions of a ply, if they explain what changed on the board. They do not when stepping back through a game. */
function toPlay(ply: PlyView, before: Cells, after: Cells): Motion[] {
	const touched = new Set(ply.motions.flatMap((motion) => [motion.from, motion.to]));
	const cells = [...Object.keys(before), ...Object.keys(after)];
	return cells.every((cell) => before[cell] === after[cell] || touched.has(cell)) ? ply.motions : [];
}

/** Whether a preview has already shown a motion. */
function wasPreviewed(motion: Motion, previewed: Picks, picks: Picks): boolean {
	const { needs } = motion;
	return (
		needs.length > 0 &&
		needs.every((slot) => previewed[slot] !== undefined && previewed[slot] === picks[slot])
	);
}
