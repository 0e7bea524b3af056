import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPlayer } from '../../net/me.svelte';
import { markSolved, solvedIn, streakOn } from './progress.svelte';
import { syncProgress } from './sync';

const fetched = vi.fn<(url: string, request?: RequestInit) => Promise<Response>>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
	vi.unstubAllGlobals();
	fetched.mockReset();
	setPlayer(null);
});

const ann = { id: 'p1', name: 'Ann', registered: true, since: 0 };

it('asks nobody without an account', async () => {
	setPlayer({ ...ann, registered: false });
	await syncProgress();
	expect(fetched).not.toHaveBeenCalled();
});

it('sends what this device knows, and learns what others know', async () => {
	setPlayer(ann);
	markSolved('quixo', 'aaaaaa', null);
	const all = {
		solved: { quixo: ['aaaaaa', 'bbbbbb'] },
		streak: { day: '2026-11-15', length: 4, best: 6 },
		row: { at: 1, length: 2, best: 3 },
	};
	fetched.mockResolvedValue(Response.json(all));
	await syncProgress();
	const [url, request] = fetched.mock.calls[0] ?? [];
	expect([url, request?.method]).toEqual(['./api/v1/me/puzzles', 'PUT']);
	expect(JSON.parse(String(request?.body)).solved).toEqual({ quixo: ['aaaaaa'] });
	expect(solvedIn('quixo')).toEqual(['aaaaaa', 'bbbbbb']);
	expect(streakOn('2026-11-16')).toBe(4);
});

it('goes on without a connection, and with an answer that makes no sense', async () => {
	setPlayer(ann);
	const before = solvedIn('quixo');
	fetched.mockRejectedValue(new TypeError('offline'));
	await syncProgress();
	fetched.mockResolvedValue(Response.json(7));
	await syncProgress();
	expect(solvedIn('quixo')).toEqual(before);
});
