// Keeps the screen on. A browser takes the lock away while the page is hidden, so it is
// asked for again when the page is back. Without the lock, as on plain http or with a
// low battery, the screen goes dark as usual; nobody has to know.

/** The part of the browser that is needed; undefined where there is none. */
type Locks = Pick<WakeLock, 'request'> | undefined;

/** Keeps the screen on until the returned function is called. */
export function keepScreenOn(locks: Locks = navigator.wakeLock): () => void {
	if (!locks) return () => {};
	let lock: WakeLockSentinel | null = null;
	let asking = false;
	let ended = false;

	async function acquire(): Promise<void> {
		if (ended || asking || lock || document.visibilityState !== 'visible') return;
		asking = true;
		const got = await locks?.request('screen').catch(() => null);
		asking = false;
		if (!got) return;
		if (ended) return release(got);
		lock = got;
		got.addEventListener('release', () => {
			if (lock === got) lock = null;
		});
	}

	const onVisible = () => void acquire();
	document.addEventListener('visibilitychange', onVisible);
	void acquire();
	return () => {
		ended = true;
		document.removeEventListener('visibilitychange', onVisible);
		if (lock) void release(lock);
	};
}

/** It may have been released already. */
function release(lock: WakeLockSentinel): Promise<void> {
	return lock.release().catch(() => {});
}
