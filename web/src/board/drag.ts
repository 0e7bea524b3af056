// Dragging pieces with mouse, pen or finger, from a board or a tray onto a board.
// Boards are drop zones; a drag source does not know them. A press without movement is
// a click.

/** A board on which pieces can be dropped. */
export interface DropZone {
	/** The cell at a point of the window, or null. */
	hit(x: number, y: number): string | null;
	/** The drag is over a cell, or over none. */
	over(cell: string | null): void;
	/** `from` is the cell the piece came from, '' for a tray. */
	drop(from: string, cell: string): void;
}

/** The source of a drag. */
export interface DragSource {
	/** The cell the piece comes from, '' for a tray. */
	from: string;
	started?(): void;
	/** The pointer is at (x, y), moved by (dx, dy), in window pixels. */
	moved(at: { x: number; y: number; dx: number; dy: number }): void;
	/** The drag is over: dropped, cancelled or lost. */
	ended(): void;
}

const zones = new Set<DropZone>();

/** Registers a board; the returned function removes it. */
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

/** How far in pixels a press may move and still be a click. Fingers are less steady. */
function clickTolerance(event: PointerEvent): number {
	return event.pointerType === 'mouse' ? 5 : 10;
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

/** Tracks a pointer from its press. */
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
			if (Math.hypot(dx, dy) < clickTolerance(press)) return;
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
		if (dragging) suppressNextClick();
		finish();
		if (hit !== null && hit.cell !== source.from) hit.zone.drop(source.from, hit.cell);
	};
	window.addEventListener('pointermove', moved, listen);
	window.addEventListener('pointerup', released, listen);
	window.addEventListener('pointercancel', finish, listen);
	window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(), listen);
}
