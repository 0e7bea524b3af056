// The analysis: its values are those of the program, and what is not proved is
// marked as an estimate.

import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { binary } from '../build/server.mjs';
import { expect, goTo, lying, narrow, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { drag } from './support/hands';
import { cell, fromMenu, type Game, makeMove, movesMade, playthrough } from './support/moves';

interface Value {
	outcome: 'win' | 'draw' | 'loss' | 'unknown';
	distance: number;
}
interface Valued extends Value {
	moves: (Value & { move: string })[];
}

/** What the program says of a position. */
function valued(game: Game, position: string): Valued {
	return JSON.parse(
		execFileSync(binary, ['value', game, position, '--moves', '--json'], { encoding: 'utf8' }),
	);
}

function inWords({ outcome, distance }: Value): string {
	const verb = { win: 'wins', loss: 'loses', draw: 'draws', unknown: '' }[outcome];
	return outcome === 'draw' ? verb : `${verb} in ${distance} turn${distance === 1 ? '' : 's'}`;
}

/** The list of moves with their values. */
function listed(page: Page): Promise<string[]> {
	return page
		.locator('details .moves button')
		.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
}

const address = (game: Game, query: Record<string, string>) =>
	`#/analyse/${game}?${new URLSearchParams(query)}`;

describe('the value of every move is the program’s own', () => {
	test.for<[Game, string]>([
		['quantik', 'n2s/2Y1/1y2/S2C 1'],
		['quantik', '4/4/4/S3 2'],
		['pivot', '4/1Cs1/1cS1/4 1'],
		['pivot', 'CsC1/S1s1/c1c1/1s2 1'],
	])('in %s at %s', async ([game, start], { visit }) => {
		const { moves } = valued(game, start);
		const page = await visit(address(game, { start }));
		await said(page, 'Proved');
		const expected = moves.map((each) => `${each.move}: ${inWords(each)}`);
		await expect.poll(async () => (await listed(page)).sort()).toEqual(expected.sort());
		await axe(page);
		await axeInDark(page);
	});
});

test('best play can be followed, and moves are marked on the board', async ({ visit }) => {
	const start = 'n2s/2Y1/1y2/S2C 1';
	const page = await visit(address('quantik', { start }), { viewport: phone });
	await said(page, 'Light wins in 5 turns with best play');
	await expect.poll(() => cell(page, 'b4').getAttribute('aria-label')).toContain('wins in 5 turns');
	await page.getByRole('button', { name: /^Best play, move 5/ }).click();
	await said(page, /Light wins!/);
	await expect.poll(async () => (await movesMade(page)).length).toBe(5);
	await axe(page);
});

/** How much of the widest sign hangs over its label, and how much of a piece beside the board a label covers; runs in the page. */
function labels(): { over: number; covered: number; signs: number } {
	const marks = [...document.querySelectorAll<SVGGElement>('[role=grid] g.mark, .square g.mark')];
	const over = marks.map((mark) => {
		const [text, box] = [mark.querySelector('text')?.getBBox(), mark.querySelector('rect')?.getBBox()];
		if (!text || !box) return 0;
		return Math.max(box.x + 3 - text.x, text.x + text.width - (box.x + box.width - 3));
	});
	const covered = [...document.querySelectorAll('fieldset button:has(.value-sign)')].map((button) => {
		const piece = button.querySelector('svg')?.getBoundingClientRect();
		const label = button.querySelector('.value-sign')?.getBoundingClientRect();
		if (!piece || !label) return 1;
		const common = (a: number, b: number, c: number, d: number) =>
			Math.max(0, Math.min(b, d) - Math.max(a, c));
		const [wide, high] = [
			common(piece.left, piece.right, label.left, label.right),
			common(piece.top, piece.bottom, label.top, label.bottom),
		];
		return (wide * high) / (piece.width * piece.height);
	});
	return {
		over: Math.max(...over, -99),
		covered: Math.max(...covered, 0),
		signs: marks.length + covered.length,
	};
}

test.for([narrow, lying])(
	'values stay in their labels and hide no piece (%o)',
	async (viewport, { visit }) => {
		const page = await visit(address('quixo', { start: 'XOX1O/O3X/2X2/X3O/OX1XO X' }), { viewport });
		await said(page, 'Estimate, not proved');
		await expect.poll(async () => (await page.evaluate(labels)).signs).toBeGreaterThan(0);
		expect((await page.evaluate(labels)).over).toBeLessThanOrEqual(0);
		await goTo(page, address('quantik', { start: '4/4/4/S3 2' }));
		await expect.poll(async () => (await page.evaluate(labels)).covered).toBeGreaterThan(0);
		expect((await page.evaluate(labels)).over).toBeLessThanOrEqual(0);
		expect((await page.evaluate(labels)).covered).toBeLessThan(0.25);
	},
);

test('what is not proved of Quixo is marked as an estimate', async ({ visit }) => {
	const page = await visit(address('quixo', { start: 'XOX1O/O3X/2X2/X3O/OX1XO X' }));
	await said(page, 'Estimate, not proved');
	await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(0);
	for (const move of await listed(page)) expect(move).toMatch(/: (estimate: |wins|loses|draws)/);
	await axe(page);
	await axeInDark(page);
});

test('a finished game is reviewed, and its mistakes can be tried otherwise', async ({ visit }) => {
	const moves = playthrough('quantik-blocked');
	const page = await visit(address('quantik', { moves: moves.join('_') }));
	await said(page, /Dark: Y@d3 – loses in 2 turns\.\s+Better: \S+ – wins in 1 turn\./);
	await page.getByRole('button', { name: /^Move 6, Y@d3, .*, Blunder$/ }).waitFor();
	await axe(page);
	await axeInDark(page);
	await page.getByRole('button', { name: 'Move 6', exact: true }).click();
	await expect.poll(() => page.url()).toContain('ply=6');
	await page
		.getByRole('button', { name: /^Show / })
		.first()
		.click();
	await said(page, 'You are exploring a variation.');
	await axe(page);
	await page.goBack();
	await expect.poll(() => movesMade(page)).toEqual(moves);
	await page.goForward();
	await said(page, 'You are exploring a variation.');
	await page.getByRole('button', { name: 'Back to the game' }).click();
	await expect.poll(() => movesMade(page)).toEqual(moves);
});

test('moves can be played and stepped through; the address follows', async ({ visit }) => {
	const page = await visit('#/analyse/quixo');
	await makeMove(page, 'quixo', 'a1-a5');
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5']);
	await makeMove(page, 'quixo', 'e1-e5');
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5']);
	await page.getByRole('button', { name: 'Previous move' }).first().click();
	await expect.poll(() => page.url()).toMatch(/moves=a1-a5_e1-e5&ply=1/);
	await page.reload();
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5']);
	await page.getByRole('button', { name: 'Values' }).click();
	await said(page, 'Values are hidden.');
});

describe('the editor', () => {
	test('refuses impossible positions and says why', async ({ visit }) => {
		const page = await visit('#/edit/quantik');
		const status = page.getByRole('status').first();
		await said(page, 'This position is legal.');
		await axe(page);
		await page.getByRole('radio', { name: 'light sphere' }).check();
		await cell(page, 'a1').click();
		await said(page, /It is player 2’s turn/);
		await page.getByRole('radio', { name: 'dark sphere' }).check();
		await cell(page, 'a4').click();
		await said(page, /Opposing pieces of the same shape \(sphere\), on a[14] and a[14]/);
		await expect.poll(() => status.isVisible()).toBe(true);
		await axe(page);
		await axeInDark(page);
		await expect
			.poll(() => page.getByRole('button', { name: 'Analyse' }).getAttribute('aria-disabled'))
			.toBe('true');
	});

	test('tells what is wrong with a typed position', async ({ visit }) => {
		const page = await visit('#/edit/pivot');
		const field = page.getByRole('textbox', { name: 'Position in notation' });
		for (const [text, why] of [
			['4/4/4 1', /A board has 4 rows/],
			['4/4/4/5 1', /Row 1 must have 4 cells/],
			['4/4/4/X3 1', /X in row 1 is not a piece/],
			['4/4/4/4 1 1', /Nothing may follow the player to move/],
			['4/4/4/4 3', /3 is not a player/],
			['4/4/4/CC2 2', /There must be as many circles as squares/],
		] as const) {
			await field.fill(text);
			await said(page, why);
		}
		await field.fill('4/1Cs1/1cS1/4 1');
		await said(page, 'This position is legal.');
		await page.getByRole('button', { name: 'Analyse' }).click();
		await said(page, 'Proved');
	});

	test('sets up a position of any game to be played', async ({ visit }) => {
		const page = await visit('#/edit/quixo4p', { viewport: phone });
		await page.getByRole('radio', { name: 'cross, dot facing X2' }).check();
		await cell(page, 'c3').click();
		await page.getByRole('radio', { name: 'O1', exact: true }).check();
		await page.getByRole('button', { name: 'Play from here' }).click();
		await page.getByRole('gridcell', { name: 'c3, cross, dot facing X2' }).waitFor();
		await page.getByRole('button', { name: 'Pass and play' }).waitFor();
	});
});

test('a position or a record can be pasted', async ({ visit }) => {
	const page = await visit('#/analyse/pivot');
	const open = async (text: string) => {
		await fromMenu(page, 'Open a position or record');
		await page.getByRole('textbox', { name: 'Position or record' }).fill(text);
		await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
	};
	await open('4/4/4');
	await page
		.getByRole('alert')
		.getByText(/A board has 4 rows/)
		.waitFor();
	await axe(page);
	await page.keyboard.press('Escape');
	await open('4/1Cs1/1cS1/4 1');
	await page.getByRole('gridcell', { name: /^b3, black circle/ }).waitFor();
	await open('[Game "pivot"]\n\n1. c@b3 *\n');
	await expect.poll(() => movesMade(page)).toEqual(['c@b3']);
});

test('a study with a variation, a comment and an arrow is saved, shared and kept', async ({ visit }) => {
	const moves = ['a1-a5', 'e1-e5', 'a1-a5'];
	const page = await visit(address('quixo', { moves: moves.join('_'), ply: '1' }));
	const list = (at: Page) => at.getByRole('region', { name: 'Moves' });
	await makeMove(page, 'quixo', 'b1-b5');
	await list(page)
		.locator('.variation')
		.getByRole('button', { name: /^Move 2, b1-b5,/ })
		.waitFor();
	await page.getByRole('button', { name: 'Comment on this move' }).click();
	await page.getByRole('textbox', { name: 'Comment' }).fill('Takes the corner column.');
	await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
	await list(page).getByText('Takes the corner column.').waitFor();
	await drag(page, cell(page, 'a1'), cell(page, 'c3'), 'right');
	await page.getByRole('gridcell', { name: /^a1,.*arrow to c3/ }).waitFor();
	await axe(page);
	await axeInDark(page);
	const place = await page.getByRole('grid').boundingBox();
	await page.getByRole('button', { name: 'Draw on the board' }).click();
	await page.getByRole('button', { name: 'Blue, dotted' }).click();
	await cell(page, 'e5').click();
	await page.getByRole('gridcell', { name: /^e5,.*circled/ }).waitFor();
	expect(await page.getByRole('grid').boundingBox()).toEqual(place);
	await axe(page);
	await page.getByRole('button', { name: 'Stop drawing' }).click();

	await fromMenu(page, 'Save as a study');
	await page.getByRole('textbox', { name: 'Name' }).fill('Corner play');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await said(page, 'Saved on this device');
	await page.reload();
	const isWhole = async (at: Page) => {
		await list(at).getByText('Takes the corner column.').waitFor();
		await list(at)
			.locator('.variation')
			.getByRole('button', { name: /^Move 2, b1-b5,/ })
			.click();
		await at.getByRole('gridcell', { name: /^a1,.*arrow to c3/ }).waitFor();
		expect(await movesMade(at)).toEqual(moves);
	};
	await isWhole(page);

	await fromMenu(page, 'Share a link');
	await expect.poll(() => page.getByRole('textbox', { name: 'Link' }).inputValue()).toContain('shared=');
	const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
	await axe(page);
	const visitor = await visit(new URL(link).hash, { viewport: phone });
	await isWhole(visitor);
	await list(visitor)
		.getByRole('button', { name: /^Move 2, e1-e5,/ })
		.click();
	await said(visitor, /“Corner play” came with a link/);
	await visitor.getByRole('button', { name: 'Save as a study' }).click();
	await visitor.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await said(visitor, 'Saved on this device');
	await goTo(visitor, '#/analyse');
	await visitor.getByRole('link', { name: /^Corner play/ }).click();
	await isWhole(visitor);
	await axe(visitor);
});

test('a broken link to a study says so', async ({ visit }) => {
	const page = await visit(address('quixo', { shared: 'zAAAA' }));
	await said(page, 'The file or link is not a study, or it is damaged.');
	await axe(page);
});
