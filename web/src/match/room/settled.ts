import { tick } from 'svelte';

/** The longest wait for the next frame: hidden pages have none. */
const frameTimeout = 100;

function nextFrame(): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, frameTimeout);
		requestAnimationFrame(() => {
			clearTimeout(timer);
			resolve();
		});
	});
}

/**
 * Waits until everything that moves inside an element has come to rest, and no board in it
 * has more moves to show.
 */
export async function settled(element: Element | undefined): Promise<void> {
	await tick();
	if (typeof element?.getAnimations !== 'function') return;
	// A piece may start to move with the next frame.
	await nextFrame();
	const ending = element
		.getAnimations({ subtree: true })
		.filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
	await Promise.allSettled(ending.map((animation) => animation.finished));
	if (element.querySelector('[data-behind]')) await settled(element);
}
