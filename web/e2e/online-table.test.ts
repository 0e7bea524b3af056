// Tables of the server: people play with each other, each in a browser context of their own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { freePort, serve } from '../build/server.mjs';
import { desktop, expect, lying, narrow, phone, said, test, textOf, type Visitor } from './support/app';
import { axe, axeInDark } from './support/axe';
import { full } from './support/full';
import { cell, fromMenu, type Game, makeMove, movesMade, playthrough } from './support/moves';
import { ask, expectMoves, expectReplay, openTable, outOfReach, playInTurn, sit } from './support/tables';
import { timeout } from './support/timeout';

const games: { game: Game; record: string; wins: number; why: string }[] = [
	{
		game: 'quantik',
		record: 'quantik-four-shapes',
		wins: 1,
		why: 'Four different shapes in the region (a1 a2 b1 b2).',
	},
	{
		game: 'pivot',
		record: 'pivot-line-stands',
		wins: 0,
		why: 'The line was neither broken nor answered: column d (d1 d2 d3).',
	},
	{
		game: 'quixo',
		record: 'quixo-own-line',
		wins: 0,
		why: 'The winner completed a line: column a (a1 a2 a3 a4 a5).',
	},
];

/** Two people at a table of a game, the first of whom begins. */
async function pair(
	visit: Visitor,
	game: Game,
	terms: object = {},
	options: object = {},
): Promise<[string, Page, Page]> {
	const ann = await visit('#/about', options);
	const hash = await openTable(ann, 'Ann', { game, ...terms });
	const bob = await visit(hash, options);
	await sit(bob, 'Bob');
	for (const page of [ann, bob]) await page.getByRole('grid').waitFor();
	return [hash, ann, bob];
}

const banner = (page: Page) =>
	page.locator('main').getByText(/^(Connection lost|The server is not responding)/);

describe('two people play through a link', () => {
	test.for(games)('$game to the end', async ({ game, record, wins, why }, { visit }) => {
		const ann = await visit('#/about', { viewport: phone });
		const hash = await openTable(ann, 'Ann', { game });
		await ann.getByRole('img', { name: /QR code/ }).waitFor();
		const link = ann.getByRole('textbox', { name: 'Link' });
		await expect.poll(() => link.inputValue()).toBe(ann.url().replace('#/table/', 't/'));
		await axe(ann);
		const bob = await visit(hash, { viewport: lying });
		await bob.getByRole('heading', { name: /^Ann \(guest\) invites you/ }).waitFor();
		await axe(bob);
		await sit(bob, 'Bob');
		await said(ann, 'your turn');
		await axe(ann);
		await axe(bob);
		await playInTurn([ann, bob], game, playthrough(record));
		const pages = [ann, bob];
		for (const [seat, page] of pages.entries()) {
			await said(page, seat === wins ? 'You win!' : 'You lose.');
			await said(page, why);
			if (full || game === 'quantik') {
				await axe(page);
				await axeInDark(page);
			}
		}
		await expectReplay(pages, hash);
		await bob.getByRole('button', { name: 'Rematch' }).click();
		await said(ann, /Bob would like to play again\./);
		await ann.getByRole('button', { name: 'Rematch' }).click();
		for (const page of pages) {
			await page.waitForURL((url) => url.hash !== hash && url.hash.startsWith('#/table/'));
			await said(page, 'No moves yet.');
		}
		// Sides have changed.
		await said(bob, 'your turn');
	});
});

// Five visitors take longer.
test('four people play Quixo for four, and somebody watches', { timeout: 8 * timeout }, async ({ visit }) => {
	const ann = await visit('#/about', { viewport: narrow });
	const terms = { game: 'quixo4p', advice: true };
	const hash = await openTable(ann, 'Ann', terms, [{ me: true }, {}, {}, {}]);
	await ann.getByRole('button', { name: 'Close the table' }).scrollIntoViewIfNeeded();
	await expect.poll(() => ann.evaluate(() => scrollY)).toBeGreaterThan(0);
	const guests: Page[] = [];
	for (const [name, team] of [
		['Bob', 'second'],
		['Cem', 'first'],
		['Dee', 'second'],
	] as const) {
		const page = await visit(hash, { viewport: name === 'Dee' ? phone : desktop });
		if (name === 'Bob') await axe(page);
		await sit(page, name, `Join the ${team} team`);
		if (name !== 'Dee') await page.getByRole('heading', { name: /^Waiting for other players/ }).waitFor();
		guests.push(page);
	}
	const [bob, cem, dee] = guests as [Page, Page, Page];
	const eve = await visit(hash);
	await said(eve, 'You are watching this game.');
	await expect.poll(() => ann.evaluate(() => scrollY)).toBe(0);
	await ann.setViewportSize(desktop);
	const players = [ann, bob, cem, dee];
	const moves = playthrough('quixo4p-mixed-dots');
	await playInTurn(players, 'quixo4p', moves.slice(0, 4), [eve]);
	await ann.getByRole('radio', { name: 'Partner' }).check();
	await ann.getByRole('textbox', { name: 'Message' }).fill('Take the corner');
	await ann.getByRole('button', { name: 'Send' }).click();
	await said(cem, 'Take the corner');
	await axe(ann);
	await playInTurn(players, 'quixo4p', moves.slice(4), [eve], 4);
	for (const page of [ann, cem]) await said(page, 'Your team wins!');
	for (const page of [bob, dee]) await said(page, 'Your team loses.');
	await said(eve, 'Ann and Cem win!');
	for (const page of [bob, dee, eve]) expect(await page.getByText('Take the corner').count()).toBe(0);
	expect(await eve.getByRole('button', { name: /^(Rematch|Take back)$/ }).count()).toBe(0);
	for (const page of [dee, eve]) await axe(page);
	await expectReplay([...players, eve], hash);
});

test('a player who runs out of time loses', async ({ visit }) => {
	const [hash, ann, bob] = await pair(visit, 'quantik', { time: { main_ms: 10_000 } });
	await axe(ann);
	// The first move of each is free of charge.
	await playInTurn([ann, bob], 'quantik', ['S@b3', 'C@a1']);
	await said(bob, 'You win!');
	await said(bob, 'Ann ran out of time.');
	await said(ann, 'You ran out of time.');
	for (const page of [ann, bob]) await axe(page);
	await expectReplay([ann, bob], hash);
});

test('draws, moves back, talk and resignation', async ({ visit }) => {
	const [hash, ann, bob] = await pair(visit, 'quixo');
	await playInTurn([ann, bob], 'quixo', ['a1-a5', 'e1-e5']);
	await fromMenu(bob, 'Offer a draw');
	await said(ann, 'Bob offers a draw.');
	await said(bob, 'You offered a draw.');
	await axe(ann);
	await ann.getByRole('button', { name: 'Decline' }).click();
	await bob.getByText('The draw was declined.').first().waitFor();
	await bob.getByRole('button', { name: 'Take back' }).click();
	await said(ann, 'Bob would like to take back a move.');
	await ann.getByRole('button', { name: 'Accept' }).click();
	await expectMoves([ann, bob], 1, 'a1-a5');
	await ann.getByRole('textbox', { name: 'Message' }).fill('Good <b>game</b>');
	await ann.getByRole('button', { name: 'Send' }).click();
	await bob.setViewportSize(phone);
	await bob.getByRole('button', { name: /^Chat/ }).click();
	await bob.getByRole('dialog').getByText('Good <b>game</b>').waitFor();
	await axe(bob);
	await bob.keyboard.press('Escape');
	await fromMenu(bob, 'Resign');
	const question = bob.getByRole('dialog', { name: 'Resign?' });
	await axe(bob);
	await question.getByRole('button', { name: 'Resign' }).click();
	await said(ann, 'You win!');
	await said(ann, 'Bob resigns.');
	await said(bob, 'You resigned.');
	const events = await expectReplay([ann, bob], hash);
	expect(events.map(({ kind }) => kind)).toContain('taken-back');
	await fromMenu(ann, 'Flip the board');
	await ann.locator('main').getByRole('link', { name: 'Analyse' }).click();
	await expect.poll(() => movesMade(ann)).toEqual(['a1-a5']);
});

test('somebody is muted, reported and blocked at a table', async ({ visit }) => {
	const [, ann, bob] = await pair(visit, 'quixo', {}, { expected: /status (of )?403/ });
	await bob.getByRole('textbox', { name: 'Message' }).fill('You fool');
	await bob.getByRole('button', { name: 'Send' }).click();
	const insult = ann.getByRole('log').getByText('You fool');
	await insult.waitFor();
	await fromMenu(ann, 'Players at this table');
	const people = ann.getByRole('dialog', { name: 'Players at this table' });
	await people.getByRole('button', { name: 'Mute' }).click();
	await insult.waitFor({ state: 'detached' });
	await axe(ann);
	await people.getByRole('button', { name: 'Unmute' }).click();
	await insult.waitFor();
	await ann.keyboard.press('Escape');
	await ann.getByRole('button', { name: 'Report: Bob' }).click();
	const report = ann.getByRole('dialog', { name: 'Report: Bob' });
	await report.getByText('You fool').waitFor();
	await axe(ann);
	await report.getByRole('checkbox', { name: 'Block this player as well' }).check();
	await report.getByRole('button', { name: 'Send the report' }).click();
	await ann.getByText('Thank you. A moderator will look at it.').first().waitFor();
	await insult.waitFor({ state: 'detached' });
	// Bob can neither be read nor sit down at another table of Ann's.
	await bob.getByRole('textbox', { name: 'Message' }).fill('Coward');
	await bob.getByRole('button', { name: 'Send' }).click();
	await bob.getByRole('log').getByText('Coward').waitFor();
	await ann.reload();
	await ann.getByRole('grid').waitFor();
	// What Ann writes comes after what was said before.
	await ann.getByRole('textbox', { name: 'Message' }).fill('Goodbye');
	await ann.getByRole('button', { name: 'Send' }).click();
	await ann.getByRole('log').getByText('Goodbye').waitFor();
	expect(await ann.getByText(/Coward|You fool/).count()).toBe(0);
	const chairs = [{ me: true }, {}];
	const { table } = await ask<{ table: string }>(ann, 'tables', { terms: { game: 'quixo' }, chairs });
	await expect(ask(bob, `tables/${table}/sit`, {})).rejects.toThrow('block.table');
	await ann.goto(`${ann.url().split('#')[0]}#/account`);
	const blocked = ann.locator('.card', { hasText: 'Blocked and muted players' });
	await blocked.getByRole('button', { name: 'Unblock' }).click();
	await blocked.waitFor({ state: 'detached' });
});

test('a game is aborted before both have moved', async ({ visit }) => {
	const [hash, ann, bob] = await pair(visit, 'pivot');
	await fromMenu(bob, 'Abort the game');
	for (const page of [ann, bob]) await said(page, 'No result.');
	await expectReplay([ann, bob], hash);
});

describe('a connection that is cut', () => {
	test('on both sides is taken up again, with the move that was made meanwhile', async ({ visit }) => {
		const [hash, ann, bob] = await pair(visit, 'quixo', {}, { expected: outOfReach });
		await playInTurn([ann, bob], 'quixo', ['a1-a5', 'e1-e5']);

		await ann.context().setOffline(true);
		await banner(ann).waitFor();
		await bob.getByText('away').first().waitFor();
		await axe(ann);
		await makeMove(ann, 'quixo', 'c1-c5');
		await said(ann, /^\s*Connection lost\. Your move is saved/);
		await expect.poll(() => movesMade(ann)).toEqual(['a1-a5', 'e1-e5', 'c1-c5']);
		expect(await movesMade(bob)).toEqual(['a1-a5', 'e1-e5']);
		await ann.context().setOffline(false);
		await expectMoves([ann, bob], 3, 'c1-c5');
		await banner(ann).waitFor({ state: 'hidden' });

		await ann.context().setOffline(true);
		await banner(ann).waitFor();
		await makeMove(bob, 'quixo', 'a3-e3');
		await expectMoves([bob], 4, 'a3-e3');
		await bob.context().setOffline(true);
		await banner(bob).waitFor();
		await bob.context().setOffline(false);
		await ann.context().setOffline(false);
		await expectMoves([ann, bob], 4, 'a3-e3');
		await playInTurn([ann, bob], 'quixo', ['b1-b5'], [], 4);
		await expectReplay([ann, bob], hash);
	});

	test('does not play a move that answers another position by now', async ({ visit }) => {
		const [hash, ann, bob] = await pair(visit, 'quixo', {}, { expected: outOfReach });
		await playInTurn([ann, bob], 'quixo', ['a1-a5', 'e1-e5']);
		await ann.context().setOffline(true);
		await banner(ann).waitFor();
		await makeMove(ann, 'quixo', 'c1-c5');
		await said(ann, /Your move is saved/);
		await fromMenu(bob, 'Resign');
		await bob.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
		await said(bob, 'You lose.');
		await ann.context().setOffline(false);
		await said(ann, 'You win!');
		await ann.getByText('Your move c1-c5 was not played: the game was already over.').first().waitFor();
		await expectReplay([ann, bob], hash);
	});
});

test('a server that is killed in the middle of a move and started again loses nothing', {
	timeout: 8 * timeout,
}, async ({ visit }) => {
	const data = mkdtempSync(join(tmpdir(), 'plateau-'));
	const listen = `localhost:${await freePort()}`;
	let server = await serve({ data, listen });
	try {
		const how = { at: server.url, expected: outOfReach };
		const [hash, ann, bob] = await pair(visit, 'quixo', { time: { main_ms: 600_000 } }, how);
		const moves = playthrough('quixo-own-line');
		await playInTurn([ann, bob], 'quixo', moves.slice(0, 2));
		for (const [round, killed] of [2, 3].entries()) {
			const [toMove, other] = killed % 2 === 0 ? [ann, bob] : [bob, ann];
			await toMove.getByRole('button', { name: 'Type a move' }).waitFor();
			// Whether it had been stored by then or not: it is there once in the end.
			const stroke = toMove.waitForRequest(/\/move$/).then(() => server.kill());
			await makeMove(toMove, 'quixo', moves[killed] ?? '');
			await stroke;
			const down = Date.now();
			for (const page of [ann, bob]) await banner(page).waitFor();
			if (round === 0) await axe(toMove);
			const downFor = Date.now() - down;
			server = await serve({ data, listen });
			await expectMoves([toMove, other], killed + 1, moves[killed] ?? '');
			for (const page of [ann, bob]) await banner(page).waitFor({ state: 'hidden' });
			// Nobody is charged for the time in which no server ran.
			const events = await expectReplay([ann, bob], hash);
			const resumed = events.filter(({ kind }) => kind === 'resumed');
			const pauses = resumed.map(({ body }) => (body as { pause_ms: number }).pause_ms);
			expect(pauses).toHaveLength(round + 1);
			expect(pauses[round]).toBeGreaterThanOrEqual(downFor);
		}
		await playInTurn([ann, bob], 'quixo', moves.slice(4), [], 4);
		await said(ann, 'You win!');
		await said(bob, 'You lose.');
		await expectReplay([ann, bob], hash);
	} finally {
		await server.stop();
		rmSync(data, { recursive: true });
	}
});

test('a table that is not there, or not for others, says so', async ({ visit }) => {
	const expected = /status 40[34]|40[34] \(/;
	const lost = await visit('#/table/nothing', { expected });
	await said(lost, 'This table is not available');
	await axe(lost);
	const [hash] = await pair(visit, 'quixo', { spectators: false });
	const eve = await visit(hash, { expected });
	await said(eve, 'This table is not available');
	await eve.getByRole('link', { name: 'Online play' }).waitFor();
});

test('a table that its host closes is closed for all', async ({ visit }) => {
	const ann = await visit('#/about');
	const hash = await openTable(ann, 'Ann', { game: 'quixo' });
	const bob = await visit(hash);
	await bob.getByRole('heading', { name: /^Ann \(guest\) invites you/ }).waitFor();
	await ann.getByRole('button', { name: 'Close the table' }).click();
	for (const page of [ann, bob]) await said(page, 'This table is closed');
	await axe(bob);
});

test('partners find all phrases on a phone, and read who hears them', async ({ visit }) => {
	const ann = await visit('#/about', { viewport: phone });
	const { player } = await ask<{ player: object }>(ann, 'guests', { name: 'Ann' });
	await ann.evaluate((known) => localStorage.setItem('plateau.player', known), JSON.stringify(player));
	const { table } = await ask<{ table: string }>(ann, 'tables', {
		terms: { game: 'quixo4p', advice: true, chat: false, first_side: 'first', begins: 'first' },
		chairs: [{ me: true }, { level: '1' }, { level: '1' }, { level: '1' }],
	});
	await ann.goto(`${ann.url().split('#')[0]}#/table/${table}`);
	await ann.reload();
	await ann.getByRole('button', { name: /^Chat/ }).click();
	const dialog = ann.getByRole('dialog', { name: 'Chat' });
	await dialog.getByText('Only your partner can read this.').waitFor();
	const phrases = dialog.getByRole('group', { name: 'Phrases to send' });
	await expect.poll(() => phrases.getByRole('button').count()).toBe(15);
	// The list is whole: there is no second, smaller place to scroll within the dialog.
	expect(await phrases.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
	const bottoms = await phrases
		.getByRole('button')
		.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
	expect(Math.max(...bottoms)).toBeLessThanOrEqual(phone.height);
	await axe(ann);
	await phrases.getByRole('button').last().click();
	await dialog.getByRole('log').getByText('(Partner)').waitFor();
});

test('the computer takes a chair', async ({ visit }) => {
	const ann = await visit('#/about');
	const { player } = await ask<{ player: object }>(ann, 'guests', { name: 'Ann' });
	await ann.evaluate((known) => localStorage.setItem('plateau.player', known), JSON.stringify(player));
	const terms = { game: 'quantik', first_side: 'first', begins: 'first' };
	const { table } = await ask<{ table: string }>(ann, 'tables', {
		terms,
		chairs: [{ me: true }, { level: '2' }],
	});
	await ann.goto(`${ann.url().split('#')[0]}#/table/${table}`);
	await ann.reload();
	await cell(ann, 'b3').waitFor();
	await makeMove(ann, 'quantik', 'S@b3');
	await expect.poll(async () => (await movesMade(ann)).length).toBe(2);
	const players = ann.getByRole('list', { name: 'Players' }).getByRole('listitem');
	await expect.poll(() => textOf(players.nth(1))).toMatch(/Computer\s*Level 2/);
});
