const latest = 4000;
const later = 1500;

/** Runs something when the page is loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
	const begin = () => {
		if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: latest });
		else setTimeout(work, later);
	};
	if (document.readyState === 'complete') begin();
	else addEventListener('load', begin, { once: true });
}

/** How long a page gets to show what it is asking for, in milliseconds. */
const settling = 1500;

/**
 * Runs something large when the page has settled. A browser is idle, too, while a page waits for its first
 * answers; whatever starts then competes with showing them.
 */
export function whenSettled(work: () => void): void {
	whenIdle(() => setTimeout(() => whenIdle(work), settling));
}
