import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../match/local/testing/eventually';
import { keepScreenOn } from './wakeLock';

/** A lock that the browser can take away. */
class FakeLock extends EventTarget {
	/** Whether somebody has it. */
	held = false;
	override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
		super.addEventListener(...args);
		this.held = true;
	}
	release = vi.fn(async () => {
		this.dispatchEvent(new Event('release'));
	});
}

let locks: FakeLock[] = [];
const browser = {
	request: vi.fn(async () => {
		const lock = new FakeLock();
		locks.push(lock);
		return lock as unknown as WakeLockSentinel;
	}),
};
let stop = () => {};

function setVisible(visible: boolean): void {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
	document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
	vi.restoreAllMocks();
	browser.request.mockClear();
	locks = [];
});
afterEach(() => stop());

it('keeps the screen on until it is stopped', async () => {
	stop = keepScreenOn(browser);
	await eventually(() => expect(locks[0]?.held).toBe(true));
	stop();
	expect(locks[0]?.release).toHaveBeenCalledOnce();
	setVisible(true);
	expect(browser.request).toHaveBeenCalledOnce();
});

it('asks again when the page is back', async () => {
	stop = keepScreenOn(browser);
	await eventually(() => expect(locks[0]?.held).toBe(true));
	setVisible(false);
	locks[0]?.dispatchEvent(new Event('release'));
	expect(browser.request).toHaveBeenCalledOnce();
	setVisible(true);
	await eventually(() => expect(locks[1]?.held).toBe(true));
	setVisible(true);
	expect(browser.request).toHaveBeenCalledTimes(2);
});

it('lets go of a lock that comes too late', async () => {
	stop = keepScreenOn(browser);
	stop();
	await eventually(() => expect(locks[0]?.release).toHaveBeenCalledOnce());
});

it('does without where there is none, or the browser refuses', async () => {
	expect(keepScreenOn(undefined)).not.toThrow();
	browser.request.mockRejectedValueOnce(new DOMException('low battery', 'NotAllowedError'));
	stop = keepScreenOn(browser);
	setVisible(true);
	await eventually(() => expect(browser.request).toHaveBeenCalled());
	expect(stop).not.toThrow();
});
