// What is stored, shared, saved and opened again, and what happens if it is damaged.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expect, goTo, phone, said, test, textOf } from './support/app';
import { axe } from './support/axe';
import { fromMenu, link, makeMove, makeMoves, movesMade, playOn, playthrough } from './support/moves';

const players = (page: Page) => textOf(page.getByRole('list', { name: 'Players' }));

describe('a reload in mid-game loses nothing:', () => {
	test('moves, names and clocks of people', async ({ visit }) => {
		const page = await visit('#/new/quixo');
		await page.getByRole('radio', { name: 'Pass and play' }).check();
		await page.getByRole('textbox', { name: 'Name: Crosses' }).fill('Ann');
		await page.getByRole('textbox', { name: 'Name: Circles' }).fill('Bob_~');
		await page
			.getByRole('group', { name: 'Who moves first?' })
			.getByRole('radio', { name: 'Circles' })
			.check();
		await page.getByRole('radio', { name: '10 min + 10 s' }).check();
		await page.getByRole('button', { name: 'Start the game' }).click();
		await makeMoves(page, 'quixo', ['a1-a5', 'e1-e5', 'c1-c5']);
		const timers = page.getByRole('timer');
		const waiting = await textOf(timers.nth(1));
		await page.reload();
		await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5', 'c1-c5']);
		await expect.poll(() => players(page)).toMatch(/Ann[\s\S]*Bob_~/);
		// Bob made the last move, so his clock stands still.
		await expect.poll(() => textOf(timers.nth(1))).toBe(waiting);
		await expect.poll(() => textOf(timers.nth(0))).toMatch(/^(9:|10:)/);
		await makeMoves(page, 'quixo', ['d1-d5']);
	});

	test('the level of the computer, and whose turn it is', async ({ visit }) => {
		const page = await visit('#/new/quantik');
		await page.getByRole('radio', { name: '3', exact: true }).check();
		for (const name of ['Which side do you want to play?', 'Who moves first?'])
			await page.getByRole('group', { name }).getByRole('radio', { name: 'Light' }).check();
		await page.getByRole('button', { name: 'Start the game' }).click();
		await makeMove(page, 'quantik', 'S@b3');
		await expect.poll(async () => (await movesMade(page)).length).toBe(2);
		const before = await movesMade(page);
		await page.reload();
		await expect.poll(() => movesMade(page)).toEqual(before);
		await expect.poll(() => players(page)).toContain('Level 3');
		await page.getByRole('button', { name: 'Type a move' }).waitFor();
	});
});

test('a full storage is said once', async ({ visit }) => {
	const page = await visit('#/settings');
	await page.evaluate(() => {
		// Half of what is left, again and again.
		for (let size = 2 ** 22, i = 0; size > 0; i++) {
			try {
				localStorage.setItem(`full${i}`, 'x'.repeat(size));
			} catch {
				size >>= 1;
			}
		}
	});
	const sound = page.getByRole('group', { name: 'Sound', exact: true }).getByRole('radio');
	const warning = page.locator('.toast').getByText('Your browser could not save this');
	await sound.last().check();
	await warning.waitFor();
	await axe(page);
	await page.getByRole('button', { name: 'Dismiss' }).click();
	await warning.waitFor({ state: 'detached' });
	await sound.first().check();
	expect(await warning.count()).toBe(0);
});

test('the buttons back and forward lead through the pages', async ({ visit }) => {
	const page = await visit('#/');
	const heading = () => textOf(page.locator('main h1'));
	await page.getByRole('link', { name: 'Rules of Pivot' }).click();
	await page.getByRole('link', { name: 'Start the lesson: Pivot' }).click();
	await expect.poll(heading).toMatch(/^Pivot: task 1/);
	await page.goBack();
	await page.getByRole('link', { name: 'Start the lesson: Pivot' }).waitFor();
	await page.goBack();
	await expect.poll(heading).toBe('Quantik, Pivot and Quixo');
	await page.goForward();
	await page.goForward();
	await expect.poll(heading).toMatch(/^Pivot: task 1/);
	await expect.poll(() => page.title()).toMatch(/^Pivot: task 1.* – Plateau$/);
});

/** An address of the server, as a visitor opens it. */
const relative = (address: string) => new URL(address).pathname.slice(1) + new URL(address).search;

describe('a link', () => {
	test('opened elsewhere shows the same game', async ({ visit }) => {
		const moves = playthrough('pivot-line-stands');
		const page = await visit(link('pivot', moves.slice(0, 5)));
		await playOn(page);
		await makeMoves(page, 'pivot', moves.slice(5));
		await fromMenu(page, 'Share a link');
		await axe(page);
		const shared = await page.getByRole('textbox', { name: 'Link' }).inputValue();
		expect(new URL(shared).pathname).toBe('/g/pivot');
		const elsewhere = await visit(relative(shared), { viewport: phone });
		await expect.poll(() => movesMade(elsewhere)).toEqual(moves);
		await said(elsewhere, 'Circles win!');
		await axe(elsewhere);
	});

	test('shows a position alone, from which the game goes on', async ({ visit }) => {
		const page = await visit(link('quixo', ['a1-a5', 'e1-e5', 'c1-c5']));
		await fromMenu(page, 'Share a link');
		await page.getByRole('radio', { name: 'This position' }).check();
		const shared = await page.getByRole('textbox', { name: 'Link' }).inputValue();
		const elsewhere = await visit(relative(shared));
		await elsewhere.getByRole('gridcell', { name: 'c5, cross' }).waitFor();
		expect(await movesMade(elsewhere)).toEqual([]);
		await playOn(elsewhere);
		await makeMoves(elsewhere, 'quixo', ['e3-a3']);
	});

	const damaged: { hash: string; says: string; why?: RegExp }[] = [
		{
			hash: link('quantik', ['S@b3', 'S@b4']),
			says: 'This link does not work',
			why: /sphere on b3 is in the same column/,
		},
		{ hash: link('quixo', [], 'X/O'), says: 'This link does not work', why: /A board has 5 rows/ },
		{ hash: '#/play?game=chess&moves=e4', says: 'This link does not work', why: /There is no such game/ },
		{ hash: '#/play?moves=S@b3', says: 'This link does not work' },
		{ hash: '#/play?game=quantik&moves=%E0%A4%A', says: 'This link does not work' },
		{ hash: '#/play', says: 'No game in progress' },
		{ hash: '#/new/chess', says: 'There is no game by that name.' },
		{ hash: '#/analyse/chess', says: 'There is no game by that name.' },
		{ hash: '#/analyse/pivot?moves=C@a1_C@a1', says: 'This link does not work' },
		{ hash: '#/edit/chess', says: 'There is no game by that name.' },
		{ hash: '#/learn/chess', says: 'There is no such lesson or rulebook' },
		{ hash: '#/lesson/quixo/99', says: 'There is no such lesson or rulebook' },
		{ hash: '#/lesson/quixo/one', says: 'There is no such lesson or rulebook' },
		{ hash: '#/puzzle/quixo/nothing', says: 'There is no such puzzle' },
		{ hash: '#/puzzles/chess', says: 'There is no such puzzle' },
		{ hash: '#/nowhere/at/all', says: 'Page not found' },
		{ hash: '#/%E0%A4%A', says: 'Page not found' },
	];

	test('that is damaged gives a message and a way on', async ({ visit }) => {
		const page = await visit('#/');
		for (const { hash, says, why } of damaged) {
			await goTo(page, hash);
			await page.getByRole('heading', { level: 1, name: says }).waitFor();
			if (why) await said(page, why);
			expect(await page.locator('main').locator('a, button').count(), hash).toBeGreaterThan(0);
			await axe(page);
		}
	});

	test('that is damaged in one move leads to the game up to there', async ({ visit }) => {
		const page = await visit(link('quantik', ['S@b3', 'C@c1', 'N@b3']));
		await said(page, 'Move 3, “N@b3”, is not legal:');
		await page.getByRole('button', { name: 'Show the game up to that point' }).click();
		await expect.poll(() => movesMade(page)).toEqual(['S@b3', 'C@c1']);
	});
});

describe('a record', () => {
	test('is saved and opened again', async ({ visit }) => {
		const moves = playthrough('quixo-own-line');
		const page = await visit(link('quixo', moves.slice(0, -1)));
		await playOn(page);
		await makeMoves(page, 'quixo', moves.slice(-1));
		const downloading = page.waitForEvent('download');
		await fromMenu(page, 'Save the record');
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('quixo.plateau');
		const record = readFileSync(await download.path(), 'utf8');
		expect(record).toContain('[Game "quixo"]');
		const elsewhere = await visit('#/play');
		await elsewhere
			.locator('input[type=file]')
			.setInputFiles({ name: 'a.plateau', mimeType: 'text/plain', buffer: Buffer.from(record) });
		await expect.poll(() => movesMade(elsewhere)).toEqual(moves);
		await said(elsewhere, 'Crosses win!');
		const both = Buffer.from(`${record}\n${record}`);
		await elsewhere
			.locator('input[type=file]')
			.setInputFiles({ name: 'two.plateau', mimeType: 'text/plain', buffer: both });
		await elsewhere.getByRole('dialog', { name: 'Which game?' }).waitFor();
		await axe(elsewhere);
	});

	const damaged: { what: string; text: string; says: string | RegExp }[] = [
		{ what: 'nothing', text: '', says: 'The file contains no games.' },
		{ what: 'no record', text: 'hello', says: /that names the game is missing/ },
		{ what: 'an impossible move', text: '[Game "quixo"]\n\n1. b2-b5 *\n', says: /not on the outer ring/ },
		{ what: 'a wrong result', text: '[Game "quixo"]\n[Result "0-1"]\n\n1. a1-a5 *\n', says: /Expected / },
		{ what: 'an unknown game', text: '[Game "chess"]\n\n1. e4 *\n', says: /There is no such game/ },
		{
			what: 'bytes of a picture',
			text: '\u0089PNG\r\n\u001a\n\u0000\u0000',
			says: /that names the game is missing/,
		},
	];

	test('that is damaged gives a message', async ({ visit }) => {
		const page = await visit('#/play');
		for (const { what, text, says } of damaged) {
			await page
				.locator('input[type=file]')
				.setInputFiles({ name: 'a.plateau', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') });
			const message = page.getByRole('region', { name: 'Messages' });
			await expect.poll(() => textOf(message), { message: what }).toMatch(says);
			await axe(page);
			await message.getByRole('button', { name: 'Dismiss' }).click();
		}
	});

	test.for(['SVG', 'PNG'])('and the board can be saved as a picture (%s)', async (format, { visit }) => {
		const page = await visit(link('quantik', ['S@b3', 'C@c1']));
		const downloading = page.waitForEvent('download');
		await fromMenu(page, `Save as image (${format})`);
		const picture = readFileSync(await (await downloading).path());
		expect(picture.subarray(0, 200).toString('latin1')).toContain(format === 'SVG' ? '<svg' : 'PNG');
		expect(picture.length).toBeGreaterThan(2000);
	});
});

describe('games on this device', () => {
	const running = (page: Page) => page.getByRole('region', { name: 'Games in progress' }).getByRole('link');

	test('are kept next to each other, continued and deleted', async ({ visit }) => {
		const page = await visit('#/');
		for (const game of ['Quixo', 'Pivot']) {
			await page.getByRole('link', { name: `Play the computer at ${game}`, exact: true }).click();
			await page.getByRole('grid', { name: `${game} board` }).waitFor();
			if (game === 'Quixo') await makeMove(page, 'quixo', 'a1-a5');
			else await makeMove(page, 'pivot', 'c@b3');
			await expect.poll(async () => (await movesMade(page)).length).toBeGreaterThan(0);
			await page.getByRole('link', { name: 'Plateau, home page' }).click();
		}
		await expect.poll(() => running(page).count()).toBe(2);
		await axe(page);
		await running(page).filter({ hasText: 'Quixo' }).click();
		await page.getByRole('grid', { name: 'Quixo board' }).waitFor();
		expect((await movesMade(page))[0]).toBe('a1-a5');
		await goTo(page, '#/');
		await page.getByRole('button', { name: 'Delete this game of Pivot' }).click();
		await expect.poll(() => running(page).count()).toBe(1);
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect.poll(() => running(page).count()).toBe(2);
	});

	test('are the same in two tabs, and the older one never rolls a game back', async ({ visit }) => {
		const page = await visit('#/new/quixo');
		await page.getByRole('radio', { name: 'Pass and play' }).check();
		await page.getByRole('radio', { name: '10 min + 10 s' }).check();
		await page.getByRole('button', { name: 'Start the game' }).click();
		await makeMoves(page, 'quixo', ['a1-a5']);
		const other = await page.context().newPage();
		await other.goto(page.url());
		await expect.poll(() => movesMade(other)).toEqual(['a1-a5']);
		await makeMoves(other, 'quixo', ['e1-e5', 'c1-c5']);
		await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5', 'c1-c5']);
		await makeMoves(page, 'quixo', ['d1-d5']);
		await expect.poll(() => movesMade(other)).toEqual(['a1-a5', 'e1-e5', 'c1-c5', 'd1-d5']);
		await page.close();
		await other.reload();
		await expect.poll(() => movesMade(other)).toEqual(['a1-a5', 'e1-e5', 'c1-c5', 'd1-d5']);
	});
});

test('a stored game that cannot be read is ignored', async ({ visit }) => {
	const page = await visit('#/');
	for (const stored of [
		'{',
		'{"match":{"game":"quixo"}}',
		'[]',
		'null',
		'{"match":{"game":"chess","start":"","moves":["e4"],"players":["",""],"closing":null},"players":[{"kind":"person"},{"kind":"person"}],"seed":1,"clock":null,"date":"2026-11-15","over":false,"flipped":false,"advice":null}',
	]) {
		await page.evaluate((text) => localStorage.setItem('plateau.game', text), stored);
		await page.goto(new URL('#/play', page.url()).href);
		await page.reload();
		await page.getByRole('heading', { level: 1, name: 'No game in progress' }).waitFor();
	}
});

test('everything on the device is exported, erased, and gone in other tabs, too', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5', 'e1-e5']));
	await playOn(page);
	await makeMove(page, 'quixo', 'c1-c5');
	const other = await page.context().newPage();
	await other.goto(page.url().replace(/#.*/, '#/puzzles'));
	await other.evaluate(() => localStorage.setItem('plateau.puzzles', '{"solved":{"quixo":["aaaaaa"]}}'));
	await goTo(page, '#/device');
	await said(page, '1 game');
	const downloaded = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export everything' }).click();
	const data = JSON.parse(readFileSync(await (await downloaded).path(), 'utf8'));
	expect([data.games.length, data.stored.puzzles.solved.quixo]).toEqual([1, ['aaaaaa']]);
	const reloaded = other.waitForEvent('load');
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await axe(page);
	const loaded = page.waitForEvent('load');
	await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
	await Promise.all([loaded, reloaded]);
	await said(page, '0 games');
	expect(await page.evaluate(() => localStorage.getItem('plateau.puzzles'))).toBeNull();
});

test('an analysis that was not saved is there after a reload', async ({ visit }) => {
	const page = await visit('#/analyse/quantik?moves=S@a1_N@b2&ply=1');
	await makeMove(page, 'quantik', 'C@b1');
	// The address changes first; what is shown is kept.
	const moves = page.getByRole('region', { name: 'Moves' });
	await moves.getByText('C@b1').first().waitFor();
	expect(page.url()).toContain('C%40b1');
	await page.reload();
	await moves.getByText('C@b1').first().waitFor();
	await moves.getByText('N@b2').first().waitFor();
});
