// Puzzles, solved by the lines that the solver found.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, goTo, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { type Game, games, makeMove, nameOf } from './support/moves';

interface Puzzle {
	id: string;
	number: number;
	/** The solver's moves and the answers to them, in turn. */
	line: string[];
}

function puzzlesOf(game: Game): Puzzle[] {
	const text = readFileSync(new URL(`../../puzzles/data/${game}.txt`, import.meta.url), 'utf8');
	const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return lines.map((line, i) => {
		const fields = line.split(' | ');
		return { id: fields[0] ?? '', number: i + 1, line: fields.at(-1)?.split(' ') ?? [] };
	});
}

async function solve(page: Page, game: Game, { line }: Puzzle): Promise<void> {
	const all = Math.ceil(line.length / 2);
	for (let i = 0; i < line.length; i += 2) {
		if (i > 0) await said(page, `Correct! Now find move ${i / 2 + 1} of ${all}.`);
		await makeMove(page, game, line[i] ?? '');
	}
	await said(page, 'Solved!');
}

test.for(games)('a puzzle of %s is solved, and stays so', async (game, { visit }) => {
	const puzzle = puzzlesOf(game).find(({ line }) => line.length === 3);
	if (!puzzle) throw new Error(`${game} has no puzzle of two moves`);
	const page = await visit(`#/puzzle/${game}/${puzzle.id}`, { viewport: phone });
	await page.getByRole('heading', { level: 1, name: `${nameOf[game]}: puzzle ${puzzle.number}` }).waitFor();
	await axe(page);
	await solve(page, game, puzzle);
	await axe(page);
	await axeInDark(page);
	await goTo(page, `#/puzzles/${game}`);
	await page.reload();
	await page.getByRole('link', { name: new RegExp(`^Puzzle ${puzzle.number}: .*, solved$`) }).waitFor();
	await said(page, /1 of \d+ puzzles solved/);
	await axe(page);
});

test('a wrong move is answered and taken back', async ({ visit }) => {
	// The first legal move, which the field for typed ones shows, is not the solution of this one.
	const puzzle = puzzlesOf('quixo').find(({ line }) => line.length === 3 && line[0]?.startsWith('e'));
	const page = await visit(`#/puzzle/quixo/${puzzle?.id}`);
	await page.getByRole('button', { name: 'Type a move' }).click();
	const field = page.getByRole('textbox', { name: /^Move, for example/ });
	await makeMove(page, 'quixo', (await field.getAttribute('placeholder')) ?? '');
	const again = page.getByRole('button', { name: 'Try again' });
	await again.waitFor();
	// The best reply is shown on the board.
	await said(page, /can win with|The best reply is/);
	await axe(page);
	await again.click();
	await page.getByRole('button', { name: 'Hint' }).click();
	await said(page, /Start with /);
	await page.getByRole('button', { name: 'Another hint' }).click();
	await said(page, `The move is ${puzzle?.line[0]}.`);
	await page.getByRole('button', { name: 'Solution' }).click();
	await said(page, `The solution was: ${puzzle?.line.join(' ')}`);
	await axe(page);
	await page.getByRole('link', { name: 'Next puzzle' }).waitFor();
});

test('the puzzle of the day is found on the start page, and days in a row are counted', async ({ visit }) => {
	const page = await visit('#/');
	const link = page.getByRole('link', { name: /^.*Daily puzzle/ });
	await expect.poll(() => link.getAttribute('href')).toMatch(/^#\/puzzle\/\w+\/\w+$/);
	const [, , game, id] = (await link.getAttribute('href'))?.split('/') ?? [];
	await link.click();
	await said(page, /^Daily puzzle: (Easy|Fairly easy|Medium)$/);
	const known = games.find((one) => one === game);
	const puzzle = known && puzzlesOf(known).find((one) => one.id === id);
	if (!known || !puzzle) throw new Error(`there is no puzzle ${game}/${id}`);
	await solve(page, known, puzzle);
	await goTo(page, '#/puzzles');
	await said(page, 'You have solved today’s puzzle.');
	await said(page, 'You solved the last puzzle without a mistake.');
	await axe(page);
	await axeInDark(page);
});

test('the trainer asks again what was missed, and the openings lead into the tree', async ({ visit }) => {
	const text = readFileSync(new URL('../../docs/data/quantik-only-wins.csv', import.meta.url), 'utf8');
	const moves = text.split('\n').map((row) => row.split(',')[1] ?? '');
	const page = await visit('#/trainer/quantik', { viewport: phone });
	await page.getByRole('button', { name: 'Solution' }).click();
	await said(page, /This position will come back/);
	await page.getByRole('button', { name: 'Next position' }).click();
	await makeMove(page, 'quantik', moves[2] ?? '');
	await said(page, 'Solved!');
	// What was asked is kept on the device.
	await page.reload();
	await expect
		.poll(() => page.locator('main dd').allTextContents())
		.toEqual(['1', '1', String(moves.length - 4)]);

	await goTo(page, '#/openings/quantik');
	await said(page, /Dark wins in 10 turns/);
	await page.getByRole('button', { name: 'C@a1' }).click();
	await page.locator('.bar').first().waitFor();
	await page.getByRole('link', { name: 'Start' }).click();
	await said(page, /64 moves, 1 not counting symmetrical ones/);
});
