// Moves that are chosen before one's turn, online.

import type { Page } from 'playwright-core';
import { desktop, expect, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { drag, dragByFinger } from './support/hands';
import { cell, makeMove } from './support/moves';
import { expectMoves, expectReplay, openTable, playInTurn, sit } from './support/tables';

const ghosts = (page: Page) => page.locator('.planned .ghost').count();
const boardOf = (page: Page) => page.getByRole('grid').boundingBox();

test('two visitors choose moves in advance, by mouse and by touch', async ({ visit }) => {
	const ann = await visit('#/about', { viewport: desktop });
	const hash = await openTable(ann, 'Ann', { game: 'quixo' });
	const bob = await visit(hash, { viewport: phone, hasTouch: true });
	await sit(bob, 'Bob');
	for (const page of [ann, bob]) await page.getByRole('grid').waitFor();

	// Bob drags a cube while Ann thinks; it is played as soon as she has moved.
	await said(bob, 'You can choose your next move in advance.');
	const before = await boardOf(bob);
	await dragByFinger(bob, cell(bob, 'c1'), cell(bob, 'c5'));
	await said(bob, /^Chosen in advance/);
	await expect.poll(() => ghosts(bob)).toBe(1);
	await axe(bob);
	await axeInDark(bob);
	await makeMove(ann, 'quixo', 'a1-a5');
	await expectMoves([ann, bob], 2, 'c1-c5');
	// The ghost stays until the board has shown the move before.
	await expect.poll(() => ghosts(bob)).toBe(0);
	expect(await boardOf(bob)).toEqual(before);

	// Chosen by taps, replaced by another, cancelled.
	await said(bob, 'You can choose your next move in advance.');
	await cell(bob, 'e1').tap();
	await cell(bob, 'e5').tap();
	await said(bob, /^Chosen in advance/);
	await cell(bob, 'b1').tap();
	await cell(bob, 'b5').tap();
	await expect.poll(() => ghosts(bob)).toBe(1);
	await bob.getByRole('button', { name: 'Cancel this move' }).tap();
	await said(bob, 'You can choose your next move in advance.');
	await playInTurn([ann], 'quixo', ['b1-b5'], [bob], 2);
	await said(bob, 'your turn');

	// Ann chooses what Bob makes impossible: her cube is gone when it is her turn.
	await said(ann, 'You can choose your next move in advance.');
	await drag(ann, cell(ann, 'a5'), cell(ann, 'e5'));
	await said(ann, /^Chosen in advance/);
	await ann.keyboard.press('Escape');
	await said(ann, 'You can choose your next move in advance.');
	await drag(ann, cell(ann, 'a5'), cell(ann, 'e5'));
	await said(ann, /^Chosen in advance/);
	await cell(ann, 'd3').click({ button: 'right' });
	await said(ann, 'You can choose your next move in advance.');
	await cell(ann, 'a5').click();
	await cell(ann, 'e5').click();
	await said(ann, /^Chosen in advance/);
	await makeMove(bob, 'quixo', 'a1-a5');
	await ann
		.getByText(/is no longer possible/)
		.first()
		.waitFor();
	await expectMoves([ann, bob], 4, 'a1-a5');
	await said(ann, 'your turn');
	await expectReplay([ann, bob], hash);
});
