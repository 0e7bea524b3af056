// The part of the service worker that shows messages: public/push.js.

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const source = readFileSync(`${import.meta.dirname}/../../public/push.js`, 'utf8');
type Handler = (event: object) => void;

let handlers: Record<string, Handler>;
let shown: [string, { body: string; tag: string; data: object; lang: string }][];
let pages: { url: string; focus: () => void }[];
let opened: string[];
let words: object | null;
let requests: [string, { body: string }][];
const subscribe = vi.fn(async (_options: object) => ({
	toJSON: () => ({ endpoint: 'https://new', keys: {} }),
}));

beforeEach(() => {
	[handlers, shown, pages, opened, words, requests] = [{}, [], [], [], null, []];
	const self = {
		addEventListener: (name: string, handler: Handler) => {
			handlers[name] = handler;
		},
		registration: {
			scope: 'https://club.example/games/',
			showNotification: async (...what: (typeof shown)[number]) => shown.push(what),
			pushManager: { subscribe },
		},
		navigator: {},
		clients: { matchAll: async () => pages, openWindow: async (url: string) => opened.push(url) },
	};
	const caches = {
		open: async () => ({
			match: async (name: string) =>
				words && name === 'https://club.example/games/notice-words' ? { json: async () => words } : undefined,
		}),
	};
	const fetch = async (url: URL, request: { body: string }) => requests.push([url.href, request]);
	new Function('self', 'caches', 'fetch', source)(self, caches, fetch);
});

/** Sends an event and waits for what it causes. */
async function send(name: string, event: object) {
	let work: Promise<unknown> = Promise.resolve();
	handlers[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
	await work;
}
const push = (message: unknown) => send('push', { data: { json: () => message } });

describe('a message', () => {
	it('is put into the words that the pages have left', async () => {
		words = {
			language: 'fr',
			title: 'À vous',
			text: '{game} avec {names}',
			games: { quixo4p: 'Quixo à quatre' },
		};
		await push({
			table: 't1',
			game: 'quixo4p',
			opponents: [{ name: 'Ben {game} $&' }, { level: '3' }, { name: 'Dan' }],
		});
		expect(shown).toMatchObject([
			[
				'À vous',
				{
					body: 'Quixo à quatre avec Ben {game} $& et Dan',
					tag: 'turn-t1',
					data: { table: 't1' },
					lang: 'fr',
				},
			],
		]);
	});

	it('says that somebody wants to play', async () => {
		await push({ challenge: 'c1', game: 'quixo', opponents: [{ name: 'Ben' }] });
		expect(shown).toMatchObject([['New challenge', { tag: 'challenge-c1', data: {} }]]);
	});

	it('is shown even without words, names or content', async () => {
		await push({ table: 't1', game: 'quixo', opponents: [{ level: '3' }] });
		await send('push', { data: null });
		await send('push', {
			data: {
				json: () => {
					throw new SyntaxError('not JSON');
				},
			},
		});
		expect(shown.map(([title, { body }]) => [title, body])).toEqual(Array(3).fill(['Your turn', 'Plateau']));
	});
});

describe('a click', () => {
	const click = (table: string) =>
		send('notificationclick', { notification: { close: () => {}, data: { table } } });

	it('opens the table, and leaves other pages alone', async () => {
		const focus = vi.fn();
		pages = [{ url: 'https://club.example/games/#/play/quixo', focus }];
		await click('t/1');
		expect(opened).toEqual(['https://club.example/games/#/table/t%2F1']);
		expect(focus).not.toHaveBeenCalled();
	});

	it('goes to the page that shows the table', async () => {
		const focus = vi.fn();
		pages = [{ url: 'https://club.example/games/#/table/t1', focus }];
		await click('t1');
		expect([focus.mock.calls.length, opened]).toEqual([1, []]);
	});
});

it('a subscription that was replaced is sent to the server', async () => {
	await send('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey: 'k' } } });
	expect(subscribe).toHaveBeenCalledWith({ applicationServerKey: 'k' });
	expect(requests).toMatchObject([['https://club.example/games/api/v1/me/devices', { method: 'POST' }]]);
});
