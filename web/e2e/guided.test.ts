// The guided first games, played from the empty board to the end.

import type { Page } from 'playwright-core';
import type { MatchView, Question, Reply, Step } from '../src/engine/protocol';
import { expect, goTo, phone, said, test } from './support/app';
import { axe, axeInDark } from './support/axe';
import { casesOf } from './support/full';
import { finger } from './support/hands';
import { cell, type Game, games, makeMove, nameOf } from './support/moves';
import { type Ask, startRules } from './support/rules';

const goOn = (page: Page) => page.getByRole('button', { name: 'Go on' });

/** What the partner says. */
const bubble = (page: Page) => page.locator('.bubble p');

/** Waits until the guided game is in another state than this. */
const isNot = (page: Page, status: string) =>
	page.locator(`main [data-status]:not([data-status="${status}"])`).waitFor();

/** Presses something, and waits until the partner has answered. */
async function answered(page: Page, press: () => Promise<unknown>): Promise<void> {
	await press();
	await isNot(page, 'replying');
}

/** Plays a guided game; the rules say which moves it accepts and what the others reply. */
class Player {
	moves: string[] = [];

	constructor(
		readonly page: Page,
		readonly ask: Ask,
		readonly game: Game,
	) {}

	async over(start: string): Promise<boolean> {
		const match = { game: this.game, start, moves: this.moves, players: [], closing: null };
		return (await this.ask<MatchView>('match', { match })).now.verdict.over;
	}

	/** Plays one step, and says whether it is asked again. */
	async play(step: Step, start: string): Promise<boolean> {
		const { page, game, ask } = this;
		await expect.poll(() => bubble(page).textContent()).toContain(step.prompt.replace('§ ', ''));
		const where = { game, task: '', step: step.id };
		if (step.kind === 'explore') {
			await page.getByRole('button', { name: 'Start the game' }).tap();
			return false;
		}
		let press = () => goOn(page).tap();
		if (step.kind === 'move') {
			const { answers } = await ask<Question>('guideQuestion', { ...where, moves: this.moves });
			const move = answers[Math.floor(answers.length / 2)] ?? '';
			this.moves.push(move);
			press = async () => {
				// Until the pieces of the last move have arrived, the board takes no other.
				await page.locator('.playable:not([data-behind])').waitFor();
				await makeMove(page, game, move, finger);
			};
		}
		const over = await this.over(start);
		const reply = over ? null : await ask<Reply>('guideReply', { ...where, moves: this.moves });
		// A step that is asked again says the same, so the text alone does not show that the partner has answered.
		if (reply?.again) await Promise.all([isNot(page, 'asking'), press()]);
		else await press();
		if (reply === null) return false;
		await isNot(page, 'replying');
		this.moves.push(...reply.moves);
		return reply.again;
	}
}

test.for(casesOf<Game>(games, ['quantik']))(
	'the first game of %s is played whole',
	async (game, { visit }) => {
		const ask = await startRules();
		const steps = await ask<Step[]>('guided', { game, language: 'en' });
		const page = await visit(`#/guided/${game}`, { viewport: phone, hasTouch: true });
		const player = new Player(page, ask, game);
		const board = page.locator('main .fit > .square');
		const place = await board.boundingBox();
		await axe(page);
		let start = '';
		const done = new Set<string>();
		for (let i = 0; i < steps.length - 1; ) {
			const step = steps[i] as Step;
			if (step.position !== '') {
				start = step.position;
				player.moves = [];
			}
			const again = await player.play(step, start);
			done.add(step.id);
			// Whatever is said and shown, the board stays where it is.
			expect(await board.boundingBox()).toEqual(place);
			if (await player.over(start)) {
				await answered(page, () => goOn(page).tap());
				i = steps.findIndex(
					(later, at) =>
						at > i && !done.has(later.unless) && (later.position !== '' || at === steps.length - 1),
				);
			} else if (!again) i++;
		}
		await expect.poll(() => bubble(page).textContent()).toContain('Now you know all the rules!');
		await axe(page);
		await axeInDark(page);
		await goTo(page, '#/learn');
		await page.getByRole('link', { name: 'Guided first game, 3 of 3 stars' }).first().waitFor();
		await page.getByRole('link', { name: `Start the lesson: ${nameOf[game]}` }).waitFor();
	},
);

test('a wrong move is explained, shown and taken back', async ({ visit }) => {
	const page = await visit('#/');
	await page.getByRole('link', { name: /^Never played\? Start here/ }).click();
	await page.getByRole('link', { name: 'Guided first game: Quantik' }).click();
	await goOn(page).click();
	await makeMove(page, 'quantik', 'S@b2');
	await goOn(page).click();
	await said(page, /Your own pieces never stop you/);
	await expect.poll(() => page.locator('[data-shaded]').count()).toBeGreaterThan(0);
	const [forbidden] = await page
		.locator('[data-shaded]')
		.evaluateAll((all) => all.map((one) => one.getAttribute('data-shaded') ?? ''));
	await page.getByRole('button', { name: /^light sphere/ }).click();
	await cell(page, forbidden ?? '').click();
	await said(page, /opponent’s sphere/);
	await makeMove(page, 'quantik', 'C@a1');
	// The other side can win then. Whether the computer finds out in time depends on the machine.
	await said(page, /I would like you to try something else|then the other side can win/);
	await axe(page);
	// The hint may speak of what is marked, so it comes when that is drawn again.
	await expect
		.poll(() => bubble(page).textContent())
		.toMatch(/^\s*That is legal, but[^.]+\.(\s*The board shows how\.)?\s*$/);
	await page.getByRole('button', { name: 'Take back' }).click();
	await page.getByRole('button', { name: 'Show me' }).click();
	await page.locator('.ghost').first().waitFor();
});
