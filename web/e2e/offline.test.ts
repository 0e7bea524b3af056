// Without the program: after the first visit, and as files on any web host.

import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { serve } from '../build/server.mjs';
import { expect, goTo, said, test } from './support/app';
import { axe } from './support/axe';
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
	] as const) {
		await goTo(page, hash);
		await page.locator(there).first().waitFor();
	}
	await page.getByRole('button', { name: 'Language' }).click();
	await page.getByRole('button', { name: 'Italiano' }).click();
	await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('it');
});

const types: Record<string, string> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.wasm': 'application/wasm',
};

/** A web host that serves files only, with the pages in a folder. */
async function host(folder: string): Promise<string> {
	const pages = fileURLToPath(new URL('../dist', import.meta.url));
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '', 'http://localhost');
		const file = join(pages, pathname.slice(folder.length).replace(/^$|\/$/, 'index.html'));
		if (!pathname.startsWith(folder) || !existsSync(file)) {
			response.writeHead(404).end();
			return;
		}
		response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
		createReadStream(file).pipe(response);
	});
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	onTestFinished(() => void server.close());
	return `http://localhost:${(server.address() as AddressInfo).port}${folder}`;
}

test('as files in a folder of any web host', async ({ visit }) => {
	const at = await host('/games/plateau/');
	const page = await visit('#/', { at, serviceWorkers: 'allow' });
	await page.getByRole('link', { name: 'Play the computer at Quixo', exact: true }).click();
	await page.getByRole('grid', { name: 'Board of Quixo' }).waitFor();
	const other = await visit(link('pivot', ['c@b3']), { at });
	await playOn(other);
	await makeMoves(other, 'pivot', ['b3-b2+s@a1']);
	await storedOnDevice(page);
});
