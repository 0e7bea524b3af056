// Takes pictures of every page and state:
//
//	node build/screenshots.mjs FOLDER [LANGUAGE [PATTERN]]
//
// LANGUAGE is a folder of rulebook/words, PATTERN chooses pages by their names.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
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

/** What is pressed on a page before its picture is taken: keys of words on buttons, or cells after #. */
const inHand = {
	quantik: ['play.visit.people', 'piece.quantik.Y'],
	pivot: ['play.visit.people', '#a3', '#a4'],
	quixo: ['play.visit.people', '#e2'],
	quixo4p: ['play.visit.people', '#b5', '#b1'],
};

const study = {
	plateau: 'study',
	version: 1,
	name: 'Study',
	game: 'quixo',
	start: '5/5/5/5/5 X',
	players: [],
	closing: null,
	moves: [
		{
			after: 0,
			move: 'e3-e1',
			comment: 'The mark goes to a corner.',
			shapes: [{ brush: 'green', from: 'e1', to: 'e1' }],
		},
		{
			after: 1,
			move: 'a3-a1',
			shapes: [
				{ brush: 'red', from: 'a3', to: 'a1' },
				{ brush: 'blue', from: 'e1', to: 'c1' },
			],
		},
		{ after: 2, move: 'a3-e3' },
		{ after: 1, move: 'c5-c1' },
		{ after: 4, move: 'a5-a1' },
	],
};
const shared = `p${Buffer.from(JSON.stringify(study)).toString('base64url')}`;

/** By name: the address or what makes it, what is there when all of it is, and what is pressed then. */
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
	study: [`#/analyse/quixo?${query({ shared, moves: 'e3-e1_a3-a1', ply: '2' })}`, 'details', ['study.draw']],
	learn: ['#/learn', '.map li + li'],
	...byGame('rules', (game) => [`#/learn/${game}`, 'figure svg']),
	...byGame('lesson', (game) => [`#/lesson/${game}/1`, '[role=grid]']),
	...byGame('guided', (game) => [`#/guided/${game}`, '[role=grid]']),
	...byGame('strategy', (game) => [`#/strategy/${game}`, 'main footer']),
	explore: ['#/explore', 'main .card svg'],
	...byGame('explore', (game) => [`#/explore/${game}`, 'figure svg, main h1']),
	...byGame('openings', (game) => [`#/openings/${game}`, '.bar, main h1']),
	...byGame('trainer', (game) => [`#/trainer/${game}`, '[role=grid], main h1']),
	puzzles: ['#/puzzles', '.bar'],
	'puzzles-quixo': ['#/puzzles/quixo', 'main ol'],
	...byGame('puzzle', (game) => [`#/puzzle/${game}/today`, '[role=grid]']),
	online: ['#/online', 'main form'],
	'online-waiting': [(context) => openTable(context), 'main .link, main input'],
	'online-premove': [(context) => openTable(context, true), '[role=grid]', ['#c1', '#c5']],
	account: ['#/account', 'main form'],
	history: ['#/history?player=', 'main .none, main li'],
	ratings: ['#/ratings/quixo', 'main nav'],
	about: ['#/about', 'main h2'],
	manual: ['#/manual', 'main article h2'],
	'manual-page': ['#/manual/quixo', 'main article h2'],
	'manual-search': ['#/manual?q=backup', 'main .results li'],
	settings: ['#/settings', 'main .card'],
	device: ['#/device', 'main h1'],
	results: ['#/results', 'main h1'],
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

/** A table of somebody else, at which the visitor may sit; otherwise one's own that waits. */
async function openTable(context, taken = false) {
	const ask = async (by, path, data) => (await by.request.post(`${url}api/v1/${path}`, { data })).json();
	const terms = { game: 'quixo', first_side: 'first', begins: 'first' };
	const { player } = await ask(context, 'guests', { name: 'Wilhelmine Maximilian' });
	await context.addInitScript(
		(stored) => localStorage.setItem('plateau.player', stored),
		JSON.stringify(player),
	);
	if (!taken) return `#/table/${(await ask(context, 'tables', { terms, chairs: [{ me: true }, {}] })).table}`;
	const host = await browser.newContext();
	await ask(host, 'guests', { name: 'Maria' });
	const { table } = await ask(host, 'tables', { terms, chairs: [{ me: true }, {}] });
	await ask(context, `tables/${table}/sit`, { chair: 1 });
	await host.close();
	return `#/table/${table}`;
}

function readWords(language) {
	const folder = join(import.meta.dirname, '../../rulebook/words', language);
	return Object.assign(
		{},
		...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
	);
}

async function press(page, names) {
	for (const name of names) {
		const it = name.startsWith('#')
			? page.getByRole('gridcell', { name: new RegExp(`^${name.slice(1)}\\b`) })
			: page.getByRole('button', { name: new RegExp(`^${words[name]}`) }).first();
		await it.click();
	}
}

async function take(context, name, file) {
	const [address, ready, presses = []] = pages[name];
	const hash = typeof address === 'string' ? address : await address(context);
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

const [folder = 'screenshots', language = 'en', pattern = ''] = process.argv.slice(2);
const words = readWords(language);
const names = Object.keys(pages).filter((name) => new RegExp(pattern).test(name));
mkdirSync(folder, { recursive: true });
const { url, stop } = await serve();
const browser = await chromium.launch(browserOptions());
try {
	for (const viewport of sizes) {
		for (const colorScheme of ['light', 'dark']) {
			const looks = { viewport, colorScheme, reducedMotion: 'reduce', locale: language };
			for (const name of names) {
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
