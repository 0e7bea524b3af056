// A club's network has no certificate. Browsers then have no service worker, clipboard, passkeys or wake lock;
// nothing may break or mislead.

import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { plainHost } from '../build/browser.mjs';
import { expect, test, type Visit } from './support/app';
import { fromMenu, link, makeMoves, movesMade, playOn, playToTheEnd } from './support/moves';
import { openTable, playInTurn, sit } from './support/tables';

/** The server of all tests, by a name that browsers do not trust. */
function plain(): Visit {
	const url = new URL(inject('url'));
	url.hostname = plainHost;
	return { at: url.href };
}

/** Waits for a message at the edge of the page. */
async function messageShown(page: Page, text: string): Promise<void> {
	await page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor();
}

test('a game against the computer', async ({ visit }) => {
	const page = await visit('#/', plain());
	expect(await page.evaluate(() => isSecureContext)).toBe(false);
	await page.getByRole('link', { name: 'Play the computer at Quantik', exact: true }).click();
	await playToTheEnd(page, 'quantik');
});

test('a game that is kept, and its link, which is copied', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5']), plain());
	await playOn(page);
	await makeMoves(page, 'quixo', ['e1-e5']);
	await page.reload();
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5']);
	await fromMenu(page, 'Share a link');
	await page.getByRole('button', { name: 'Copy' }).click();
	await messageShown(page, 'Link copied.');
});

test('online play with two', async ({ visit }) => {
	const ann = await visit('#/online', plain());
	const hash = await openTable(ann, 'Ann', { game: 'quixo' });
	await ann.getByRole('button', { name: 'Copy' }).click();
	await messageShown(ann, 'Link copied.');
	const bob = await visit(hash, plain());
	await sit(bob, 'Bob');
	await playInTurn([ann, bob], 'quixo', ['a1-a5', 'e1-e5']);
});

test('an account without passkeys', async ({ visit }) => {
	const page = await visit('#/account', plain());
	await page.getByRole('textbox', { name: 'Password' }).first().waitFor();
	expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0);
});
