import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaticTablebases } from './staticTablebases';

describe('tablebases of a web host', () => {
	let fetched: ReturnType<typeof vi.fn<typeof fetch>>;
	let files: StaticTablebases;
	const saves = { saveData: false };

	function answer(body: unknown, status = 200): void {
		fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
	}

	beforeEach(() => {
		vi.useFakeTimers();
		fetched = vi.fn();
		vi.stubGlobal('fetch', fetched);
		localStorage.clear();
		saves.saveData = false;
		Object.defineProperty(navigator, 'connection', { value: saves, configurable: true });
		files = new StaticTablebases();
	});

	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});

	it('are listed in a file, with addresses relative to it', async () => {
		answer({ quixo: 'big/quixo.plateau-table', quixo4: 'https://example.org/4', none: 7, wrong: 'http://[' });
		expect(await files.files()).toEqual({
			quixo: new URL('big/quixo.plateau-table', document.baseURI).href,
			quixo4: 'https://example.org/4',
		});
		expect(await files.games()).toEqual(['quixo', 'quixo4']);
		expect(fetched.mock.calls.map(([url]) => url)).toEqual(['./tablebases.json']);
	});

	it('are not used any more if they cannot be', async () => {
		answer({ quixo: 'a', quixo4: 'b' });
		files.giveUp('quixo');
		expect(await files.games()).toEqual(['quixo4']);
	});

	it('are not used by those who save data', async () => {
		saves.saveData = true;
		expect(await files.files()).toEqual({});
		expect(fetched).not.toHaveBeenCalled();
	});

	it('are known offline from the last time', async () => {
		answer({ quixo: 'https://example.org/5' });
		await files.files();
		const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
		const later = new StaticTablebases();
		expect(await later.games()).toEqual(['quixo']);
		expect(fetched).toHaveBeenCalledTimes(1);
		online.mockReturnValue(true);
		answer({});
		expect(await later.games()).toEqual([]);
	});

	for (const [what, fail] of [
		['cannot be reached', () => fetched.mockRejectedValueOnce(new TypeError('failed to fetch'))],
		['has no list', () => answer('not here', 404)],
		['sends something else', () => fetched.mockResolvedValueOnce(new Response('<!doctype html>'))],
	] as const) {
		it(`are asked for again after a while if the host ${what}`, async () => {
			fail();
			expect(await files.games()).toEqual([]);
			expect(await files.games()).toEqual([]);
			expect(fetched).toHaveBeenCalledTimes(1);
			vi.advanceTimersByTime(60_000);
			answer({ quixo: 'a' });
			expect(await files.games()).toEqual(['quixo']);
		});
	}

	it('are used once the list is here, however late', async () => {
		let arrive = (_: Response) => {};
		fetched.mockImplementationOnce((_, init) => {
			return new Promise((resolve, reject) => {
				arrive = resolve;
				init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
			});
		});
		const asked = files.games();
		await vi.advanceTimersByTimeAsync(2_000);
		// Nobody waits any longer, not even those who ask now.
		expect(await asked).toEqual([]);
		expect(await files.games()).toEqual([]);
		arrive(new Response(JSON.stringify({ quixo: 'a' })));
		await vi.advanceTimersByTimeAsync(0);
		expect(await files.games()).toEqual(['quixo']);
		expect(fetched).toHaveBeenCalledTimes(1);
	});

	it('are waited for while the page waits for something else', async () => {
		let arrive = (_: Response) => {};
		fetched.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
		let ready = () => {};
		const asked = files.games(new Promise<void>((resolve) => (ready = resolve)));
		await vi.advanceTimersByTimeAsync(20_000);
		ready();
		await vi.advanceTimersByTimeAsync(1_000);
		arrive(new Response(JSON.stringify({ quixo: 'a' })));
		expect(await asked).toEqual(['quixo']);
	});

	it.for([
		['has come', () => Promise.resolve()],
		['has failed', () => Promise.reject(new Error('no rules'))],
	] as const)('are not waited for much longer once that %s', async ([, meanwhile]) => {
		fetched.mockImplementationOnce(() => new Promise(() => {}));
		const asked = files.games(meanwhile());
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await asked).toEqual([]);
	});

	it('are none if the list is not one', async () => {
		answer(['quixo']);
		expect(await files.games()).toEqual([]);
	});
});
