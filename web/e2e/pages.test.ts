// Every page in every size, with text of every size, in light and dark: axe finds no violation, nothing
// scrolls sideways, no control is empty, cut or covered, and all that a move needs is in sight.

import type { Locator, Page } from 'playwright-core';
import { desktop, expect, goTo, lying, narrow, phone, test, textOf } from './support/app';
import { axe, axeInDark } from './support/axe';
import { full } from './support/full';
import { flawsIn } from './support/layout';
import { cell, type Game, games, link, playOn, targets } from './support/moves';

const sizes = { narrow, phone, lying, desktop };

/** Pages, and what is there when they are complete. */
const pages: [hash: string, ready: string][] = [
	['#/', 'main .card svg'],
	['#/new/quantik', 'main form'],
	['#/new/quixo4p', 'main form'],
	['#/play?game=pivot&moves=c@b1_b1-a1%2BS@d2', '[role=grid]'],
	['#/analyse/quantik?start=n2s/2Y1/1y2/S2C+1', 'details'],
	['#/analyse/quixo4p', 'details'],
	['#/analyse', 'main .card svg'],
	['#/edit/pivot', '[role=grid]'],
	['#/learn', 'main .map li'],
	['#/learn/quixo', 'figure svg'],
	['#/strategy/quantik', 'figure svg'],
	['#/explore', 'main .card svg'],
	['#/explore/quixo', 'figure svg'],
	['#/openings/pivot', 'main tbody tr'],
	['#/trainer/quantik', '[role=grid]'],
	['#/lesson/quixo/2', '[role=grid]'],
	['#/guided/pivot', '[role=grid]'],
	['#/puzzles', 'main .bar'],
	['#/puzzles/quantik', 'main ol'],
	['#/puzzle/pivot/today', '[role=grid]'],
	['#/online', 'main form'],
	['#/tournaments', 'main .lists'],
	['#/tournaments/new', 'main .button.primary'],
	['#/account', 'main form'],
	['#/history', 'main .none, main li'],
	['#/friends', 'main h1'],
	['#/groups', 'main h1'],
	['#/privacy', 'main h2'],
	['#/ratings/quixo', 'main nav'],
	['#/bots', 'main .none, main li'],
	['#/settings', 'main .card'],
	['#/device', 'main .card'],
	['#/results', 'main .none'],
	['#/about', 'main h2'],
	['#/manual/hosting', 'main article h2'],
	['#/manual?q=backup', 'main .results li'],
	['#/nowhere', 'main a'],
];

async function fitsSideways(page: Page): Promise<void> {
	const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
	expect(needed, `${page.url()} at ${there}`).toBeLessThanOrEqual(there ?? 0);
}

/** Some pages after the other are one test: a visit takes longer than a page. */
const perVisit = 9;
const visits = Array.from({ length: Math.ceil(pages.length / perVisit) }, (_, i) => {
	const some = pages.slice(i * perVisit, (i + 1) * perVisit);
	return { some, from: some[0]?.[0], to: some.at(-1)?.[0] };
});

test.for(visits)('pages from $from to $to', async ({ some }, { visit }) => {
	const page = await visit('#/about');
	const flaws: string[] = [];
	for (const [hash, ready] of some) {
		await goTo(page, hash);
		await page.locator(ready).first().waitFor();
		flaws.push(...(await flawsIn(page)));
		// What axe finds seldom depends on the size.
		for (const [name, viewport] of Object.entries(sizes)) {
			if (!full && name !== 'phone' && name !== 'desktop') continue;
			await page.setViewportSize(viewport);
			await axe(page);
			if (name === 'desktop' || (full && name === 'phone')) await axeInDark(page);
		}
	}
	expect(flaws).toEqual([]);
});

test('About says what the pages were built from', async ({ visit }) => {
	const page = await visit('#/about');
	await page.getByText(/^Version v\d+\.\d+\.\d\S*\s*Commit [0-9a-f]{8} of .*\d{4}/).waitFor();
});

test('the menus', async ({ visit }) => {
	const page = await visit('#/');
	for (const menu of ['Language', 'Theme']) {
		await page.getByRole('button', { name: menu, exact: true }).click();
		await page.locator('.items').waitFor();
		await axe(page);
		await withinSight(page.locator('.items .button:visible'));
		await page.keyboard.press('Escape');
		await page.locator('.items').waitFor({ state: 'detached' });
	}
});

test.for(Object.entries(sizes))('the navigation at %s', async ([name, viewport], { visit }) => {
	const page = await visit('#/', { viewport });
	const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
	for (const link of ['Online', 'Learn', 'Puzzles', 'Analyse', 'Play']) {
		// A bar below or a rail beside the page: all links are there without a menu.
		await withinSight(links);
		await links.filter({ hasText: link }).click();
		await expect.poll(() => textOf(page.locator('nav [aria-current=page]'))).toBe(link);
	}
	// What is set once is in the settings.
	await expect
		.poll(() => page.getByRole('button', { name: 'Language' }).isVisible())
		.toBe(name === 'desktop');
	await page.getByRole('link', { name: 'Settings' }).click();
	await page.getByRole('group', { name: 'Language' }).waitFor();
});

/** Positions in which a move needs the most room: everything that can be next to the board is there. */
const crowded: Record<Game, { hash: string; pick: string[] }> = {
	quantik: { hash: link('quantik', ['S@b3', 'C@c1', 'N@d4', 'Y@a1']), pick: [] },
	pivot: { hash: link('pivot', ['c@b3', 'b3-b2+s@a1']), pick: ['a1', 'a2'] },
	quixo: { hash: link('quixo', ['a1-a5', 'e1-e5']), pick: ['c1'] },
	quixo4p: { hash: link('quixo4p', ['a1-a5.2', 'e1-e5.1']), pick: ['c1', 'c5'] },
};

/** The smallest target for a finger, in pixels. */
const finger = 44;

async function withinSight(those: Locator, least = finger): Promise<void> {
	const found = await those.evaluateAll((all) =>
		all.map((one) => {
			const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
			const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
			const name = one.getAttribute('aria-label') || one.textContent?.trim();
			return { name, inside, size: Math.min(width, height), box: `${left} ${top} ${right} ${bottom}` };
		}),
	);
	expect(found.length, those.toString()).toBeGreaterThan(0);
	for (const { name, inside, size, box } of found) {
		expect(inside, `${name} (${box}) is in sight`).toBe(true);
		expect(size, `${name} can be hit`).toBeGreaterThanOrEqual(least - 0.5);
	}
}

test.for(games)('without scrolling: the board of %s and all that a move needs', async (game, { visit }) => {
	const { hash, pick } = crowded[game];
	const page = await visit(hash, { viewport: desktop });
	await playOn(page);
	for (const name of pick) await cell(page, name).click();
	const board = page.locator('.playable');
	for (const [size, viewport] of Object.entries(sizes)) {
		await page.setViewportSize(viewport);
		await withinSight(board.getByRole('gridcell'));
		if (game !== 'quixo') await withinSight(board.locator('.near button'));
		await withinSight(board.locator('.controls button'));
		await withinSight(page.locator('.toolbar > button, .toolbar > .menu > button'));
		await fitsSideways(page);
		if (full || size === 'phone') await axe(page);
	}
	if (pick.length > 0) await page.getByRole('button', { name: 'Undo step' }).click();
	await expect.poll(() => targets(page).count()).toBeGreaterThan(0);
});
