import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchServerInfo, forgetServerInfo } from './server';

describe('the server of the pages', () => {
	let fetched: ReturnType<typeof vi.fn<typeof fetch>>;

	beforeEach(() => {
		forgetServerInfo();
		fetched = vi.fn();
		vi.stubGlobal('fetch', fetched);
	});

	afterEach(() => {
		forgetServerInfo();
		vi.unstubAllGlobals();
	});

	it('is asked once', async () => {
		fetched.mockResolvedValueOnce(new Response('{"games": ["quixo"]}'));
		expect((await fetchServerInfo())?.games).toEqual(['quixo']);
		expect((await fetchServerInfo())?.games).toEqual(['quixo']);
		expect(fetched).toHaveBeenCalledTimes(1);
	});

	it('is none where a static host answers with a page', async () => {
		fetched.mockResolvedValueOnce(new Response('<!doctype html>'));
		expect(await fetchServerInfo()).toBeNull();
	});

	it('is asked again after an answer that broke off', async () => {
		const body = new ReadableStream({
			pull: (controller) => controller.error(new DOMException('too slow', 'TimeoutError')),
		});
		fetched.mockResolvedValueOnce(new Response(body));
		await expect(fetchServerInfo()).rejects.toThrow('too slow');
		fetched.mockResolvedValueOnce(new Response('{"games": ["quixo"]}'));
		expect((await fetchServerInfo())?.games).toEqual(['quixo']);
	});
});
