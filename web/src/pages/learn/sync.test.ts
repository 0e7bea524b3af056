import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../match/local/testing/eventually';

const server = vi.hoisted(() => ({ put: vi.fn() }));
vi.mock('../../net/api', () => ({ api: server, ProblemError: class extends Error {} }));

beforeEach(() => {
	localStorage.clear();
	vi.resetModules();
	server.put.mockReset();
});

async function signedIn(registered: boolean) {
	const { setPlayer } = await import('../../net/me.svelte');
	setPlayer({ id: 'ann', name: 'Ann', registered, since: 0 });
	return { ...(await import('./progress.svelte')), ...(await import('./sync')) };
}

it('sends what is done, and takes over the rest', async () => {
	const { markDone, starsFor, keepInSync } = await signedIn(true);
	server.put.mockResolvedValue({ progress: { lessons: { quixo: { push: 1, row: 3 } } } });
	markDone('quixo', 'push', 2);
	const stop = keepInSync();
	await eventually(() => expect(starsFor('quixo', 'row')).toBe(3));
	expect(server.put).toHaveBeenCalledWith('me/progress', { progress: { lessons: { quixo: { push: 2 } } } });
	expect(starsFor('quixo', 'push')).toBe(2);
	markDone('quixo', 'slide', 3);
	expect(server.put).toHaveBeenCalledTimes(2);
	stop();
	markDone('quixo', 'gift', 3);
	expect(server.put).toHaveBeenCalledTimes(2);
});

it('asks nothing for guests', async () => {
	const { markDone, keepInSync } = await signedIn(false);
	keepInSync();
	markDone('quixo', 'push', 1);
	expect(server.put).not.toHaveBeenCalled();
});

it('keeps what is done here if the server does not answer', async () => {
	const { markDone, starsFor, syncProgress } = await signedIn(true);
	server.put.mockRejectedValue(new Error('offline'));
	markDone('quixo', 'push', 2);
	await syncProgress();
	expect(starsFor('quixo', 'push')).toBe(2);
});

it.each([null, 7, { quixo: 'push' }])('ignores an answer like %j', async (lessons) => {
	const { syncProgress, allDone } = await signedIn(true);
	server.put.mockResolvedValue({ progress: { lessons } });
	await syncProgress();
	expect(allDone()).toEqual({});
});
