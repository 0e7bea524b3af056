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
