import { vi } from 'vitest';

/** Replaces animation frames; the returned function runs those that are due. */
export function stubFrames(): () => void {
	let due = new Map<number, FrameRequestCallback>();
	let next = 1;
	vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
		due.set(next, callback);
		return next++;
	});
	vi.stubGlobal('cancelAnimationFrame', (id: number) => due.delete(id));
	return () => {
		const now = due;
		due = new Map();
		for (const callback of now.values()) callback(0);
	};
}
