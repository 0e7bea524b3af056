// People who know each other: friends, challenges, and games that others watch.

import type { Page } from 'playwright-core';
import { expect, goTo, lookAgain, phone, said, test, type Visitor } from './support/app';
import { axe, axeInDark } from './support/axe';
import { startBot } from './support/bots';
import { firstLegal, makeMove, movesMade } from './support/moves';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

let count = 0;

/** A visitor with an account, on the start page of online play. */
async function registered(
	visit: Visitor,
	name: string,
	options: object = {},
): Promise<{ page: Page; name: string }> {
	const full = `${name} ${process.pid}-${++count}`;
	const page = await visit('#/account', options);
	await page.getByRole('region', { name: 'New here?' }).getByLabel('Your name').fill(full);
	await button(page, 'Play as a guest').click();
	await page.getByRole('heading', { name: full, exact: true }).waitFor();
	await page
		.getByRole('region', { name: 'Keep this name' })
		.getByLabel('Password')
		.fill('correct horse battery');
	await button(page, 'Keep the name').click();
	await page.getByRole('region', { name: 'Challenges' }).waitFor();
	return { page, name: full };
}

test('a player is found by name, becomes a friend, is challenged and accepts', async ({ visit }) => {
	const ann = await registered(visit, 'Ann');
	const ben = await registered(visit, 'Ben', { viewport: phone });
	await axe(ann.page);
	await ben.page.getByRole('radio', { name: 'Friends only' }).check();

	await goTo(ann.page, '#/friends');
	await ann.page.getByLabel('Player’s name').fill(ben.name);
	await button(ann.page, 'Search').click();
	await ann.page.getByRole('heading', { name: ben.name, exact: true }).waitFor();
	await button(ann.page, 'Ask to be friends').click();
	await ann.page.getByText('You have asked to be friends.').waitFor();

	await goTo(ben.page, '#/friends');
	await ben.page.getByText('wants to be your friend').waitFor();
	await axe(ben.page);
	await axeInDark(ben.page);
	await button(ben.page, 'Accept').click();
	await ben.page.getByText('online', { exact: true }).waitFor();

	await button(ann.page, 'Challenge').click();
	await ann.page.getByRole('dialog').getByRole('radio', { name: 'Quixo', exact: true }).check();
	await axe(ann.page);
	await button(ann.page, 'Send the challenge').click();
	// A page asks when somebody looks at it again.
	await expect
		.poll(async () => {
			await lookAgain(ben.page);
			return ben.page.getByText('New challenge').count();
		})
		.toBeGreaterThan(0);
	await axe(ben.page);
	await button(ben.page, 'Accept').click();
	await ben.page.waitForURL(/#\/table\//);
	await expect
		.poll(async () => {
			await lookAgain(ann.page);
			return ann.page.url();
		})
		.toMatch(/#\/table\//);
	expect(new URL(ann.page.url()).hash).toBe(new URL(ben.page.url()).hash);
});

test('a table has a name, and its game is watched from the lobby', async ({ visit }) => {
	const host = await registered(visit, 'Host');
	const { page } = await registered(visit, 'Guest');
	const stranger = await registered(visit, 'Stranger');
	await goTo(host.page, '#/online');
	await host.page.getByText('Clock, seats and more').click();
	await host.page.getByRole('radio', { name: 'listed for everyone' }).check();
	const title = `Beginners ${process.pid}`;
	await host.page.getByLabel('Name of the table (optional)').fill(title);
	await button(host.page, 'Open a table').click();
	await host.page.waitForURL(/#\/table\//);
	const rowOf = (shown: Page) =>
		shown.getByRole('region', { name: 'Open tables' }).getByRole('listitem').filter({ hasText: title });
	await goTo(stranger.page, '#/online');
	await rowOf(stranger.page).waitFor();
	// Those who have blocked the host do not see it.
	await stranger.page.evaluate(async (name) => {
		const found = await fetch(`./api/v1/players?name=${encodeURIComponent(name)}`);
		const { player } = await found.json();
		const headers = { 'Content-Type': 'application/json' };
		await fetch(`./api/v1/me/blocks/${player.id}`, { method: 'PUT', headers, body: '{"kind":"block"}' });
	}, host.name);
	await stranger.page.reload();
	await stranger.page.getByRole('region', { name: 'Games to watch' }).waitFor();
	await expect.poll(() => rowOf(stranger.page).count()).toBe(0);
	await goTo(page, '#/online');
	const row = rowOf(page);
	await row.getByRole('button').click();
	await page.waitForURL(/#\/table\//);

	const spectator = await visit('#/online', { viewport: phone });
	const game = spectator
		.getByRole('region', { name: 'Games to watch' })
		.getByRole('listitem')
		.filter({ hasText: title });
	await expect
		.poll(async () => {
			await lookAgain(spectator);
			return game.count();
		})
		.toBe(1);
	await axe(spectator);
	await game.getByRole('link').click();
	await spectator.waitForURL(/#\/table\//);
});

test('a bot is found, challenged, plays, and is watched', async ({ visit }) => {
	const name = `Deep ${process.pid}`;
	await startBot(name, '--games', 'quixo,pivot');
	const { page } = await registered(visit, 'Ann');
	await goTo(page, '#/online');
	await page.getByRole('link', { name: 'Bots', exact: true }).click();
	const card = page.getByRole('listitem').filter({ hasText: name }).first();
	await expect
		.poll(async () => {
			await lookAgain(page);
			return card.getByText('accepts challenges').count();
		})
		.toBe(1);
	await axe(page);
	await axeInDark(page);
	await card.getByRole('button', { name: `Challenge: ${name} (bot)`, exact: true }).click();
	const dialog = page.getByRole('dialog');
	await expect.poll(() => dialog.getByRole('radio', { name: 'Quantik', exact: true }).count()).toBe(0);
	await dialog.getByRole('radio', { name: 'Quixo', exact: true }).check();
	await axe(page);
	await button(page, 'Send the challenge').click();
	await page.waitForURL(/#\/table\//);

	// The bot answers, and may have begun.
	await page.getByRole('grid').waitFor();
	await said(page, /your turn/i);
	const before = (await movesMade(page)).length;
	await makeMove(page, 'quixo', await firstLegal(page));
	await expect.poll(async () => (await movesMade(page)).length).toBeGreaterThanOrEqual(before + 2);

	const spectator = await visit('#/bots', { viewport: phone });
	const watch = spectator
		.getByRole('listitem')
		.filter({ hasText: name })
		.getByRole('link', { name: /^Watch: Quixo/ });
	await expect
		.poll(async () => {
			await lookAgain(spectator);
			return watch.count();
		})
		.toBeGreaterThan(0);
	await axe(spectator);
	await watch.first().click();
	await spectator.waitForURL(/#\/table\//);
	await spectator.getByText(`${name} (bot)`).first().waitFor();
});
