// Takes pictures of every page: node build/screenshots.mjs FOLDER

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath, serve } from './serving.mjs';

const sizes = [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
	{ width: 1440, height: 900 },
];
const pages = {
	home: '#/',
	'new-quixo4p': '#/new/quixo4p',
	'play-quantik': '#/play?game=quantik&moves=N@b1_C@c1_C@d3_N@a3_S@c2_Y@b2_N@d4_S@a4',
	'play-pivot': '#/play?game=pivot&moves=c@b1_b1-a1%2BS@d2_d2-d1%2BC@a2_a2-a3%2BS@c2_c2-b2%2Bc@c2',
	'play-quixo': '#/play?game=quixo&moves=e3-e1_a3-a1_a3-e3_a3-e3_d5-d1_e5-e1_e5-e1_a3-e3',
	'play-quixo4p': '#/play?game=quixo4p&moves=e3-e1.1_a3-a1.2_b1-a1.1_a4-a1.2_d1-a1.2',
	'analyse-quantik': '#/analyse/quantik?moves=N@b1_C@c1_C@d3_N@a3_S@c2_Y@b2_N@d4_S@a4',
	'edit-pivot': '#/edit/pivot',
	learn: '#/learn',
	'rules-quixo': '#/learn/quixo',
	'lesson-pivot': '#/lesson/pivot/1',
	puzzles: '#/puzzles',
	'puzzles-quixo': '#/puzzles/quixo',
	about: '#/about',
	settings: '#/settings',
	'not-found': '#/nowhere',
};

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
const { url, stop } = await serve();
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
try {
	for (const viewport of sizes) {
		for (const colorScheme of ['light', 'dark']) {
			const context = await browser.newContext({
				viewport,
				colorScheme,
				reducedMotion: 'reduce',
				locale: 'en',
			});
			for (const [name, hash] of Object.entries(pages)) {
				const page = await context.newPage();
				page.on(
					'console',
					(message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`),
				);
				page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
				await page.goto(url + hash);
				await page.locator('main h1').waitFor({ state: 'attached' });
				// The engine answers without a sign of its own when all is drawn.
				await page.waitForTimeout(1500);
				const file = `${name}-${viewport.width}x${viewport.height}-${colorScheme}.png`;
				await page.screenshot({ path: join(folder, file) });
				await page.close();
			}
			await context.close();
		}
	}
} finally {
	await browser.close();
	await stop();
}
