// Dragging pieces with mouse, pen or finger, from the board or from a tray, onto
// a board. Boards are drop zones; whoever starts a drag needs not know them.
// A press that stays in place remains a click.

/** A board on which pieces can be dropped. */
export interface DropZone {
	/** The cell at a place of the window, or null. */
	hit(x: number, y: number): string | null;
	/** The drag is above a cell, or above none (any more). */
	over(cell: string | null): void;
	/** `from` is the cell from which the piece came, '' for a tray. */
	drop(from: string, cell: string): void;
}

/** What the source of a drag does meanwhile. */
export interface DragSource {
	/** The cell from which the piece comes, '' for a tray. */
	from: string;
	started?(): void;
	/** The pointer is at (x, y), having moved by (dx, dy), in pixels of the window. */
	moved(at: { x: number; y: number; dx: number; dy: number }): void;
	/** It is over: dropped, cancelled or lost. */
	ended(): void;
}

const zones = new Set<DropZone>();

/** Makes a board known while it is on the page; call what is returned when it goes. */
export function addDropZone(zone: DropZone): () => void {
	zones.add(zone);
	return () => zones.delete(zone);
}

function hitZone(x: number, y: number): { zone: DropZone; cell: string } | null {
	for (const zone of zones) {
		const cell = zone.hit(x, y);
		if (cell !== null) return { zone, cell };
	}
	return null;
}

/** How far a press may stray, in pixels, and still be a click. Fingers are less steady. */
function slack(event: PointerEvent): number {
	return event.pointerType === 'mouse' ? 5 : 10;
}

/** After a drag the browser reports a click on whatever was pressed; nobody meant it. */
function swallowNextClick(): void {
	const swallow = (event: Event) => {
		event.stopPropagation();
		event.preventDefault();
	};
	window.addEventListener('click', swallow, { capture: true, once: true });
	setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

/** Follows the pointer that was just pressed. */
export function followDrag(press: PointerEvent, source: DragSource): void {
	if (press.button !== 0 || !press.isPrimary) return;
	let dragging = false;
	const stop = new AbortController();
	const listen = { signal: stop.signal };

	const point = (cell: string | null, on?: DropZone) => {
		for (const zone of zones) zone.over(zone === on ? cell : null);
	};
	const finish = () => {
		stop.abort();
		if (!dragging) return;
		point(null);
		source.ended();
	};
	const moved = (event: PointerEvent) => {
		if (event.pointerId !== press.pointerId) return;
		const [dx, dy] = [event.clientX - press.clientX, event.clientY - press.clientY];
		if (!dragging) {
			if (Math.hypot(dx, dy) < slack(press)) return;
			dragging = true;
			if (press.target instanceof Element) press.target.setPointerCapture(press.pointerId);
			source.started?.();
		}
		source.moved({ x: event.clientX, y: event.clientY, dx, dy });
		const hit = hitZone(event.clientX, event.clientY);
		point(hit?.cell ?? null, hit?.zone);
	};
	const released = (event: PointerEvent) => {
		if (event.pointerId !== press.pointerId) return;
		const hit = dragging ? hitZone(event.clientX, event.clientY) : null;
		if (dragging) swallowNextClick();
		finish();
		if (hit !== null && hit.cell !== source.from) hit.zone.drop(source.from, hit.cell);
	};
	window.addEventListener('pointermove', moved, listen);
	window.addEventListener('pointerup', released, listen);
	window.addEventListener('pointercancel', finish, listen);
	window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(), listen);
}
