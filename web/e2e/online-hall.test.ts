// Where people meet and manage their accounts: the hall, the account, the
// history. Each person has a browser context of their own.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { binary } from '../build/server.mjs';
import { desktop, expect, goTo, lying, phone, said, test, type Visitor } from './support/app';
import { axe, axeInDark } from './support/axe';
import { casesOf } from './support/full';
import { fromMenu, movesMade } from './support/moves';
import { type Language, messagesOf } from './support/words';

/** What a page reports of a refusal that the test itself causes. */
const refusal = /^(status 4\d\d|console: Failed to load resource: .*status of 4)/;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the hall as a guest with a name. */
async function guest(visit: Visitor, name: string, options: object = {}): Promise<Page> {
	const page = await visit('#/account', options);
	await region(page, 'New here?').getByLabel('Your name').fill(name);
	await button(page, 'Play as a guest').click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
	await goTo(page, '#/online');
	await button(page, 'Open a table').waitFor();
	return page;
}

/** Names are unique where accounts hold them, and the tests share a server. */
let count = 0;
const newName = (name: string) => `${name} ${process.pid}-${++count}`;

const atTable = (page: Page) => page.waitForURL(/#\/table\//);

/** Opens a table that is listed for all. */
async function openListed(page: Page, game: string): Promise<void> {
	await page.getByRole('radio', { name: new RegExp(`${game}\\b`) }).check();
	await page.getByText('Clock, seats and more').click();
	await page.getByRole('radio', { name: 'listed for everyone' }).check();
	await button(page, 'Open a table').click();
	await atTable(page);
}

test('a private table is opened with one tap, after a name was asked for', async ({ visit }) => {
	const page = await visit('#/', { viewport: phone });
	await page.getByRole('link', { name: /^Play with others/ }).click();
	await button(page, 'Open a table').click();
	const dialog = page.getByRole('dialog', { name: String(messagesOf('en').get('online.name.title')) });
	const field = dialog.getByLabel('Your name');
	await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
	await axe(page);
	await axeInDark(page);
	await field.fill('Ann');
	await button(page, 'Continue').click();
	await atTable(page);
	const link = page.getByRole('textbox', { name: 'Link' });
	await expect.poll(() => link.inputValue()).toBe(page.url().replace('#/table/', 't/'));
	const code = page.getByRole('img', { name: /QR code/ });
	await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	await goTo(page, '#/online');
	await region(page, 'My tables').getByText('Open: one free seat').waitFor();
	await goTo(page, '#/account');
	await goTo(page, '#/online');
	await button(page, 'Open a table').click();
	await atTable(page);
});

test('tables appear in the lobby and vanish, and one tap sits down', async ({ visit }) => {
	const name = newName('Host');
	const host = await guest(visit, name);
	const [first, second] = [await guest(visit, 'Bob'), await guest(visit, 'Cleo', { viewport: phone })];
	const row = (page: Page) => region(page, 'Open tables').getByRole('listitem').filter({ hasText: name });
	await openListed(host, 'Pivot');
	for (const page of [first, second]) await row(page).getByText('Pivot').waitFor();
	await axe(first);
	await axe(second);
	await button(host, 'Close the table').click();
	for (const page of [first, second]) await row(page).waitFor({ state: 'detached' });
	await goTo(host, '#/online');
	await button(host, 'Open a table').click();
	await atTable(host);
	await row(first)
		.getByRole('button', { name: /^Sit down/ })
		.click();
	await atTable(first);
	for (const page of [host, first]) await page.getByRole('grid').waitFor();
	await row(second).waitFor({ state: 'detached' });
});

test('two people who want the same are paired, and the start page tells whose turn it is', async ({
	visit,
}) => {
	const pages = [await guest(visit, 'Ann', { viewport: lying }), await guest(visit, 'Bob')];
	const [ann, bob] = pages as [Page, Page];
	for (const page of pages) {
		await page.getByRole('radio', { name: /^✓? ?Quixo\s*2/ }).check();
		await page.getByRole('radio', { name: '10 min + 10 s' }).check();
	}
	await button(ann, 'Find an opponent').click();
	await said(ann, 'Nobody else is waiting for this yet.');
	await axe(ann);
	await axeInDark(ann);
	await button(ann, 'Cancel').click();
	await button(ann, 'Find an opponent').click();
	await said(ann, 'Looking for an opponent…');
	await button(bob, 'Find an opponent').click();
	for (const page of pages) {
		await atTable(page);
		await page.getByRole('grid').waitFor();
	}
	expect(ann.url()).toBe(bob.url());
	for (const page of pages) await goTo(page, '#/');
	const turns = pages.map((page) => page.locator('main').getByText('It is your turn at one table.'));
	await expect.poll(async () => (await Promise.all(turns.map((one) => one.count()))).sort()).toEqual([0, 1]);
	const [waiting, toMove] = (await turns[0]?.count()) ? [bob, ann] : [ann, bob];
	await axe(toMove);
	await goTo(toMove, '#/online');
	await region(toMove, 'My tables').getByText('Your turn').waitFor();
	await goTo(waiting, '#/online');
	await region(waiting, 'My tables').getByText('Waiting for the other side').waitFor();
	await axe(waiting);
});

describe('an account', () => {
	const password = 'correct horse battery';

	/** Registers the name of a guest. */
	async function keep(page: Page): Promise<void> {
		await goTo(page, '#/account');
		await region(page, 'Keep this name').getByLabel('Password').fill(password);
		await button(page, 'Keep the name').click();
		await region(page, 'Programs that play for you').waitFor();
	}

	async function signIn(page: Page, name: string, word = password): Promise<void> {
		const form = region(page, 'Sign in');
		await form.getByLabel('Your name').fill(name);
		await form.getByLabel('Password').fill(word);
		await form.getByRole('button', { name: 'Sign in', exact: true }).click();
	}

	test('goes from guest to password, to another device, to another name, and away', async ({ visit }) => {
		const name = newName('Dora');
		const page = await guest(visit, name, { viewport: phone });
		await goTo(page, '#/account');
		await region(page, 'Keep this name').waitFor();
		await axe(page);
		await axeInDark(page);
		await keep(page);
		await axe(page);
		await axeInDark(page);
		await button(page, 'Sign out').click();
		await region(page, 'Sign in').waitFor();
		await axe(page);

		const other = await visit('#/account', { expected: refusal });
		await signIn(other, name, 'a wrong password');
		await said(other, 'Wrong name or password.');
		await axe(other);
		await signIn(other, name.toUpperCase());
		await other.getByRole('heading', { name, exact: true }).waitFor();
		const renamed = newName('Theodora');
		await button(other, 'Change name').click();
		await other.getByLabel('New name').fill(renamed);
		await button(other, 'Change name').click();
		await other.getByRole('heading', { name: renamed, exact: true }).waitFor();

		const waiting = other.waitForEvent('download');
		await other.getByRole('link', { name: 'Download everything' }).click();
		const exported = JSON.parse(readFileSync(await (await waiting).path(), 'utf8'));
		expect(JSON.stringify(exported)).toContain(renamed);
		expect(JSON.stringify(exported)).not.toMatch(/argon2/);

		await button(other, 'Delete everything').click();
		const dialog = other.getByRole('dialog', { name: 'Delete everything?' });
		await dialog.getByLabel(/^Type your name/).fill(renamed);
		await dialog.getByLabel('Password').fill(password);
		await axe(other);
		await dialog.getByRole('button', { name: 'Delete everything' }).click();
		await other.waitForURL(/#\/online$/);
		await goTo(other, '#/account');
		await signIn(other, renamed);
		await said(other, 'Wrong name or password.');
	});

	test('has tokens for programs, shown once', async ({ visit }) => {
		const page = await guest(visit, newName('Ed'));
		await keep(page);
		const tokens = region(page, 'Programs that play for you');
		await tokens.getByLabel('Token name').fill('my bot');
		await tokens.getByLabel('Password').fill(password);
		await button(page, 'Create a token').click();
		const token = await tokens.getByLabel(/^Your new token/).inputValue();
		await axe(page);
		const { player } = await page.evaluate(async (bearer) => {
			const headers = { Authorization: `Bearer ${bearer}` };
			const answer = await fetch('./api/v1/me/tables', { headers, credentials: 'omit' });
			return { player: answer.status };
		}, token);
		expect(player).toBe(200);
		await page.reload();
		await tokens.getByText('my bot').waitFor();
		expect(await page.content()).not.toContain(token);
		await tokens.getByRole('button', { name: 'Remove: my bot' }).click();
		await tokens.getByText('my bot').waitFor({ state: 'detached' });
	});

	test('is opened by a passkey', async ({ visit }) => {
		const name = newName('Fay');
		const page = await guest(visit, name);
		const session = await page.context().newCDPSession(page);
		await session.send('WebAuthn.enable');
		await session.send('WebAuthn.addVirtualAuthenticator', {
			options: {
				protocol: 'ctap2',
				transport: 'internal',
				hasResidentKey: true,
				hasUserVerification: true,
				isUserVerified: true,
				automaticPresenceSimulation: true,
			},
		});
		await goTo(page, '#/account');
		await page.getByLabel('Passkey name').fill('this laptop');
		await button(page, 'Add a passkey').click();
		await region(page, 'Passkeys').getByText('this laptop').waitFor();
		await said(page, 'You sign in with a passkey. You can set a password as well.');
		await button(page, 'Sign out').click();
		await button(page, 'Sign in with a passkey').click();
		await page.getByRole('heading', { name, exact: true }).waitFor();
		await axe(page);
	});
});

describe('finished games', () => {
	/** Resigns a game against the computer after the first moves, and returns the id of its table. */
	async function giveUp(page: Page): Promise<string> {
		await page.getByText('Clock, seats and more').click();
		await page.getByLabel('Other seat').selectOption({ label: 'Computer (Level 1)' });
		await page.getByRole('radio', { name: 'My opponent moves first' }).check();
		await button(page, 'Open a table').click();
		await atTable(page);
		await expect.poll(async () => (await movesMade(page)).length).toBe(1);
		await fromMenu(page, 'Resign');
		await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
		await said(page, 'You lose.');
		return new URL(page.url()).hash.replace('#/table/', '');
	}

	test('are listed with their results, and their records can be read', async ({ visit }) => {
		const page = await guest(visit, 'Gil', { viewport: phone });
		const table = await giveUp(page);
		await goTo(page, '#/history');
		await said(page, 'You lost.');
		await said(page, 'Your side resigned.');
		await page.locator('main li [data-piece]').first().waitFor();
		await axe(page);
		await axeInDark(page);
		const download = async (press: () => Promise<void>) => {
			const [file] = await Promise.all([page.waitForEvent('download'), press()]);
			return file.path();
		};
		const one = await download(() => page.getByRole('link', { name: 'Record: Quantik' }).click());
		const all = await download(() => button(page, 'Download all records').click());
		for (const file of [one, all]) {
			expect(readFileSync(file, 'utf8')).toContain('[Game "quantik"]');
			expect(execFileSync(binary, ['record', 'check', file], { encoding: 'utf8' })).toBeTruthy();
		}
		await page.getByRole('link', { name: 'Analyse: Quantik' }).click();
		await expect.poll(async () => (await movesMade(page)).length).toBe(1);
		await goTo(page, '#/history');
		await page.getByRole('link', { name: 'Replay: Quantik' }).click();
		await page.waitForURL(new RegExp(table));
		await said(page, 'You lose.');
		await goTo(page, '#/history?game=pivot');
		await said(page, 'No finished games yet.');
	});
});

test('the pages of online play in another language', async ({ visit }) => {
	const page = await guest(visit, 'Ida');
	const language: Language = 'de';
	await page.getByRole('button', { name: 'Language' }).click();
	await page.getByRole('button', { name: 'Deutsch' }).click();
	const words = messagesOf(language);
	for (const [hash, key] of [
		['#/online', 'online.title'],
		['#/account', 'online.account'],
		['#/history', 'online.history.mine'],
		['#/ratings/quixo', 'online.leaderboard.of'],
	] as const) {
		await goTo(page, hash);
		const title = String(words.get(key)).replace('{game}', 'Quixo');
		await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
		await axe(page);
	}
});

test('the pages of a player and of a game, and the form with all its choices', async ({ visit }) => {
	for (const viewport of casesOf([phone, lying, desktop], [phone])) {
		const page = await guest(visit, 'Jo', { viewport });
		await page.getByRole('radio', { name: /Quixo for four/ }).check();
		await page.getByText('Clock, seats and more').click();
		for (const choice of ['Minutes', 'Custom', 'Days per move']) {
			await page.getByRole('radio', { name: choice, exact: true }).check();
			await axe(page);
		}
		await axeInDark(page);
		await goTo(page, '#/account');
		await page.getByRole('link', { name: 'My profile' }).click();
		await page.getByRole('heading', { level: 1, name: 'Jo' }).waitFor();
		await said(page, 'No finished games yet.');
		await axe(page);
		await goTo(page, '#/ratings/quantik');
		await said(page, /Nobody has played a rated game|±/);
		await axe(page);
		await axeInDark(page);
		const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
		expect(needed).toBeLessThanOrEqual(there ?? 0);
	}
});

test('damaged addresses are reported as what they are', async ({ visit }) => {
	const page = await visit('#/player/nobody', { expected: refusal });
	await said(page, 'There is no such player.');
	await axe(page);
	await goTo(page, '#/ratings/chess');
	await said(page, /There is no such game|Nobody has played/);
	await goTo(page, '#/history?player=nobody&game=chess');
	await page.locator('main [role=alert], main .none').first().waitFor();
	await goTo(page, '#/table/nonsense');
	await said(page, 'There is no such table.');
	await axe(page);
});
