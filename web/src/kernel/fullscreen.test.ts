import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fullscreen } from './fullscreen.svelte';

/** What fills the screen. */
let shown: Element | null = null;
const change = (element: Element | null) => async () => {
	shown = element;
	document.dispatchEvent(new Event('fullscreenchange'));
};

beforeEach(() => {
	shown = null;
	const root = document.documentElement;
	Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true });
	Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => shown });
	root.requestFullscreen = vi.fn(change(root));
	document.exitFullscreen = vi.fn(change(null));
});
afterEach(() => {
	Reflect.deleteProperty(document, 'fullscreenEnabled');
	Reflect.deleteProperty(document, 'fullscreenElement');
});

it('is switched on and off', () => {
	const stop = fullscreen.watch();
	expect([fullscreen.possible, fullscreen.on]).toEqual([true, false]);
	fullscreen.toggle();
	expect(fullscreen.on).toBe(true);
	fullscreen.toggle();
	expect([fullscreen.on, shown]).toEqual([false, null]);
	stop();
	expect(document.exitFullscreen).toHaveBeenCalledOnce();
});

it('notices that the browser left it, as by Escape', async () => {
	const stop = fullscreen.watch();
	fullscreen.toggle();
	await change(null)();
	expect(fullscreen.on).toBe(false);
	stop();
});

it('ends with the page that asked for it', () => {
	const stop = fullscreen.watch();
	fullscreen.toggle();
	stop();
	expect([fullscreen.on, shown]).toEqual([false, null]);
});

it('is not offered where browsers do not have it', () => {
	Reflect.deleteProperty(document, 'fullscreenEnabled');
	Reflect.deleteProperty(document, 'fullscreenElement');
	const stop = fullscreen.watch();
	expect([fullscreen.possible, fullscreen.on]).toEqual([false, false]);
	stop();
	expect(document.exitFullscreen).not.toHaveBeenCalled();
});
