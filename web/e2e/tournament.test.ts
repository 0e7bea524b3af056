// A club evening with real pages, as docs/tournaments.md has it: twelve names, five Swiss rounds at real boards, a
// correction, a withdrawal, printouts, and the winners. A phone in the room and a projector follow. The organiser has
// founded the club.

import type { Page } from 'playwright-core';
import type { Tournament } from '../src/net/types';
import { desktop, expect, goTo, phone, said, test, textOf } from './support/app';
import { axe, axeInDark } from './support/axe';
import { full } from './support/full';
import { ask } from './support/tables';
import { timeout } from './support/timeout';

const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Jo', 'Kim', 'Leo'];
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

async function signUp(page: Page, name: string): Promise<void> {
	await page.getByRole('region', { name: 'New here?' }).getByLabel('Your name').fill(name);
	await button(page, 'Play as a guest').click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
	await page
		.getByRole('region', { name: 'Keep this name' })
		.getByLabel('Password')
		.fill('correct horse battery');
	await button(page, 'Keep the name').click();
	await page.getByRole('region', { name: 'Challenges' }).waitFor();
}

/** The names of the boards of the round that is shown. */
function pairs(page: Page, round: number) {
	return page
		.getByRole('region', { name: `Round ${round}`, exact: true })
		.locator('tbody tr')
		.evaluateAll((rows) =>
			rows.map((row) => [...row.querySelectorAll('bdi')].map((one) => one.textContent ?? '')),
		);
}

/** Enters the results of all open boards; who is earlier in the list of names wins. */
async function playRound(page: Page, round: number, boards: number): Promise<string[][]> {
	await expect.poll(async () => (await pairs(page, round)).length).toBe(boards);
	const met = await pairs(page, round);
	for (const [i, [first = '', second = '']] of met.entries()) {
		const result = names.indexOf(first) < names.indexOf(second) ? '1–0' : '0–1';
		await button(page, `Board ${i + 1}, ${first} – ${second}: ${result}`).click();
		await button(page, `Correct the result at board ${i + 1}`).waitFor();
	}
	await said(page, 'All results are in.');
	return met;
}

/** The same with one request, for rounds in which the page is not what is tested. */
async function enterResults(page: Page, round: number, boards: number): Promise<void> {
	await expect.poll(async () => (await pairs(page, round)).length).toBe(boards);
	const { rounds } = await ask<Tournament>(page, `tournaments/${idOf(page)}`);
	const orders = rounds.at(-1)?.games.map(({ board, first, second }) => ({
		do: 'result',
		board,
		result: first < second ? '1-0' : '0-1',
	}));
	await ask(page, `tournaments/${idOf(page)}/orders`, { orders });
	await said(page, 'All results are in.');
}

async function foundClub(page: Page, name: string): Promise<void> {
	await goTo(page, '#/groups');
	await button(page, 'Start a club').click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Name of the club').fill(name);
	await dialog.getByRole('button', { name: 'Start a club' }).click();
	await page.getByRole('heading', { name, level: 1 }).waitFor();
	await button(page, 'Dissolve the club').waitFor();
}

async function print(page: Page, sheet: string, ready: string): Promise<void> {
	await goTo(page, `#/tournament/${idOf(page)}/print?sheet=${sheet}`);
	await page.locator('.sheet').getByText(ready).first().waitFor();
	if (full) await axe(page);
	await page.emulateMedia({ media: 'print' });
	expect(pagesOf(await page.pdf({ format: 'A4', preferCSSPageSize: true })), sheet).toBe(1);
	await page.emulateMedia({ media: 'screen' });
}
/** In the full run also in the dark. */
async function checkAccess(page: Page): Promise<void> {
	await axe(page);
	if (full) await axeInDark(page);
}
const idOf = (page: Page) => /tournament\/([^/?]+)/.exec(page.url())?.[1] ?? '';

test('a club evening with twelve names', { timeout: 8 * timeout }, async ({ visit }) => {
	const page = await visit('#/account');
	await signUp(page, `Organiser ${process.pid}`);
	await foundClub(page, 'Friday club');
	await checkAccess(page);
	await goTo(page, '#/tournaments');
	await page.getByRole('link', { name: 'New tournament' }).click();
	await page
		.getByRole('radio', { name: /^Quixo/ })
		.first()
		.check();
	await page.getByLabel('Name', { exact: true }).fill('Club evening');
	await page.getByText('More settings').click();
	await checkAccess(page);
	await page.getByLabel('Names, one per line').fill(names.join('\n'));
	await button(page, 'Create the tournament').click();
	await page.getByRole('heading', { name: 'Club evening', level: 1 }).waitFor();
	const id = idOf(page);

	await button(page, 'Pair round 1').click();
	const first = await playRound(page, 1, 6);
	await checkAccess(page);

	// Phones in the room follow by the code, and the wall shows the round.
	await page.getByText('For phones in the room').click();
	const link = await page.getByRole('textbox', { name: 'Follow the tournament' }).inputValue();
	const guest = await visit(link.slice(link.indexOf('#')), { viewport: phone });
	await said(guest, 'All results are in.');
	const wall = await visit(`#/tournament/${id}/wall`, { viewport: desktop });
	await expect.poll(() => wall.locator('.boards > li').count()).toBe(6);
	await checkAccess(wall);

	// One result was wrong: the loser of board 1 had won.
	await button(page, 'Correct the result at board 1').click();
	const [winner = '', loser = ''] = first[0] ?? [];
	const wrong = await textOf(page.getByRole('dialog').locator('strong'));
	await page
		.getByRole('dialog')
		.getByRole('button', { name: `Board 1, ${winner} – ${loser}: ${wrong === '1–0' ? '0–1' : '1–0'}` })
		.click();
	await page.getByRole('dialog').waitFor({ state: 'detached' });
	await expect
		.poll(() => textOf(guest.locator('tbody tr').first().locator('strong').first()))
		.not.toBe(wrong);

	await button(page, 'Pair round 2').click();
	const second = await playRound(page, 2, 6);
	const met = (round: string[][]) => round.map((pair) => [...pair].sort().join());
	expect(met(second).filter((pair) => met(first).includes(pair))).toEqual([]);
	await expect.poll(() => wall.getByText('Round 2 of 5').count()).toBe(1);

	// Somebody has to leave: from now on one has a bye.
	await button(page, 'Manage: Leo').click();
	if (full) await axe(page);
	await button(page, 'Withdraw from the tournament').click();
	await button(page, 'Bring back').waitFor();
	await page.keyboard.press('Escape');
	for (const round of [3, 4, 5]) {
		await button(page, `Pair round ${round}`).click();
		if (round === 5) await playRound(page, round, 5);
		else await enterResults(page, round, 5);
		await said(page, /: bye \(1\)/);
	}

	await print(page, 'pairings', 'Round 5');
	await print(page, 'slips', 'Signature');
	await print(page, 'standings', 'Buchholz cut 1');
	await print(page, 'crosstable', 'Ann');

	await goTo(page, `#/tournament/${id}`);
	await page
		.getByRole('region', { name: 'Organise' })
		.getByRole('button', { name: 'Finish', exact: true })
		.click();
	await page.getByRole('link', { name: 'Winners' }).first().click();
	await page.getByRole('heading', { name: 'Winners: Club evening' }).waitFor();
	await expect.poll(() => page.locator('.stage li').count()).toBeGreaterThanOrEqual(2);
	await checkAccess(page);
	await expect.poll(() => wall.getByText('Finished').count()).toBe(1);

	// All points are there: six for each of the first two rounds, and five games and a bye for each of the others.
	await goTo(page, `#/tournament/${id}`);
	const standings = page.getByRole('region', { name: 'Standings' }).locator('tbody tr:not(.why)');
	await expect.poll(() => standings.count()).toBe(12);
	const points = await standings.locator('td strong').allTextContents();
	expect(points.map(Number).reduce((sum, one) => sum + one)).toBe(2 * 6 + 3 * 6);
	await page.setViewportSize(phone);
	const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
	expect(needed).toBeLessThanOrEqual(there ?? 0);
	await axe(page);
});
