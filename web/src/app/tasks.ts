/**
 * Ends the task at hand, so that the browser can draw and hear the user, and goes
 * on in the next. Pages are made of several such: code is slow when it first runs.
 */
export function nextTask(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}

let last: Promise<void> = Promise.resolve();

/** A task that nobody else who asked for one has. */
export function ownTask(): Promise<void> {
	last = last.then(nextTask);
	return last;
}

/** Tests look at a page as soon as it is made. */
export const parts = { atOnce: false };
