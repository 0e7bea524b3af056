import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pause } from './pause';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether a pause has ended. */
function watch(pausing: Promise<void>): () => Promise<boolean> {
	let ended = false;
	void pausing.then(() => (ended = true));
	return async () => {
		await Promise.resolve();
		return ended;
	};
}

it('ends after its time, and listens to the signal no longer', async () => {
	const { signal } = new AbortController();
	const removed = vi.spyOn(signal, 'removeEventListener');
	const ended = watch(pause(100, signal));
	vi.advanceTimersByTime(99);
	expect(await ended()).toBe(false);
	vi.advanceTimersByTime(1);
	expect(await ended()).toBe(true);
	expect(removed).toHaveBeenCalledOnce();
});

it('is ended early by its signal, also by one that was given before', async () => {
	const stop = new AbortController();
	const ended = watch(pause(100, stop.signal));
	stop.abort();
	expect(await ended()).toBe(true);
	expect(await watch(pause(100, stop.signal))()).toBe(true);
	expect(vi.getTimerCount()).toBe(0);
});
