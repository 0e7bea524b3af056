// An online arena: forty bots and two people in browsers, who are paired again and again until the organiser
// ends it.

import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Table, Tournament } from '../src/net/types';
import { expect, goTo, phone, said, test } from './support/app';
import { Bot } from './support/arenaBots';
import { axe, axeInDark } from './support/axe';
import { full } from './support/full';
import { makeMove } from './support/moves';
import { ask, signUp } from './support/tables';
import { timeout } from './support/timeout';

const moves = ['a1-a5', 'e1-e5', 'c1-c5'];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Plays the game at which a page is to its end. Bots resign after a few moves; a person has to as well. */
async function playGame(page: Page): Promise<void> {
	const id = page.url().split('/').at(-1) ?? '';
	await page.locator('[role=grid]').waitFor();
	const { id: self } = JSON.parse(
		(await page.evaluate(() => localStorage.getItem('plateau.player'))) ?? '{}',
	);
	for (;;) {
		const { table } = await ask<{ table: Table }>(page, `tables/${id}`);
		if (table.phase === 'over') return;
		const ply = table.moves.length;
		if (table.to_move === null || table.sitters[table.to_move]?.player !== self) {
			await page.waitForTimeout(100);
			continue;
		}
		const move = moves[ply];
		if (!move) {
			await ask(page, `tables/${id}/resign`, {});
			return;
		}
		await button(page, 'Type a move').waitFor();
		await makeMove(page, 'quixo', move);
		await expect
			.poll(async () => (await ask<{ table: Table }>(page, `tables/${id}`)).table.moves.length)
			.toBeGreaterThan(ply);
	}
}

test.runIf(full)('an arena with forty bots and two browsers', { timeout: 8 * timeout }, async ({ visit }) => {
	const name = `Ann ${process.pid}`;
	const ann = await visit('#/account');
	await signUp(ann, name);
	await ann.reload();
	await goTo(ann, '#/tournaments/new');
	await ann
		.getByRole('radio', { name: /^Quixo/ })
		.first()
		.check();
	await ann.getByLabel('Name', { exact: true }).fill('Lunch arena');
	await ann.getByRole('radio', { name: /^Arena/ }).check();
	await ann.getByRole('radio', { name: 'Online', exact: true }).check();
	await ann.getByLabel('Minutes (0: until you finish the tournament)').fill('0');
	await ann.getByText('More settings').click();
	await ann.getByRole('radio', { name: 'Anyone' }).check();
	await button(ann, 'Create the tournament').click();
	await ann.getByRole('heading', { name: 'Lunch arena', level: 1 }).waitFor();
	const id = ann.url().split('/').at(-1) ?? '';
	await button(ann, 'Join').click();
	await said(ann, 'You are in. The tournament has not started yet.');

	const ben = await visit(`#/tournament/${id}`, { viewport: phone });
	await button(ben, 'Join').click();
	await ben.getByRole('dialog').getByLabel('Your name').fill(`Ben ${process.pid}`);
	await ben.getByRole('dialog').locator('button.primary').click();
	await said(ben, 'You are in. The tournament has not started yet.');

	const bots = Array.from({ length: 40 }, (_, i) => new Bot(i + 1));
	onTestFinished(async () => void (await Promise.all(bots.map((bot) => bot.stop()))));
	await Promise.all(bots.map((bot, i) => bot.join(id, `Bot ${i + 1}`)));
	await button(ann, 'Start now').click();

	for (const page of [ann, ben]) {
		await said(page, 'Your game is ready');
		await page.getByRole('link', { name: 'Go to the table' }).click();
	}
	await Promise.all([playGame(ann), playGame(ben)]);
	// From the table straight to the next game.
	for (const page of [ann, ben]) await page.getByRole('link', { name: 'Go to the next game' }).click();
	await Promise.all([playGame(ann), playGame(ben)]);

	await ann.getByRole('link', { name: 'Lunch arena' }).first().click();
	await ann.getByRole('region', { name: 'Arena' }).waitFor();
	await axe(ann);
	await axeInDark(ann);
	const wall = await visit(`#/tournament/${id}/wall`, { viewport: { width: 1920, height: 1080 } });
	await wall.getByRole('region', { name: 'Standings' }).getByRole('listitem').first().waitFor();
	await axe(wall);
	await button(ann, 'Finish').click();
	await ann.getByRole('dialog').getByRole('button', { name: 'Finish', exact: true }).click();
	await ann.getByRole('link', { name: 'Winners' }).first().click();
	await ann.getByRole('heading', { name: 'Winners: Lunch arena' }).waitFor();
	await goTo(ben, `#/tournament/${id}`);
	await said(ben, /Your rank: \d+/);

	// Nobody played twice at the same time, and everybody who was here played.
	const { rounds } = await ask<Pick<Tournament, 'rounds'>>(ann, `tournaments/${id}/rounds`);
	for (const { round, games } of rounds) {
		const players = games.flatMap(({ first, second }) => [first, second]);
		expect(new Set(players).size, `pairing ${round}`).toBe(players.length);
	}
	const played = new Set(
		rounds.flatMap(({ games }) => games.flatMap(({ first, second }) => [first, second])),
	);
	expect(played.size).toBe(42);
	expect(bots.filter(({ games }) => games === 0)).toEqual([]);
});
