// Runs alone: it needs to be the first to name games.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../kernel/words/i18n.svelte';
import { setPlayer } from './me.svelte';
import { turnOnNotifications } from './notifications.svelte';
import { detectServer } from './presence.svelte';
import { FakeBrowser } from './testing/push';
import { forgetTables, seeTable, setTables, turns } from './turns.svelte';
import { watchTurns } from './turnWatch.svelte';
import type { Summary } from './types';

function running(id: string, to_move: number, seq = 1): Summary {
	const sitters = [
		{ player: 'ann', name: 'Ann' },
		{ player: 'ben', name: 'Ben' },
	];
	return {
		id,
		seq,
		phase: 'running',
		terms: { game: 'quixo' },
		host: 'ann',
		sitters,
		entered: 0,
		plies: 0,
		to_move,
	};
}

let tables: Summary[];
let asked: number;
/** Answers wait for it. */
let held: Promise<void> | undefined;
let browser: FakeBrowser;
let stop: () => void;

beforeEach(async () => {
	localStorage.clear();
	vi.useFakeTimers();
	tables = [];
	asked = 0;
	held = undefined;
	forgetTables();
	browser = new FakeBrowser({ push: false });
	vi.stubGlobal('fetch', async (url: string) => {
		if (url.includes('me/tables')) asked++;
		await held;
		if (url.endsWith('/server')) return new Response('{"games":["quixo"],"now":0}');
		return new Response(JSON.stringify({ tables }));
	});
	await detectServer();
	setPlayer({ id: 'ann', name: 'Ann', registered: false, since: 0 });
});
afterEach(() => {
	stop();
	setPlayer(null);
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

/** Starts to follow, and lets what was asked be answered. */
async function start() {
	stop = watchTurns();
	await settle();
}
async function settle() {
	flushSync();
	await vi.advanceTimersByTimeAsync(1);
	flushSync();
	await vi.advanceTimersByTimeAsync(1);
}
function hold() {
	let answer = () => {};
	held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	return answer;
}
const hide = () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');

describe('turns on an open page', () => {
	it('are asked for now and then, and shown on the icon', async () => {
		tables = [running('a', 0), running('b', 1)];
		await start();
		expect([turns.count, browser.badge, asked]).toEqual([1, 1, 1]);
		tables = [running('a', 1, 2), running('b', 1)];
		await vi.advanceTimersByTimeAsync(60_000);
		await settle();
		expect([turns.count, browser.badge, asked]).toEqual([0, 0, 2]);
		document.dispatchEvent(new Event('visibilitychange'));
		expect(asked).toBe(3);
		setPlayer(null);
		await settle();
		await vi.advanceTimersByTimeAsync(600_000);
		expect(asked).toBe(3);
	});

	it('are not those of a list that was asked for earlier', async () => {
		const answer = hold();
		tables = [running('a', 0)];
		await start();
		// By a stream.
		setTables([]);
		answer();
		await settle();
		expect(turns.count).toBe(0);
	});

	it('are at tables that have begun while the server was asked', async () => {
		const answer = hold();
		await start();
		seeTable(running('new', 0));
		answer();
		await settle();
		expect([turns.count, turns.loaded]).toEqual([1, true]);
	});

	it('cause a notification only when the page is hidden and the player wants it', async () => {
		await turnOnNotifications();
		tables = [running('a', 0), running('b', 1), running('c', 1)];
		hide();
		await start();
		// What waited before is no news.
		expect(browser.shown).toEqual([]);
		seeTable(running('b', 0, 2));
		await settle();
		expect(browser.shown).toMatchObject([
			{ title: 'Your turn', options: { body: 'Quixo with Ben', tag: 'turn-b', data: { table: 'b' } } },
		]);
		vi.restoreAllMocks();
		seeTable(running('c', 0, 2));
		await settle();
		expect(browser.shown).toHaveLength(1);
	});

	it('cause none for those who did not ask for it', async () => {
		hide();
		await start();
		seeTable(running('a', 0));
		await settle();
		expect(browser.shown).toEqual([]);
	});

	it('leave the words of the language to the service worker', async () => {
		await turnOnNotifications();
		await start();
		const words = () => JSON.parse(browser.stored.get('notice-words') ?? '{}');
		expect(words()).toEqual({
			language: 'en',
			title: 'Your turn',
			challenge: 'New challenge',
			text: '{game} with {names}',
			games: { quixo: 'Quixo' },
		});
		await setLanguage('fr');
		await settle();
		expect(words()).toMatchObject({ language: 'fr', title: 'À vous de jouer', text: '{game} avec {names}' });
		await setLanguage('en');
	});

	it('work in browsers without badges, notifications and service workers', async () => {
		vi.stubGlobal('navigator', { userAgent: '', languages: ['en'] });
		tables = [running('a', 0)];
		await start();
		expect(turns.count).toBe(1);
	});
});
