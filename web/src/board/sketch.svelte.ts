// Drawing on the board: a press is a circle, a drag an arrow.

import type { Brush, Shape } from './types';

/** The colour that the keys held down choose, as on other boards: Shift or Control, Alt, both. */
export function brushOf(event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>): Brush {
	const [first, second] = [event.shiftKey || event.ctrlKey, event.altKey || event.metaKey];
	if (first && second) return 'yellow';
	if (second) return 'blue';
	return first ? 'red' : 'green';
}

export class Sketch {
	#shape = $state.raw<Shape | null>(null);
	#stop: AbortController | null = null;

	/** What would be drawn if the pointer were let go now. */
	get shape(): Shape | null {
		return this.#shape;
	}

	/** Follows a pointer from its press on a cell; `hit` is the cell at a point of the window. */
	follow(
		press: PointerEvent,
		start: Shape,
		hit: (x: number, y: number) => string | null,
		drawn: (shape: Shape) => void,
	): void {
		this.cancel();
		const stop = new AbortController();
		const listen = { signal: stop.signal };
		this.#stop = stop;
		this.#shape = start;
		const shapeAt = ({ clientX, clientY }: PointerEvent): Shape | null => {
			const to = hit(clientX, clientY);
			return to === null ? null : { ...start, to };
		};
		const moved = (event: PointerEvent) => {
			if (event.pointerId === press.pointerId) this.#shape = shapeAt(event);
		};
		const released = (event: PointerEvent) => {
			if (event.pointerId !== press.pointerId) return;
			const shape = shapeAt(event);
			this.cancel();
			if (shape) drawn(shape);
		};
		window.addEventListener('pointermove', moved, listen);
		window.addEventListener('pointerup', released, listen);
		window.addEventListener(
			'pointercancel',
			({ pointerId }) => pointerId === press.pointerId && this.cancel(),
			listen,
		);
		window.addEventListener('keydown', (event) => event.key === 'Escape' && this.cancel(), listen);
	}

	cancel(): void {
		this.#stop?.abort();
		this.#stop = null;
		this.#shape = null;
	}
}

/** Adds a shape; the same one again removes it, and another colour replaces it. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): Shape[] {
	const same = (one: Shape) => one.from === shape.from && one.to === shape.to;
	const others = shapes.filter((one) => !same(one));
	return shapes.find(same)?.brush === shape.brush ? others : [...others, shape];
}
