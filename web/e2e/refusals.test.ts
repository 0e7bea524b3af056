// Every refusal of the rules is shown in the language of the pages, and nothing
// is lost by it.

import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expect, goTo, test, textOf } from './support/app';
import { axe } from './support/axe';
import { casesOf } from './support/full';
import { cell, type Game, link, makeMoves, movesMade, targets } from './support/moves';
import { type Language, messagesOf, pattern } from './support/words';

interface Case {
	game: Game;
	/** What has been played before, or the position to start from. */
	moves?: string[];
	start?: string;
	typed: string;
	/** The key of the message. */
	says: string;
}

const typed: Case[] = [
	{ game: 'quantik', typed: 'hello', says: 'quantik.syntax' },
	{ game: 'quantik', typed: 'S@e9', says: 'move.offboard' },
	{ game: 'quantik', moves: ['S@b3'], typed: 'C@b3', says: 'quantik.occupied' },
	{ game: 'quantik', moves: ['S@b3'], typed: 'S@b1', says: 'quantik.opposed' },
	{ game: 'quantik', start: 'S2n/4/4/y2S 1', typed: 'S@b2', says: 'quantik.noneleft' },
	{ game: 'pivot', typed: 'a1-a2+c@b3', says: 'pivot.cannot' },
	{ game: 'pivot', moves: ['c@b3'], typed: 'hello', says: 'pivot.syntax' },
	{ game: 'pivot', moves: ['c@b3'], typed: 's@a1', says: 'pivot.mustpivot' },
	{ game: 'pivot', moves: ['c@b3'], typed: 'a1-a2+s@d4', says: 'pivot.nothing' },
	{ game: 'pivot', moves: ['c@b3'], typed: 'b3-d3+s@a1', says: 'pivot.far' },
	{ game: 'pivot', moves: ['c@b3'], typed: 'b3-b2+s@b2', says: 'pivot.drop' },
	{ game: 'pivot', moves: ['c@b3'], typed: 'b3-b2+c@a1', says: 'pivot.card' },
	{ game: 'pivot', moves: ['c@b3', 'b3-b2+s@a1'], typed: 'b2-b3+c@d4', says: 'pivot.own' },
	{ game: 'pivot', moves: ['c@b3', 'b3-b2+s@b1'], typed: 'b1-b2+c@d4', says: 'pivot.target' },
	{ game: 'quixo', typed: 'hello', says: 'quixo.syntax' },
	{ game: 'quixo', typed: 'b2-b5', says: 'quixo.inner' },
	{ game: 'quixo', typed: 'a1-a1', says: 'quixo.sameplace' },
	{ game: 'quixo', typed: 'c1-a5', says: 'quixo.end' },
	{ game: 'quixo', moves: ['a1-a5'], typed: 'a5-a1', says: 'quixo.opposing' },
	{ game: 'quixo4p', typed: 'a1-a5', says: 'quixo4p.syntax' },
	{ game: 'quixo4p', typed: 'pass', says: 'quixo4p.mustplay' },
	{
		game: 'quixo4p',
		moves: ['a1-a5.2', 'e1-e5.1', 'c1-c5.1', 'b1-b5.2'],
		typed: 'a5-a1.1',
		says: 'quixo4p.dot',
	},
	{ game: 'quixo4p', start: 'XOXoX/o3O/X3X/O3o/XoOXX X2', typed: 'a1-a5.1', says: 'quixo4p.mustpass' },
];

describe.each(casesOf<Language>(['en', 'de'], ['de']))('typed, in language %s', (language) => {
	const messages = messagesOf(language);
	const word = (key: string) => String(messages.get(key));

	test('every move that is refused is refused with its reason', async ({ visit }) => {
		const page = await visit('#/about', { locale: language });
		const field = page.locator('main form input');
		for (const { game, moves = [], start = '', typed: text, says } of typed) {
			// Through another page, so that the board cannot be that of the previous case.
			await goTo(page, '#/about');
			await page.getByRole('grid').waitFor({ state: 'detached' });
			await goTo(page, `#/analyse/${game}?${new URLSearchParams({ start, moves: moves.join('_') })}`);
			await page.getByRole('grid', { name: word(`game.${game}`) }).waitFor();
			if (!(await field.isVisible())) await page.getByRole('button', { name: word('move.type') }).click();
			await field.fill(text);
			await field.press('Enter');
			const why = pattern(word(`phrase.${says}`));
			await expect.poll(() => textOf(page.locator('.prompt')), { message: `${game} ${text}` }).toMatch(why);
			expect(await field.inputValue()).toBe(text);
		}
	});
});

describe('pressed', () => {
	async function refused(page: Page, name: string, why: string) {
		await cell(page, name).click();
		await expect.poll(() => textOf(page.locator('.prompt'))).toBe(why);
	}

	test('a cell of Quantik that an opposing piece forbids', async ({ visit }) => {
		const page = await visit(link('quantik', ['S@b3']));
		await page.getByRole('button', { name: 'Pass and play' }).click();
		await page.getByRole('button', { name: /^dark sphere/ }).click();
		const forbidden = cell(page, 'b1');
		await expect
			.poll(() => forbidden.getAttribute('aria-label'))
			.toContain('Your opponent’s sphere on b3 is in the same column.');
		await axe(page);
		await refused(page, 'b1', 'Your opponent’s sphere on b3 is in the same column.');
		await refused(page, 'a3', 'Your opponent’s sphere on b3 is in the same row.');
		await refused(page, 'a4', 'Your opponent’s sphere on b3 is in the same region.');
		await axe(page);
		// The piece is still in the hand.
		await cell(page, 'd1').click();
		await expect.poll(() => movesMade(page)).toEqual(['S@b3', 'S@d1']);
	});

	test('cubes of Quixo that cannot be taken, and ends that are none', async ({ visit }) => {
		const page = await visit(link('quixo', ['a1-a5']));
		await page.getByRole('button', { name: 'Pass and play' }).click();
		await page.getByRole('button', { name: 'Take back' }).waitFor();
		await refused(
			page,
			'c3',
			'The cube on c3 is not on the outer ring. Only cubes on the ring can be taken.',
		);
		await refused(page, 'a5', 'The cube on a5 shows your opponent’s cross.');
		await cell(page, 'c1').click();
		await expect.poll(() => targets(page).count()).toBe(3);
		await refused(page, 'b4', 'b4 is not an end of the row or column of c1. The ends are a1, c5, e1.');
	});

	test('cards of Pivot that cannot pivot', async ({ visit }) => {
		const page = await visit(link('pivot', ['c@b3', 'b3-b2+s@a1']));
		await page.getByRole('button', { name: 'Pass and play' }).click();
		await page.getByRole('button', { name: 'Take back' }).waitFor();
		await refused(page, 'b2', 'The card on b2 is yours. You can only pivot opposing cards.');
		await refused(page, 'd4', 'There is no card on d4 to pivot.');
		await makeMoves(page, 'pivot', ['a1-a2+C@d4']);
	});
});
