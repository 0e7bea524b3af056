import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Handler = (event: object) => void;

/** What a server has: texts by address. Older files are gone. */
let served: Record<string, string>;
/** The caches of the device, in the order in which they were made. */
let stored: Map<string, Map<string, string>>;
let working: Promise<unknown>[];

const at = 'https://club.example/games/';

function cacheOf(name: string) {
	const texts = stored.get(name) ?? new Map<string, string>();
	stored.set(name, texts);
	return {
		match: async (address: string) => response(texts.get(address)),
		put: async (address: string, found: Response) => void texts.set(address, await found.text()),
	};
}

const response = (text: string | undefined) => (text === undefined ? undefined : new Response(text));

/** Starts the worker of a build, and returns how it answers a page. */
async function start(name: string, files: string[]) {
	const handlers: Record<string, Handler> = {};
	vi.stubGlobal('__BUILD__', { name, files, essential: files });
	vi.stubGlobal('self', {
		importScripts: () => {},
		addEventListener: (type: string, handler: Handler) => {
			handlers[type] = handler;
		},
	});
	vi.resetModules();
	await import('./sw');
	const run = async (type: string) => {
		handlers[type]?.({ waitUntil: (work: Promise<unknown>) => working.push(work) });
		await Promise.all(working);
	};
	await run('install');
	await run('activate');
	return async (file: string): Promise<string | null> => {
		let answer: Promise<Response> | null = null;
		handlers.fetch?.({
			request: { method: 'GET', url: at + file },
			respondWith: (found: Promise<Response>) => {
				answer = found;
			},
		});
		const found = (await answer) as Response | null;
		if (!found) return null;
		return found.ok ? found.text() : String(found.status);
	};
}

beforeEach(() => {
	[served, stored, working] = [{}, new Map(), []];
	vi.stubGlobal('location', new URL(`${at}sw.js`));
	vi.stubGlobal('caches', {
		open: async (name: string) => cacheOf(name),
		keys: async () => [...stored.keys()],
		delete: async (name: string) => stored.delete(name),
		match: async (address: string) =>
			response([...stored.values()].find((texts) => texts.has(address))?.get(address)),
	});
	vi.stubGlobal('fetch', async (wanted: string | { url: string }) => {
		const text = served[(typeof wanted === 'string' ? wanted : wanted.url).slice(at.length)];
		return text === undefined ? new Response('', { status: 404 }) : new Response(text);
	});
});
afterEach(() => vi.unstubAllGlobals());

describe('the service worker', () => {
	it('answers with the files of its build, and leaves all else to the network', async () => {
		served = { 'index.html': 'page', 'assets/a-1.js': 'a' };
		const ask = await start('plateau-1', Object.keys(served));
		served = {};
		expect(await ask('assets/a-1.js')).toBe('a');
		expect(await ask('')).toBe('page');
		expect(await ask('api/v1/server')).toBeNull();
	});

	it('still has the files of the build before, for tabs that go on with it', async () => {
		served = { 'index.html': 'old page', 'assets/a-1.js': 'old' };
		await start('plateau-1', Object.keys(served));
		served = { 'index.html': 'new page', 'assets/a-2.js': 'new' };
		const ask = await start('plateau-2', Object.keys(served));
		expect(await ask('assets/a-1.js')).toBe('old');
		expect([await ask('assets/a-2.js'), await ask('index.html')]).toEqual(['new', 'new page']);
		expect(await ask('assets/a-0.js')).toBe('404');
	});

	it('keeps no more than one build before, and the words of notifications', async () => {
		cacheOf('plateau-notices');
		for (const build of ['plateau-1', 'plateau-2', 'plateau-3']) {
			served = { 'assets/a.js': build };
			await start(build, Object.keys(served));
		}
		expect([...stored.keys()]).toEqual(['plateau-notices', 'plateau-2', 'plateau-3']);
	});
});
