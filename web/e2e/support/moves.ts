// Makes moves of the notation on the pages. Tests know how a move is written and
// what has to be pressed for it, but no rules.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, said } from './app';
import { full } from './full';
import { type Hand, mouse } from './hands';
import { cellStep, type Game, type Step, stepsOf } from './steps';

export { type Game, games } from './steps';

export const nameOf: Record<Game, string> = {
	quantik: 'Quantik',
	pivot: 'Pivot',
	quixo: 'Quixo',
	quixo4p: 'Quixo for four',
};

export function cell(page: Page, name: string): Locator {
	return whereIs(page, cellStep(name));
}

function whereIs(page: Page, { role, name, within }: Step): Locator {
	const place = within ? page.locator(within) : page;
	// Cells that cannot be chosen say why, so they can be pressed.
	return place.getByRole(role, role === 'button' ? { name, disabled: false } : { name });
}

/** The cells that can be chosen next. */
export function targets(page: Page): Locator {
	return page.locator('[role="gridcell"].target');
}

/** Makes a move by pressing what it consists of. */
export async function makeMove(page: Page, game: Game, move: string, hand: Hand = mouse): Promise<void> {
	for (const step of stepsOf(game, move)) await hand.press(whereIs(page, step));
}

/** The moves made so far, as the list of the page has them; without variations. */
export async function movesMade(page: Page): Promise<string[]> {
	const buttons = page.getByRole('region', { name: 'Moves' }).locator('ol > li > button');
	const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
	return names.map((name) => /^Move \d+, ([^,]+),/.exec(name)?.[1] ?? name);
}

/** Makes moves one after the other and waits for each to be in the list. */
export async function makeMoves(page: Page, game: Game, moves: string[], hand: Hand = mouse): Promise<void> {
	const before = await movesMade(page);
	for (const [i, move] of moves.entries()) {
		await makeMove(page, game, move, hand);
		await expect.poll(() => movesMade(page)).toEqual([...before, ...moves.slice(0, i + 1)]);
	}
}

/** The address of a game. */
export function link(game: Game, moves: string[] = [], start = ''): string {
	const query = new URLSearchParams({
		game,
		...(start && { start }),
		...(moves.length && { moves: moves.join('_') }),
	});
	return `#/play?${query}`;
}

/** Chooses an item from the menu of a page with a board. */
export async function fromMenu(page: Page, item: string): Promise<void> {
	await page.locator('main').getByRole('button', { name: /^More/ }).click();
	await page.locator('main .items').getByText(item, { exact: true }).click();
}

/** Continues the game of a link, between people at this device. */
export async function playOn(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Pass and play' }).click();
	await page.getByRole('button', { name: 'Take back' }).waitFor();
}

/** Sets up a game between people from the start. */
export async function beginAmongPeople(page: Page, game: Game, hand: Hand): Promise<void> {
	await hand.choose(page.getByRole('radio', { name: 'Pass and play' }));
	const opener = page.getByRole('group', { name: 'Who moves first?' }).getByRole('radio').first();
	if (game !== 'pivot') await hand.choose(opener);
	await hand.press(page.getByRole('button', { name: 'Start the game' }));
	await said(page, 'No moves yet.');
}

/** Games of Quixo can be long. */
const mostTurns = full ? 40 : 8;

/** Plays the first legal move against the computer until the game is over, and resigns if that takes too long. */
export async function playToTheEnd(page: Page, game: Game): Promise<void> {
	const end = page.getByRole('button', { name: 'Rematch' });
	const type = page.getByRole('button', { name: 'Type a move' });
	for (let turn = 0; turn < mostTurns; turn++) {
		await type.or(end).first().waitFor();
		if (await end.isVisible()) return;
		const before = (await movesMade(page)).length;
		await makeMove(page, game, await firstLegal(page));
		await expect.poll(async () => (await movesMade(page)).length).toBeGreaterThan(before);
	}
	// The last reply may have ended it.
	await type.or(end).first().waitFor();
	if (await end.isVisible()) return;
	await fromMenu(page, 'Resign');
	await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
	await end.waitFor();
}

/** The field for typed moves shows a legal one as an example. */
export async function firstLegal(page: Page): Promise<string> {
	const field = page.getByRole('textbox', { name: /^Move, for example/ });
	if (!(await field.isVisible())) await page.getByRole('button', { name: 'Type a move' }).click();
	return (await field.getAttribute('placeholder')) ?? '';
}

/** The moves of one of the playthroughs in game/testdata. */
export function playthrough(name: string): string[] {
	const text = readFileSync(
		new URL(`../../../game/testdata/playthroughs/${name}.txt`, import.meta.url),
		'utf8',
	);
	return [...text.matchAll(/^play (\S+)$/gm)].map(([, move = '']) => move);
}
