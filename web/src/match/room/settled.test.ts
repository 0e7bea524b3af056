import { expect, it } from 'vitest';
import { settled } from './settled';

function moving(...animations: { endTime: number; finished: Promise<unknown> }[]): Element {
	const element = document.createElement('div');
	element.getAnimations = () =>
		animations.map(({ endTime, finished }) => ({
			finished,
			effect: { getComputedTiming: () => ({ endTime }) },
		})) as unknown as Animation[];
	return element;
}

it('waits for the last animation, even one that is cancelled', async () => {
	let land = () => {};
	const landing = new Promise<void>((resolve) => {
		land = resolve;
	});
	let rested = false;
	const cancelled = Promise.reject(new Error('cancelled'));
	cancelled.catch(() => {});
	const waiting = settled(
		moving({ endTime: 300, finished: landing }, { endTime: 100, finished: cancelled }),
	).then(() => {
		rested = true;
	});
	await new Promise(requestAnimationFrame);
	await new Promise(requestAnimationFrame);
	expect(rested).toBe(false);
	land();
	await waiting;
	expect(rested).toBe(true);
});

it('does not wait for what never ends', async () => {
	await settled(moving({ endTime: Number.POSITIVE_INFINITY, finished: new Promise(() => {}) }));
});

it('does not wait where nothing can move', async () => {
	await settled(undefined);
	await settled(document.createElement('div'));
});
