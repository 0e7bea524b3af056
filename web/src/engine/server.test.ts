import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchText } from './protocol';
import { Server } from './server';

describe('the server', () => {
	const match: MatchText = { game: 'quixo', start: '', moves: [], players: [], closing: null };
	let fetched: ReturnType<typeof vi.fn<typeof fetch>>;
	let server: Server;

	function answer(body: unknown, status = 200): void {
		fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
	}

	beforeEach(() => {
		vi.useFakeTimers();
		fetched = vi.fn();
		vi.stubGlobal('fetch', fetched);
		server = new Server();
	});

	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});

	it('is asked once which tablebases it has', async () => {
		answer({ games: ['quixo'] });
		expect(await Promise.all([server.games(), server.games()])).toEqual([['quixo'], ['quixo']]);
		expect(await server.games()).toEqual(['quixo']);
		expect(fetched.mock.calls.map(([url]) => url)).toEqual(['./api/v1/tablebases']);
	});

	it('is not asked while the device is offline', async () => {
		const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
		expect(await server.games()).toEqual([]);
		expect(fetched).not.toHaveBeenCalled();
		online.mockReturnValue(true);
		answer({ games: ['quixo'] });
		expect(await server.games()).toEqual(['quixo']);
	});

	it('answers about positions and matches', async () => {
		answer({ settled: true });
		expect(await server.values('quixo', '5/5/5/5/4X O')).toEqual({ settled: true });
		answer({ move: 'c1-c5' });
		expect(await server.best(match, 3)).toBe('c1-c5');
		answer({ accepts: true });
		expect(await server.acceptsDraw(match, 1)).toBe(true);
		answer({ plies: [] });
		expect(await server.review(match)).toEqual([]);
		expect(fetched.mock.calls.map(([url, init]) => [url, init?.method ?? 'GET', init?.body ?? ''])).toEqual([
			['./api/v1/values?game=quixo&position=5%2F5%2F5%2F5%2F4X+O', 'GET', ''],
			['./api/v1/values/best', 'POST', JSON.stringify({ match, seed: 3 })],
			['./api/v1/values/draw', 'POST', JSON.stringify({ match, seat: 1 })],
			['./api/v1/values/review', 'POST', JSON.stringify({ match })],
		]);
	});

	for (const [what, fail] of [
		['cannot be reached', () => fetched.mockRejectedValueOnce(new TypeError('failed to fetch'))],
		['is too busy', () => answer({ code: 'api.busy' }, 503)],
		['does not answer in JSON', () => fetched.mockResolvedValueOnce(new Response('<!doctype html>'))],
	] as const) {
		it(`is not asked for a while when it ${what}`, async () => {
			answer({ games: ['quixo'] });
			await server.games();
			fail();
			await expect(server.values('quixo', '')).rejects.toThrow();
			expect(await server.games()).toEqual([]);
			vi.advanceTimersByTime(60_000);
			expect(await server.games()).toEqual(['quixo']);
			expect(fetched).toHaveBeenCalledTimes(2);
		});
	}

	it('goes on being asked when it refuses one request', async () => {
		answer({ games: ['quixo'] });
		await server.games();
		for (const status of [400, 404, 422]) {
			answer({ code: 'position.unreadable' }, status);
			await expect(server.values('quixo', 'nonsense')).rejects.toThrow(String(status));
			expect(await server.games()).toEqual(['quixo']);
		}
	});

	it('is asked again in time when it was asked too often', async () => {
		answer({ games: ['quixo'] });
		await server.games();
		const often = () => new Response('{}', { status: 429, headers: { 'Retry-After': '2' } });
		fetched.mockResolvedValueOnce(often());
		const found = server.values('quixo', '');
		await vi.advanceTimersByTimeAsync(1_999);
		expect(fetched).toHaveBeenCalledTimes(2);
		answer({ settled: true });
		await vi.advanceTimersByTimeAsync(1);
		expect(await found).toEqual({ settled: true });
		// Not for ever, but it is not away, either.
		fetched.mockImplementation(async () => often());
		const refused = expect(server.values('quixo', '')).rejects.toThrow('429');
		await vi.advanceTimersByTimeAsync(2_000);
		await refused;
		expect(fetched).toHaveBeenCalledTimes(5);
		expect(await server.games()).toEqual(['quixo']);
	});

	it('is asked about no position that somebody has left, and no more often than it allows', async () => {
		answer({ games: ['quixo'] });
		await server.games();
		fetched.mockImplementation(async () => new Response('{"settled":true}'));
		const outcomes: string[] = [];
		let step = new AbortController();
		// An arrow key is held down for ten seconds.
		for (let i = 0; i < 300; i++) {
			step.abort();
			step = new AbortController();
			server.values('quixo', String(i), step.signal).then(
				() => outcomes.push('answered'),
				() => outcomes.push('left'),
			);
			await vi.advanceTimersByTimeAsync(33);
		}
		await vi.advanceTimersByTimeAsync(1_000);
		expect(fetched.mock.calls.length).toBeLessThan(30 + 10 * 10);
		expect([outcomes.length, outcomes.at(-1)]).toEqual([300, 'answered']);
		expect(fetched.mock.lastCall?.[0]).toBe('./api/v1/values?game=quixo&position=299');
		expect(await server.games()).toEqual(['quixo']);
	});

	it('is not blamed for a request that is given up', async () => {
		answer({ games: ['quixo'] });
		await server.games();
		fetched.mockImplementationOnce(
			(_, init) =>
				new Promise((_resolve, reject) => {
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
				}),
		);
		const stop = new AbortController();
		const found = expect(server.values('quixo', '', stop.signal)).rejects.toThrow();
		await vi.advanceTimersByTimeAsync(0);
		stop.abort();
		await found;
		expect(await server.games()).toEqual(['quixo']);
	});

	it('is left alone if it says nothing in time', async () => {
		answer({ games: ['quixo'] });
		await server.games();
		fetched.mockImplementationOnce(
			(_, init) =>
				new Promise((_resolve, reject) => {
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
				}),
		);
		const found = expect(server.values('quixo', '')).rejects.toThrow();
		await vi.advanceTimersByTimeAsync(10_000);
		await found;
		expect(await server.games()).toEqual([]);
	});

	it('is asked again for its tablebases after an error', async () => {
		answer('not here', 404);
		expect(await server.games()).toEqual([]);
		expect(await server.games()).toEqual([]);
		expect(fetched).toHaveBeenCalledTimes(1);
		vi.advanceTimersByTime(60_000);
		answer({ games: [] });
		expect(await server.games()).toEqual([]);
		expect(fetched).toHaveBeenCalledTimes(2);
	});
});
