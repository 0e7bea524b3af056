// Measures how long people wait on a slow mobile network until they can play: until
// something can be read, until the page shows how much of the rules has arrived, and
// until the board can be used. The network is slow for workers, too, which the
// browser's own emulation leaves out, so a proxy slows everything down.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { browserOptions } from './browser.mjs';

/** As "slow 3G" is usually measured: 400 kbit/s for everything together, and 400 ms there and back. */
const bytesPerSecond = 50_000;
const roundTrip = 400;
const longest = 120_000;

/** What is waited for, in the order in which it comes. */
const steps = {
	'first page': 'main h1',
	'progress shown': 'main progress',
	board: '[role=gridcell]',
};

/** Prints the seconds until each step of the first visit. */
export async function measureSlowly(url) {
	const proxy = await slowProxy(new URL(url).port);
	const browser = await chromium.launch(browserOptions());
	try {
		const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
		const page = await context.newPage();
		const began = performance.now();
		const loading = page.goto(`http://localhost:${proxy.port}/#/play?game=quixo`, { timeout: longest });
		for (const [step, selector] of Object.entries(steps)) {
			await page.locator(selector).first().waitFor({ state: 'attached', timeout: longest });
			console.log(`slow 3G: ${step} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
		}
		await loading;
	} finally {
		await browser.close();
		proxy.close();
	}
}

/** Passes everything on to a port of this machine, slowly. */
async function slowProxy(port) {
	/** When the line is free again. */
	let free = 0;
	const server = createServer(async (client) => {
		const target = connect(port, 'localhost');
		client.on('error', () => target.destroy());
		target.on('error', () => client.destroy());
		client.on('data', async (bytes) => {
			await pause(roundTrip);
			target.write(bytes);
		});
		client.on('end', () => target.end());
		for await (const bytes of target) {
			const now = performance.now();
			free = Math.max(free, now) + (1000 * bytes.length) / bytesPerSecond;
			await pause(free - now);
			if (client.destroyed) break;
			client.write(bytes);
		}
		client.end();
	});
	server.listen(0, 'localhost');
	await once(server, 'listening');
	return { port: server.address().port, close: () => server.close() };
}
