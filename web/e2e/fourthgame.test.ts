// A game that is not one of Plateau's own, with its own look, in pages built for it.

import { afterAll, beforeAll } from 'vitest';
import { fourthgame, serve } from '../build/server.mjs';
import { expect, phone, said, test } from './support/app';
import { axe } from './support/axe';
import { finger } from './support/hands';
import { cell, movesMade } from './support/moves';
import { expectMoves, openTable, sit } from './support/tables';

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
	server = await serve({ program: fourthgame });
});
afterAll(() => server.stop());

const moves = ['a4', 'a3', 'b4', 'b3', 'c4', 'c3', 'd4'];

test('is the only game of its pages', async ({ visit }) => {
	const page = await visit('#/', { at: server.url });
	await expect.poll(() => page.locator('.games h3').allInnerTexts()).toEqual(['Four in a row']);
	await said(page, 'Be the first with four marks in a line.');
	await axe(page);
});

test('is played on one device', async ({ visit }) => {
	const page = await visit('#/new/fourrow', {
		at: server.url,
		viewport: phone,
		hasTouch: true,
		isMobile: true,
	});
	await finger.choose(page.getByRole('radio', { name: 'Pass and play' }));
	await finger.press(page.getByRole('button', { name: 'Start the game' }));
	await said(page, 'No moves yet.');
	for (const [i, move] of moves.entries()) {
		await finger.press(cell(page, move));
		await expect.poll(() => movesMade(page)).toEqual(moves.slice(0, i + 1));
	}
	await said(page, 'Crosses win!');
	await expect.poll(() => cell(page, 'a4').getAttribute('aria-label')).toBe('a4, cross');
	await expect
		.poll(() => page.locator('[data-look="plain"] .board, .board[data-look="plain"]').count())
		.toBe(1);
	await axe(page);
});

test('is played online', async ({ visit }) => {
	const [ann, ben] = [await visit('#/', { at: server.url }), await visit('#/', { at: server.url })];
	const hash = await openTable(ann, 'Ann', { game: 'fourrow' });
	await ben.goto(server.url + hash);
	await sit(ben, 'Ben');
	for (const [i, move] of moves.entries()) {
		const page = i % 2 === 0 ? ann : ben;
		await page.getByRole('button', { name: 'Type a move' }).waitFor();
		await cell(page, move).click();
		await expectMoves([ann, ben], i + 1, move);
	}
	for (const page of [ann, ben]) await said(page, /Four in .*a4 b4 c4 d4/);
});
