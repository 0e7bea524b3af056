// Dragging pieces with mouse, pen or finger, from a board or a tray onto a board.
// Boards are drop zones; a drag source does not know them. A press without movement is
// a click, a short quick movement a flick.
//
//	press ──► moved far enough ──► frames ──► released over a cell ──► drop ──► taken?
//	  │                                └────► released elsewhere  ──► flick ──► taken?
//	  └──► released: a click

import type { Point } from './geometry';

/** A piece that was let go over a cell. */
export interface Drop {
	/** The cell the piece came from, '' for a tray. */
	from: string;
	cell: string;
	letter: string;
	/** The centre of the piece in the window. */
	at: Point;
}

/** A board on which pieces can be dropped. */
export interface DropZone {
	/** The cell at a point of the window, or null. */
	hit(x: number, y: number): string | null;
	/** The drag is over a cell, or over none. */
	over(cell: string | null): void;
	/** Whether a piece may be dropped on a cell. */
	accepts(cell: string): boolean;
	/** Returns whether the piece stays there; if not, the board says why. */
	drop(drop: Drop): boolean;
	/** The width of a cell in pixels. */
	cellWidth(): number;
}

/** The source of a drag. */
export interface DragSource {
	/** The cell the piece comes from, '' for a tray. */
	from: string;
	letter: string;
	started(): void;
	/** Once per frame: the centre of the piece is at a point of the window. */
	moved(at: Point): void;
	/** A flick in a direction; returns whether it meant something. */
	flicked?(direction: Point): boolean;
	/** The drag is over. A piece that was not taken goes back. */
	ended(taken: boolean): void;
}

const zones = new Set<DropZone>();

/** Registers a board; the returned function removes it. */
export function addDropZone(zone: DropZone): () => void {
	zones.add(zone);
	return () => zones.delete(zone);
}

/** The size at which pieces are dragged: that of the board they can be dropped on. */
export function cellWidth(): number | undefined {
	return [...zones][0]?.cellWidth();
}

function hitZone(x: number, y: number): { zone: DropZone; cell: string } | null {
	for (const zone of zones) {
		const cell = zone.hit(x, y);
		if (cell !== null) return { zone, cell };
	}
	return null;
}

/** How far in pixels a press may move and still be a click. Fingers are less steady. */
function clickTolerance(event: PointerEvent): number {
	return event.pointerType === 'mouse' ? 5 : 10;
}

/** How far the piece is above the pointer, as a share of a cell: a finger would hide it. */
function raiseOf(event: PointerEvent): number {
	return event.pointerType === 'touch' ? 0.5 : 0.06;
}

/** Browsers report a click after a drag, which nobody meant. */
function suppressNextClick(): void {
	const suppress = (event: Event) => {
		event.stopPropagation();
		event.preventDefault();
	};
	window.addEventListener('click', suppress, { capture: true, once: true });
	setTimeout(() => window.removeEventListener('click', suppress, { capture: true }));
}

/** In pixels per millisecond, over the last moments of a movement. */
const flickSpeed = 0.5;
const flickWindow = 100;

/** The direction in which a pointer was flicked away; null if it was slow. */
function flickOf(trace: { x: number; y: number; time: number }[]): Point | null {
	const end = trace.at(-1);
	const start = trace.find(({ time }) => end !== undefined && end.time - time <= flickWindow);
	if (end === undefined || start === undefined || end.time <= start.time) return null;
	const direction = { x: end.x - start.x, y: end.y - start.y };
	const speed = Math.hypot(direction.x, direction.y) / (end.time - start.time);
	return speed >= flickSpeed ? direction : null;
}

/** Tracks a pointer from its press, until the source is gone. */
export function followDrag(press: PointerEvent, source: DragSource, gone?: AbortSignal): void {
	if (press.button !== 0 || !press.isPrimary) return;
	let dragging = false;
	let frame: number | null = null;
	const trace = [{ x: press.clientX, y: press.clientY, time: press.timeStamp }];
	const stop = new AbortController();
	const listen = { signal: stop.signal };

	const point = (cell: string | null, on?: DropZone) => {
		for (const zone of zones) zone.over(zone === on ? cell : null);
	};
	const centre = (x: number, y: number): Point => ({ x, y: y - raiseOf(press) * (cellWidth() ?? 0) });
	const giveUp = () => {
		stop.abort();
		if (frame !== null) cancelAnimationFrame(frame);
	};
	const finish = (taken: boolean) => {
		giveUp();
		if (!dragging) return;
		point(null);
		source.ended(taken);
	};
	const draw = () => {
		frame = null;
		const { x, y } = trace.at(-1) ?? { x: 0, y: 0 };
		source.moved(centre(x, y));
		const hit = hitZone(x, y);
		point(hit?.cell ?? null, hit?.zone);
	};
	const moved = (event: PointerEvent) => {
		if (event.pointerId !== press.pointerId) return;
		const { clientX: x, clientY: y } = event;
		if (!dragging) {
			if (Math.hypot(x - press.clientX, y - press.clientY) < clickTolerance(press)) return;
			dragging = true;
			if (press.target instanceof Element) press.target.setPointerCapture(press.pointerId);
			source.started();
		}
		trace.push({ x, y, time: event.timeStamp });
		// Nothing else is asked of it than where it was a moment ago.
		while (trace.length > 2 && event.timeStamp - (trace[1]?.time ?? 0) > flickWindow) trace.shift();
		frame ??= requestAnimationFrame(draw);
	};
	const released = (event: PointerEvent) => {
		if (event.pointerId !== press.pointerId) return;
		if (!dragging) return finish(false);
		suppressNextClick();
		const { clientX: x, clientY: y } = event;
		// The last frame may still be to come.
		source.moved(centre(x, y));
		const hit = hitZone(x, y);
		const flick = hit?.zone.accepts(hit.cell) ? null : flickOf(trace);
		if (flick !== null && source.flicked?.(flick)) return finish(true);
		const { from, letter } = source;
		const elsewhere = hit !== null && hit.cell !== from;
		finish(elsewhere && hit.zone.drop({ from, letter, cell: hit.cell, at: centre(x, y) }));
	};
	window.addEventListener('pointermove', moved, listen);
	window.addEventListener('pointerup', released, listen);
	window.addEventListener(
		'pointercancel',
		({ pointerId }) => pointerId === press.pointerId && finish(false),
		listen,
	);
	window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(false), listen);
	gone?.addEventListener('abort', giveUp, listen);
}
