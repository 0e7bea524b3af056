// Lessons solved with the answers that the rules know, and the rulebooks in every
// language.

import type { Page } from 'playwright-core';
import type { MatchView, Question, Reply, Task } from '../src/engine/protocol';
import { expect, goTo, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { casesOf, full } from './support/full';
import { cell, fromMenu, type Game, games, link, makeMove, movesMade, nameOf, playOn } from './support/moves';
import { type Ask, startRules } from './support/rules';
import { languages } from './support/words';

/** Plays the turns after the other side's replies, until the point of a task is made. */
async function goOn(
	page: Page,
	ask: Ask,
	{ game, id, position: start, turns }: Task,
	answer: string,
): Promise<void> {
	let moves = [answer];
	for (const [i, prompt] of turns.entries()) {
		const turn = (n: number) => (n === 0 ? id : `${id}+${n}`);
		const reply = await ask<Reply>('guideReply', { game, task: id, step: turn(i), moves });
		moves = [...moves, ...reply.moves];
		const match = { game, start, moves, players: [], closing: null };
		if ((await ask<MatchView>('match', { match })).now.verdict.over) return;
		await said(page, prompt);
		const { answers } = await ask<Question>('guideQuestion', { game, task: id, step: turn(i + 1), moves });
		const [next = ''] = answers;
		await makeMove(page, game as Game, next);
		moves = [...moves, next];
	}
}

test.for(games)('the lesson of %s is solved from its first task to its last', async (game, { visit }) => {
	const page = await visit(`#/lesson/${game}/1`, { viewport: phone });
	const ask = await startRules();
	const tasks = await ask<Task[]>('lesson', { game, language: 'en' });
	for (const [i, task] of tasks.entries()) {
		const [answer = ''] = task.answers;
		await page
			.getByRole('heading', { level: 1, name: `${nameOf[game]}: task ${i + 1} of ${tasks.length}` })
			.waitFor();
		if (full ? i < 3 : i === 0) await axe(page);
		if (/^\w\d$/.test(answer)) await cell(page, answer).click();
		else await makeMove(page, game, answer);
		await goOn(page, ask, task, answer);
		await said(page, 'Correct!');
		if (i === 0) await axeInDark(page);
		if (i < tasks.length - 1) await page.getByRole('link', { name: 'Next task' }).click();
	}
	await said(page, 'That was the last task in this lesson. Well done!');
	await axe(page);
	await goTo(page, '#/learn');
	await page.reload();
	await page.getByRole('link', { name: `Repeat the lesson: ${nameOf[game]}` }).waitFor();
	await page
		.getByRole('link', { name: `Task ${tasks.length}, 3 of 3 stars` })
		.first()
		.waitFor();
});

test('a wrong answer is explained and can be mended, and help comes in steps', async ({ visit }) => {
	const page = await visit('#/lesson/quantik/1');
	await makeMove(page, 'quantik', 'S@a1');
	await said(page, /That is legal, but/);
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.getByRole('button', { name: 'Hint' }).click();
	await axe(page);
	await page.getByRole('button', { name: 'Show me' }).click();
	await axe(page);
	await makeMove(page, 'quantik', 'N@c3');
	await said(page, 'Correct!');
	await goTo(page, '#/lesson/quantik/3');
	await cell(page, 'a2').click();
	await said(page, /a2 \(light sphere\) is not the one/);
	await axe(page);
});

test.for(games)('the rulebook of %s in every language', async (game, { visit }) => {
	const page = await visit(`#/learn/${game}`);
	// The texts are checked by the rulebook's own tests.
	for (const language of casesOf(languages, ['en', 'de'])) {
		await page.evaluate(
			(code) => localStorage.setItem('plateau.settings', JSON.stringify({ language: code })),
			language,
		);
		await page.reload();
		await page.locator(`article[lang="${language}"]`).waitFor();
		await page.locator('article figure svg').first().waitFor();
		await expect.poll(() => page.locator('article h2').count()).toBeGreaterThan(1);
		await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
	}
	await axe(page);
	await axeInDark(page);
});

/** How many pages a document has. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test.for(games)('the rules of %s fit on one page of A4 in every language', async (game, { visit }) => {
	const page = await visit(`#/learn/${game}`);
	for (const language of casesOf(languages, ['de'])) {
		await page.evaluate(
			(code) => localStorage.setItem('plateau.settings', JSON.stringify({ language: code })),
			language,
		);
		await page.reload();
		await page.locator(`article[lang="${language}"]`).waitFor();
		const figures = page.locator('article figure');
		for (const figure of await figures.all())
			await figure.locator('svg > *').first().waitFor({ state: 'attached' });
		expect(pagesOf(await page.pdf({ preferCSSPageSize: true })), language).toBe(1);
	}
});

test('figures can be played with, and close again', async ({ visit }) => {
	const page = await visit('#/learn/quixo', { viewport: phone });
	await page.getByRole('button', { name: 'Try it yourself' }).first().click();
	await cell(page, 'c1').click();
	await cell(page, 'c5').click();
	await axe(page);
	await page.getByRole('button', { name: 'Take back' }).click();
	await page.getByRole('button', { name: 'Close' }).click();
	await expect.poll(() => page.getByRole('grid').count()).toBe(0);
});

test('the contents lead to a section, and the menu of a game to its rules', async ({ visit }) => {
	const page = await visit('#/learn/quantik');
	await page
		.getByRole('navigation', { name: 'Contents' })
		.getByRole('button', { name: 'End of the game' })
		.click();
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('End of the game');
	await goTo(page, link('quixo', ['a1-a5']));
	await playOn(page);
	await fromMenu(page, 'Rules');
	await page.getByRole('heading', { level: 1, name: 'Quixo' }).waitFor();
	await page.goBack();
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5']);
});

test('figures can be played from', async ({ visit }) => {
	const page = await visit('#/learn/quixo');
	await page.getByRole('link', { name: 'Play from here' }).first().click();
	await page.getByRole('button', { name: 'Pass and play' }).waitFor();
});
