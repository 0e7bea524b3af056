// "A class in five minutes", as docs/classes.md has it: the commands and the buttons are those of
// the document.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { binary, serve } from '../build/server.mjs';
import { expect, goTo, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { makeMove } from './support/moves';
import { expectMoves } from './support/tables';
import { timeout } from './support/timeout';
import { languages } from './support/words';

const guide = readFileSync(new URL('../../docs/classes.md', import.meta.url), 'utf8')
	.split('\n## A class in five minutes\n')[1]
	?.split('\n## ')[0] as string;

/** The arguments of a command of the guide. */
function command(start: string): string[] {
	const line = guide.split('\n').find((text) => text.trim().startsWith(start)) as string;
	return [...line.trim().matchAll(/"([^"]*)"|(\S+)/g)]
		.map(([, quoted, word]) => quoted ?? (word as string))
		.slice(1);
}

/** A button or a label that the guide names. */
function named(name: string): string {
	expect(guide.replace(/\s+/g, ' ')).toMatch(new RegExp(`\\*${name}\\*`));
	return name;
}

const button = (page: Page, name: string) => page.getByRole('button', { name: named(name), exact: true });

/** What pages report of requests that a server for members refuses. */
const refusal = /^(status 401|console: Failed to load resource: .*status of 401)/;

const longName = 'Maximilian-Alexander';
const children = [longName, ...Array.from({ length: 27 }, (_, i) => `Child ${i + 2}`)];
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

/** What lies between the margins of A4, in pixels. */
const paper = { width: 718, height: 1046 };

/** Nothing of a printed card is cut off. */
async function expectWholeCards(page: Page, selector: string): Promise<void> {
	await page.emulateMedia({ media: 'print' });
	await page.setViewportSize(paper);
	const cut = await page.locator(selector).evaluateAll((cards) =>
		cards
			.filter((card) => {
				const { top, bottom } = card.getBoundingClientRect();
				const inside = [...card.children].map((part) => part.getBoundingClientRect());
				return inside.some((part) => part.top < top || part.bottom > bottom);
			})
			.map((card) => card.textContent),
	);
	expect(cut).toEqual([]);
}

test('cards that the program writes have room for every language', async ({ browser }) => {
	const data = mkdtempSync(join(tmpdir(), 'plateau-'));
	const { stop } = await serve({ data });
	onTestFinished(async () => {
		await stop();
		rmSync(data, { recursive: true, force: true });
	});
	const page = await browser.newPage();
	onTestFinished(() => page.close());
	for (const language of languages) {
		const sheet = join(data, `${language}.html`);
		execFileSync(
			binary,
			[
				...['admin', 'group', 'create', language, '--names', '-', '--sheet', sheet, '--lang', language],
				...['--data', data],
			],
			{ input: `${longName}\nBo\n` },
		);
		await page.goto(`file://${sheet}`);
		await expect.poll(() => page.locator('article').count()).toBe(2);
		await expectWholeCards(page, 'article');
	}
});

test('a teacher sets up a class of 30, and two children play', { timeout: 8 * timeout }, async ({
	visit,
}) => {
	const data = mkdtempSync(join(tmpdir(), 'plateau-'));
	const [serving, ...settings] = command('plateau serve');
	expect(serving).toBe('serve');
	const imprint = join(data, 'imprint.txt');
	writeFileSync(imprint, 'School of Magic\n1 Bus Lane\n');
	const { url, stop } = await serve({ data, settings: [...settings, '--imprint', imprint] });
	onTestFinished(async () => {
		await stop();
		rmSync(data, { recursive: true, force: true });
	});

	const stranger = await visit('#/online', { at: url, expected: refusal });
	await said(stranger, 'This server is for its members. Please sign in.');
	await goTo(stranger, '#/learn');
	await said(stranger, 'This server is for its members. Please sign in.');
	await axe(stranger);
	// What everybody may read without signing in.
	await stranger.getByRole('link', { name: 'Privacy' }).click();
	await said(stranger, 'If a class made your account, its leaders can delete it.');
	await said(stranger, 'Finished games between guests are deleted after 365 days.');
	await axe(stranger);
	await axeInDark(stranger);
	await stranger.getByRole('link', { name: 'Legal notice' }).click();
	await said(stranger, '1 Bus Lane');

	const printed = execFileSync(binary, [...command('plateau admin group create'), '--data', data], {
		encoding: 'utf8',
	});
	const link = /https?:\S+/.exec(printed)?.[0] as string;
	// What is announced is not printed: ten cards fill a sheet.
	execFileSync(binary, ['admin', 'announce', 'Maintenance at 8 p.m.', '--data', data]);
	const teacher = await visit(link.slice(link.indexOf('#')), { at: url });
	await said(teacher, 'You are invited to lead “Class 5b”.');
	await teacher.getByLabel('Your name').fill('Ms Frizzle');
	await teacher.getByLabel('Password').fill('magic school bus');
	await button(teacher, 'Create the account').click();
	await teacher.getByRole('heading', { name: 'Class 5b', level: 1 }).waitFor();

	await teacher.getByLabel(named('Names, one per line')).fill(['Emma', 'Emma', ...children].join('\n'));
	await button(teacher, 'Create accounts and cards').click();
	const cards = teacher.getByRole('main').getByRole('listitem');
	await expect.poll(() => cards.count()).toBe(30);
	await axe(teacher);
	await button(teacher, 'Print').waitFor();
	const screen = teacher.viewportSize();
	await expectWholeCards(teacher, 'main li');
	expect(pagesOf(await teacher.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(3);
	await teacher.emulateMedia({ media: 'screen' });
	execFileSync(binary, ['admin', 'announce', '--end', '--data', data]);
	if (screen) await teacher.setViewportSize(screen);

	// One child scans the code, the other types what is printed below it.
	const card = (name: string) => cards.filter({ has: teacher.getByText(name, { exact: true }) });
	const scanned = (await card('Emma').getByRole('img').getAttribute('aria-label')) as string;
	const emma = await visit(scanned.slice(scanned.indexOf('#')), { at: url, viewport: phone, hasTouch: true });
	const other = await visit('#/enter', { at: url, viewport: phone, expected: refusal });
	await other
		.getByLabel('The code on your card')
		.fill((await card('Emma 2').locator('code').textContent()) as string);
	await other.getByRole('button', { name: 'Sign in', exact: true }).click();

	for (const page of [emma, other])
		await page.getByRole('button', { name: 'Open a table', exact: true }).waitFor();
	await axe(emma);
	await emma
		.getByRole('radio', { name: /Quixo\b/ })
		.first()
		.check();
	await emma.getByText('Clock, seats and more').click();
	await emma.getByRole('radio', { name: named('listed for everyone') }).check();
	await button(emma, 'Open a table').click();
	await emma.waitForURL(/#\/table\//);
	await goTo(other, '#/groups');
	await other.getByRole('link', { name: 'Class 5b' }).click();
	await other.getByText('Child 28').waitFor();
	await other.getByRole('link', { name: 'Go to the table: Quixo' }).waitFor();
	await axe(other);
	await axeInDark(other);
	await goTo(other, '#/online');
	await other.getByRole('button', { name: /^Sit down: Quixo/ }).click();
	await other.waitForURL(/#\/table\//);
	const moves = [emma, other].map((page) => page.getByRole('button', { name: 'Type a move' }));
	await Promise.any(moves.map((typing) => typing.waitFor()));
	const begins = (await moves[0]?.isVisible()) ? emma : other;
	await makeMove(begins, 'quixo', 'a1-a5');
	await expectMoves([emma, other], 1, 'a1-a5');

	// A borrowed card keeps nothing, and a new one ends it.
	await goTo(other, '#/account');
	await said(other, 'An account with a card');
	expect(await other.getByRole('button', { name: /Delete/ }).count()).toBe(0);
	await teacher.getByRole('link', { name: 'Class 5b' }).click();
	await teacher.getByRole('button', { name: 'Manage: Emma 2', exact: true }).click();
	await axe(teacher);
	await button(teacher, 'New card').click();
	await expect.poll(() => cards.count()).toBe(1);
	await other.reload();
	await said(other, 'This server is for its members. Please sign in.');
});
