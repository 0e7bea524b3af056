import { expect, test } from 'vitest';
import { allQueuedTasks, nextTask, queuedTask } from './tasks';

test('tasks run in the order in which they queued, and those they queue are waited for', async () => {
	const done: string[] = [];
	const draw = async (name: string, parts: string[] = []) => {
		await queuedTask();
		done.push(name);
		for (const part of parts) void draw(part);
	};
	void draw('head');
	void draw('board', ['square']);
	void draw('side');
	await allQueuedTasks();
	expect(done).toEqual(['head', 'board', 'side', 'square']);
	await nextTask();
	expect(done).toHaveLength(4);
});
