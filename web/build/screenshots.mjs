// Takes pictures of every page: node build/screenshots.mjs FOLDER

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserOptions } from './browser.mjs';
import { serve } from './server.mjs';

/** Milliseconds that a page may take to be complete, on a busy machine as well. */
const timeout = 180_000;
/** Milliseconds after which a page is photographed although it still loads something. */
const quiet = 4000;

const sizes = [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
	{ width: 820, height: 1180 },
	{ width: 1440, height: 900 },
	{ width: 1920, height: 1080 },
];

const games = {
	quantik: 'N@b1_C@c1_C@d3_N@a3_S@c2_Y@b2_N@d4_S@a4',
	pivot: 'c@b1_b1-a1+S@d2_d2-d1+C@a2_a2-a3+S@c2_c2-b2+c@c2',
	quixo: 'e3-e1_a3-a1_a3-e3_a3-e3_d5-d1_e5-e1_e5-e1_a3-e3',
	quixo4p: 'e3-e1.1_a3-a1.2_b1-a1.1_a4-a1.2_d1-a1.2',
};

/** What is pressed on a page before its picture is taken: names of buttons, or of cells after #. */
const inHand = {
	quantik: ['Pass and play', 'light cylinder'],
	pivot: ['Pass and play', '#a3', '#a4'],
	quixo: ['Pass and play', '#e2'],
	quixo4p: ['Pass and play', '#b5', '#b1'],
};

/** By name: the address, what is there when all of it is, and what is pressed then. */
const pages = {
	home: ['#/', 'main .card svg'],
	'new-quantik': ['#/new/quantik', 'form'],
	'new-quixo4p': ['#/new/quixo4p', 'form'],
	...byGame('play', (game, moves) => [`#/play?${query({ game, moves })}`, '[role=grid]', inHand[game]]),
	'won-quixo': [
		`#/play?${query({ game: 'quixo', moves: 'a1-a5_a1-a5_a1-a5_a4-e4_a1-a5_a1-a5_e5-a5_a2-e2_a2-a5' })}`,
		'[role=grid]',
	],
	analyse: ['#/analyse', 'main .card svg'],
	...byGame('analyse', (game, moves) => [`#/analyse/${game}?${query({ moves })}`, 'details']),
	...byGame('edit', (game) => [`#/edit/${game}`, '[role=grid]']),
	learn: ['#/learn', '.steps'],
	...byGame('rules', (game) => [`#/learn/${game}`, 'figure svg']),
	...byGame('lesson', (game) => [`#/lesson/${game}/1`, '[role=grid]']),
	puzzles: ['#/puzzles', '.bar'],
	'puzzles-quixo': ['#/puzzles/quixo', 'main ol'],
	...byGame('puzzle', (game) => [`#/puzzle/${game}/today`, '[role=grid]']),
	online: ['#/online', 'main form'],
	account: ['#/account', 'main form'],
	history: ['#/history?player=', 'main .none, main li'],
	ratings: ['#/ratings/quixo', 'main nav'],
	about: ['#/about', 'main h2'],
	settings: ['#/settings', 'main .card'],
	'not-found': ['#/nowhere', 'main a'],
};

function byGame(name, page) {
	return Object.fromEntries(
		Object.entries(games).map(([game, moves]) => [`${name}-${game}`, page(game, moves)]),
	);
}

function query(params) {
	return new URLSearchParams(params).toString();
}

async function press(page, names) {
	for (const name of names) {
		const it = name.startsWith('#')
			? page.getByRole('gridcell', { name: new RegExp(`^${name.slice(1)}\\b`) })
			: page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
		await it.click();
	}
}

async function take(context, name, file) {
	const [hash, ready, presses = []] = pages[name];
	const page = await context.newPage();
	page.setDefaultTimeout(timeout);
	page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
	page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
	await page.goto(url + hash);
	await page.locator(ready).first().waitFor();
	await press(page, presses);
	// The stream of events of online play never ends.
	await page.waitForLoadState('networkidle', { timeout: quiet }).catch(() => {});
	await page.screenshot({ path: file });
	await page.close();
}

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
const { url, stop } = await serve();
const browser = await chromium.launch(browserOptions());
try {
	for (const viewport of sizes) {
		for (const colorScheme of ['light', 'dark']) {
			const looks = { viewport, colorScheme, reducedMotion: 'reduce', locale: 'en' };
			for (const name of Object.keys(pages)) {
				// Each page gets a new visitor: an unfinished game would show up on the next.
				const context = await browser.newContext(looks);
				const size = `${viewport.width}x${viewport.height}`;
				await take(context, name, join(folder, `${name}-${size}-${colorScheme}.png`));
				await context.close();
			}
		}
	}
} finally {
	await browser.close();
	await stop();
}
