/**
 * Continues in a new task, so that the browser can paint and handle input. Rendering
 * is split into several tasks, because code is slow when it first runs.
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

/** A task of its own: callers queue for one each. */
export function queuedTask(): Promise<void> {
	last = last.then(nextTask);
	return last;
}

/** Resolves when nobody queues any more, those included whom the last ones have queued. */
export async function allQueuedTasks(): Promise<void> {
	let waitedFor: Promise<void>;
	do {
		waitedFor = last;
		await waitedFor;
		// What was rendered may queue.
		await nextTask();
	} while (waitedFor !== last);
}
