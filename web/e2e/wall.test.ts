// What a projector shows of a tournament: every board is seen within one round of its pages, whatever the number and the names.

import type { Page } from 'playwright-core';
import type { Tournament } from '../src/net/types';
import { desktop, expect, goTo, test, type Visitor } from './support/app';
import { ask, signUp } from './support/tables';
import { timeout } from './support/timeout';

const screens = [
	{ width: 1920, height: 1080 },
	{ width: 1280, height: 720 },
	{ width: 3840, height: 2160 },
];
const long = ['Katarzyna Wiśniewska', 'Jean-Baptiste Lefebvre', 'Alexandra Papadimitriou-Schmidt'];
/** How long a page stays. */
const stay = 15_000;

/** Lets a visitor have an account and organise a tournament at real boards; returns its id. */
async function found(page: Page, form: 'swiss' | 'knockout', players: number): Promise<string> {
	await signUp(page, `Organiser of ${players} ${process.pid}`);
	const settings = { name: 'Club championship', game: 'quixo', form, place: 'boards' };
	const rounds = form === 'swiss' ? { rounds: 5 } : {};
	const { summary } = await ask<Tournament>(page, 'tournaments', { settings: { ...settings, ...rounds } });
	const names = Array.from({ length: players }, (_, i) => `${long[i % long.length]} ${i + 1}`);
	await order(page, summary.id, ...names.map((name) => ({ do: 'add', entrant: { name } })));
	return summary.id;
}

function order(page: Page, id: string, ...orders: object[]): Promise<Tournament> {
	return ask<Tournament>(page, `tournaments/${id}/orders`, { orders });
}

interface Shown {
	/** The numbers of the boards that can be seen as a whole. */
	boards: number[];
	/** What is wrong with the others, and with the names. */
	wrong: string[];
	pages: number;
}

/** Looks at the boards on the screen; runs in the page. */
function look(): Shown {
	const boards: number[] = [];
	const wrong: string[] = [];
	const inside = (one: DOMRect, other: DOMRect) =>
		one.left >= other.left - 1 &&
		one.right <= other.right + 1 &&
		one.top >= other.top - 1 &&
		one.bottom <= other.bottom + 1;
	const screen = new DOMRect(0, 0, innerWidth, innerHeight);
	for (const row of document.querySelectorAll('.boards > li')) {
		const box = row.getBoundingClientRect();
		const parts = [...row.querySelectorAll<HTMLElement>('.number, bdi')];
		// Whatever is in front of a part, or cuts it off, hides it.
		const hidden = parts.filter((part) => {
			const { left, top, height } = part.getBoundingClientRect();
			return ![top + 2, top + height - 2].every((y) => part.contains(document.elementFromPoint(left + 3, y)));
		});
		// All of a name is on one line.
		const broken = parts.filter((part) => {
			const text = document.createRange();
			text.selectNodeContents(part);
			return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
		});
		if (inside(box, screen) && hidden.length === 0 && broken.length === 0)
			boards.push(Number(parts[0]?.textContent));
		else
			wrong.push(
				`${row.textContent}: ${Math.round(box.top)} to ${Math.round(box.bottom)}, ${hidden.length} parts hidden, ${broken.length} broken`,
			);
	}
	const [, pages = '1'] = /\/(\d+)/.exec(document.querySelector('.page')?.textContent ?? '') ?? [];
	return { boards, wrong, pages: Number(pages) };
}

/** Fails unless every board is seen within one round of the pages, and none of them twice. */
async function seesAll(page: Page, count: number): Promise<void> {
	for (const viewport of screens) {
		await page.setViewportSize(viewport);
		// It takes a moment until the new size is measured.
		await expect.poll(async () => (await page.evaluate(look)).wrong).toEqual([]);
		const { pages } = await page.evaluate(look);
		const seen: number[] = [];
		for (let i = 0; i < pages; i++) {
			const { boards, wrong } = await page.evaluate(look);
			expect(wrong, `${viewport.width} pixels wide`).toEqual([]);
			seen.push(...boards);
			await page.clock.runFor(stay);
		}
		expect(
			seen.sort((a, b) => a - b),
			`${viewport.width} pixels wide`,
		).toEqual(Array.from({ length: count }, (_, i) => i + 1));
	}
}

async function openWall(visit: Visitor, id: string): Promise<Page> {
	// Where data are saved, no engine is started before somebody needs it. One that is just being loaded would have
	// to show signs of life in the time of the test, of which minutes pass in a moment.
	const page = await visit('#/about', { viewport: desktop, saveData: true });
	await page.clock.install();
	await goTo(page, `#/tournament/${id}/wall`);
	await page.locator('.boards > li').first().waitFor();
	// From here on pages change only when the test lets time pass.
	await page.clock.pauseAt(Date.now() + stay);
	return page;
}

test.for([16, 26, 40, 60, 200])(
	'every board of %i players is seen on the wall, before and after the first result',
	{ timeout: 8 * timeout },
	async (players, { visit }) => {
		const organiser = await visit('#/about');
		const id = await found(organiser, 'swiss', players);
		await order(organiser, id, { do: 'pair' });
		const wall = await openWall(visit, id);
		expect(await wall.getByRole('heading', { name: 'Standings' }).count()).toBe(0);
		await seesAll(wall, players / 2);
		await order(organiser, id, { do: 'result', board: 1, result: '1-0' });
		await wall.clock.runFor(5_000);
		await wall.getByRole('heading', { name: 'Standings' }).waitFor();
		await seesAll(wall, players / 2);
		expect(wall.workers(), 'engines').toEqual([]);
	},
);
