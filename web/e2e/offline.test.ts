// Without the program: after the first visit, and as files on any web host.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { serve } from '../build/server.mjs';
import { expect, goTo, said, test } from './support/app';
import { axe } from './support/axe';
import { dist, host } from './support/host';
import { link, makeMoves, playOn, playToTheEnd } from './support/moves';

/** Waits until everything is stored on the device. */
async function storedOnDevice(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const { active } = await navigator.serviceWorker.ready;
		if (active?.state === 'activated') return;
		await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
	});
}

test('after the first visit a game can be played without a network', async ({ visit }) => {
	const { url, stop } = await serve();
	const page = await visit('#/', {
		at: url,
		serviceWorkers: 'allow',
		expected: /sw\.js|ERR_INTERNET_DISCONNECTED/,
	});
	await storedOnDevice(page);
	await page.context().setOffline(true);
	await stop();

	await page.reload();
	await page.getByRole('link', { name: 'Play the computer at Quantik', exact: true }).click();
	await playToTheEnd(page, 'quantik');
	await axe(page);

	// What is fetched only when it is needed is there as well.
	await goTo(page, '#/analyse/pivot?start=4/1Cs1/1cS1/4+1');
	await said(page, 'Proved');
	for (const [hash, there] of [
		['#/lesson/quixo/1', '[role=grid]'],
		['#/learn/quixo4p', 'figure svg'],
		['#/puzzle/pivot/today', '[role=grid]'],
		['#/openings/quantik?moves=S@a1', 'table .bar'],
		['#/trainer/quixo', '[role=grid]'],
		['#/manual/classes?at=a-class-in-five-minutes', 'article img'],
		['#/manual?q=backup', '.results li'],
	] as const) {
		await goTo(page, hash);
		await page.locator(there).first().waitFor();
	}
	await page.getByRole('button', { name: 'Language' }).click();
	await page.getByRole('button', { name: 'Italiano' }).click();
	await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('it');
});

test('a new version is found while the page is open, offered and taken', async ({ visit }) => {
	const pages = mkdtempSync(join(tmpdir(), 'plateau-pages-'));
	onTestFinished(() => rmSync(pages, { recursive: true }));
	cpSync(dist, pages, { recursive: true });
	const page = await visit('#/about', { at: await host('/', { pages }), serviceWorkers: 'allow' });
	await storedOnDevice(page);
	await page.reload();
	// Another build has other files, so its service worker has another text.
	const index = readFileSync(join(pages, 'index.html'), 'utf8');
	writeFileSync(join(pages, 'index.html'), index.replace('<html ', '<html data-build="next" '));
	const worker = readFileSync(join(pages, 'sw.js'), 'utf8');
	writeFileSync(join(pages, 'sw.js'), worker.replace(/plateau-[0-9a-f]{16}/, 'plateau-next'));
	// An hour later the page looks for it by itself.
	await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
	const messages = page.getByRole('region', { name: 'Messages' });
	await messages.getByText('A new version of Plateau is ready.').waitFor();
	expect(await page.locator('html').getAttribute('data-build')).toBeNull();
	await messages.getByRole('button', { name: 'Reload' }).click();
	await page.locator('html[data-build=next]').waitFor();
	await page.getByRole('heading', { level: 1 }).waitFor();
	// Other tabs may still need the files of the version before.
	expect(await page.evaluate(() => caches.keys())).toEqual([
		expect.stringMatching(/^plateau-[0-9a-f]{16}$/),
		'plateau-next',
	]);
});

test('a browser that saves data gets only what the visited pages need', async ({ visit }) => {
	const seen: string[] = [];
	const at = await host('/', { seen });
	const page = await visit('#/settings', {
		at,
		serviceWorkers: 'allow',
		expected: /sw\.js|ERR_INTERNET_DISCONNECTED/,
		saveData: true,
	});
	await storedOnDevice(page);
	const stored = () =>
		page.evaluate(async () =>
			(await (await caches.open((await caches.keys())[0] ?? '')).keys()).map(({ url }) => url),
		);
	// With what its modules import.
	await expect.poll(() => stored()).toContainEqual(expect.stringMatching(/\/turnWatch/));
	await expect.poll(() => stored()).toContainEqual(expect.stringMatching(/\/notifications/));
	// And with all that the page has loaded so far.
	const loaded = await page.evaluate(() =>
		performance.getEntriesByType('resource').flatMap(({ name }) => (/\/assets\//.test(name) ? name : [])),
	);
	for (const part of [/Settings-/, /\/words-en-start-/])
		expect(loaded).toContainEqual(expect.stringMatching(part));
	await expect.poll(stored).toEqual(expect.arrayContaining(loaded));
	expect(seen.filter((file) => /\.(wasm|bin)$/.test(file))).toEqual([]);
	await page.context().setOffline(true);
	await page.reload();
	await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
	await page.context().setOffline(false);
	await goTo(page, '#/new/quantik');
	await page.getByRole('button', { name: 'Start the game' }).waitFor();
	expect(seen.filter((file) => /\.(wasm|bin)$/.test(file))).toHaveLength(1);
});

test('online play says that you are offline, not that there is no server', async ({ visit }) => {
	const { url, stop } = await serve();
	const page = await visit('#/', {
		at: url,
		serviceWorkers: 'allow',
		expected: /sw\.js|ERR_INTERNET_DISCONNECTED/,
	});
	await storedOnDevice(page);
	await page.context().setOffline(true);
	await stop();
	await page.goto(`${url}#/online`);
	await page.reload();
	await page.getByRole('heading', { name: 'You are offline' }).waitFor();
	await axe(page);
});

test('as files in a folder of any web host', async ({ visit }) => {
	const at = await host('/games/plateau/');
	const page = await visit('#/', { at, serviceWorkers: 'allow' });
	await page.getByRole('link', { name: 'Play the computer at Quixo', exact: true }).click();
	await page.getByRole('grid', { name: 'Quixo board' }).waitFor();
	const other = await visit(link('pivot', ['c@b3']), { at });
	await playOn(other);
	await makeMoves(other, 'pivot', ['b3-b2+s@a1']);
	await storedOnDevice(page);
});
