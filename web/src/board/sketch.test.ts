import { afterEach, describe, expect, it, vi } from 'vitest';
import { brushOf, Sketch, toggleShape } from './sketch.svelte';
import type { Shape } from './types';

const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const circle: Shape = { brush: 'green', from: 'a1', to: 'a1' };
const arrow: Shape = { brush: 'green', from: 'a1', to: 'b2' };

it('chooses the colour by the keys held down', () => {
	expect(brushOf(keys)).toBe('green');
	expect(brushOf({ ...keys, shiftKey: true })).toBe('red');
	expect(brushOf({ ...keys, ctrlKey: true })).toBe('red');
	expect(brushOf({ ...keys, altKey: true })).toBe('blue');
	expect(brushOf({ ...keys, shiftKey: true, altKey: true })).toBe('yellow');
});

it('draws a shape once, changes its colour and removes it', () => {
	const drawn = toggleShape([circle], arrow);
	expect(drawn).toEqual([circle, arrow]);
	const red: Shape = { ...arrow, brush: 'red' };
	expect(toggleShape(drawn, red)).toEqual([circle, red]);
	expect(toggleShape(drawn, circle)).toEqual([arrow]);
});

describe('a pointer on the board', () => {
	const sketch = new Sketch();
	const drawn = vi.fn();
	/** Cells are ten pixels wide, and there are four of them. */
	const hit = (x: number) => (x < 40 ? `${'abcd'[Math.floor(x / 10)]}1` : null);
	const pointer = (type: string, clientX: number, pointerId = 1) =>
		window.dispatchEvent(new PointerEvent(type, { clientX, pointerId }));

	function press() {
		sketch.follow(new PointerEvent('pointerdown', { pointerId: 1, clientX: 5 }), circle, hit, drawn);
	}

	afterEach(() => {
		sketch.cancel();
		drawn.mockClear();
	});

	it('draws a circle where it stays, and an arrow where it goes', () => {
		press();
		pointer('pointerup', 5);
		expect(drawn).toHaveBeenLastCalledWith(circle);
		press();
		pointer('pointermove', 25);
		expect(sketch.shape).toEqual({ ...circle, to: 'c1' });
		pointer('pointerup', 25);
		expect(drawn).toHaveBeenLastCalledWith({ ...circle, to: 'c1' });
		expect(sketch.shape).toBeNull();
	});

	it('draws nothing outside, after Escape, or by another finger', () => {
		press();
		pointer('pointercancel', 25, 2);
		expect(sketch.shape).not.toBeNull();
		pointer('pointerup', 25, 2);
		pointer('pointerup', 99);
		press();
		window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
		pointer('pointerup', 25);
		expect(drawn).not.toHaveBeenCalled();
	});
});
