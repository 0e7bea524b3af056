// Games against the computer, and what can be done in them besides moves.

import { desktop, expect, phone, said, test, textOf } from './support/app';
import { axe } from './support/axe';
import {
	fromMenu,
	games,
	link,
	makeMove,
	makeMoves,
	movesMade,
	nameOf,
	playOn,
	playToTheEnd,
	playthrough,
} from './support/moves';

test.for(games)('a game of %s at level 1 to its end', async (game, { visit }) => {
	const page = await visit(`#/new/${game}`, { viewport: game === 'pivot' ? phone : desktop });
	await page
		.getByRole('group', { name: 'How strong should the computer be?' })
		.getByRole('radio', { name: '1', exact: true })
		.check();
	await page
		.getByRole('group', { name: 'Which side do you want to play?' })
		.getByRole('radio')
		.first()
		.check();
	await axe(page);
	await page.getByRole('button', { name: 'Start the game' }).click();
	await playToTheEnd(page, game);
	await axe(page);
	const players = await textOf(page.getByRole('list', { name: 'Players' }));
	expect(players).toContain('You');
});

test.for(games)('one tap on the start page starts a game of %s', async (game, { visit }) => {
	const page = await visit('#/', { viewport: phone, hasTouch: true, isMobile: true });
	await page.getByRole('link', { name: `Play the computer at ${nameOf[game]}`, exact: true }).tap();
	await page.getByRole('grid', { name: `${nameOf[game]} board` }).waitFor();
	await page.getByRole('button', { name: 'Type a move' }).waitFor();
	await page.goBack();
	await page.getByRole('heading', { level: 1, name: 'Quantik, Pivot and Quixo' }).waitFor();
});

test('take back, hint, and looking back', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5', 'e1-e5']));
	await playOn(page);
	await makeMoves(page, 'quixo', ['c1-c5']);
	await page.getByRole('button', { name: 'Take back' }).click();
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5']);
	await page.getByRole('button', { name: 'Hint' }).click();
	await said(page, /Try this: /);
	await axe(page);
	await page.getByRole('button', { name: 'Previous move' }).click();
	await said(page, 'You are viewing move 1 of 2.');
	await axe(page);
	await page.getByRole('button', { name: 'Go to the start' }).click();
	await said(page, 'You are viewing the start of the game.');
	await page.getByRole('button', { name: 'Back to the game' }).click();
	await makeMove(page, 'quixo', 'c1-c5');
	await expect.poll(async () => (await movesMade(page)).length).toBe(3);
});

test('resigning is asked about first', async ({ visit }) => {
	const page = await visit(link('pivot', ['c@b3']));
	await playOn(page);
	await fromMenu(page, 'Resign');
	const dialog = page.getByRole('dialog', { name: 'Resign?' });
	await axe(page);
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await makeMoves(page, 'pivot', ['b3-b2+s@a1']);
	await fromMenu(page, 'Resign');
	await dialog.getByRole('button', { name: 'Resign' }).click();
	await said(page, 'Squares win!');
	await said(page, 'Circles resign.');
});

test('a draw is offered, declined and accepted', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5', 'e1-e5']));
	await playOn(page);
	await fromMenu(page, 'Offer a draw');
	await said(page, 'Crosses offer a draw. Circles: do you accept?');
	await axe(page);
	await page.getByRole('button', { name: 'Decline' }).click();
	await page.getByText('The draw was declined.').first().waitFor();
	await makeMoves(page, 'quixo', ['c1-c5']);
	await fromMenu(page, 'Offer a draw');
	await page.getByRole('button', { name: 'Accept' }).click();
	await said(page, 'The players agreed to a draw.');
});

test('the board can be flipped, and turns to the player if wished', async ({ visit }) => {
	const page = await visit(link('quixo'));
	await playOn(page);
	const corner = () => page.getByRole('gridcell').first().getAttribute('data-cell');
	await expect.poll(() => corner()).toBe('a5');
	await fromMenu(page, 'Flip the board');
	await expect.poll(corner).toBe('e1');
	await fromMenu(page, 'Flip the board');
	await fromMenu(page, 'Turn the board after each move');
	await makeMoves(page, 'quixo', ['c1-c5']);
	await expect.poll(corner).toBe('e1');
	await makeMoves(page, 'quixo', ['a3-e3']);
	await expect.poll(corner).toBe('a5');
});

test('a player who runs out of time loses', async ({ visit }) => {
	const page = await visit('#/new/quantik');
	await page.clock.install();
	await page.reload();
	await page.getByRole('radio', { name: 'Pass and play' }).check();
	await page.getByRole('radio', { name: 'Light', exact: true }).check();
	await page.getByRole('radio', { name: '1 min', exact: true }).check();
	await axe(page);
	await page.getByRole('button', { name: 'Start the game' }).click();
	await makeMoves(page, 'quantik', ['S@b3']);
	await axe(page);
	await page.clock.fastForward('01:01');
	await said(page, 'Light wins!');
	await said(page, 'Dark ran out of time.');
});

test('beginning another game leaves the first one alone', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5', 'e1-e5']));
	await playOn(page);
	await fromMenu(page, 'New game');
	await page.getByRole('button', { name: 'Start the game' }).click();
	await expect.poll(() => movesMade(page)).toEqual([]);
	await page.getByRole('link', { name: 'Plateau, home page' }).click();
	await page.getByRole('region', { name: 'Games in progress' }).getByRole('link').click();
	await expect.poll(() => movesMade(page)).toEqual(['a1-a5', 'e1-e5']);
});

test('the focus goes to the heading of a game that starts, and keys work from there', async ({ visit }) => {
	const page = await visit('#/new/quantik');
	await page.getByRole('radio', { name: 'Pass and play' }).check();
	await page.getByRole('button', { name: 'Start the game' }).click();
	await page.getByRole('button', { name: 'Type a move' }).waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
	await makeMoves(page, 'quantik', ['S@b3']);
	await page.getByRole('button', { name: /^Move 1, / }).focus();
	await page.keyboard.press('ArrowLeft');
	await said(page, 'You are viewing the start of the game.');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('z');
	await page.getByRole('banner').waitFor({ state: 'hidden' });
	await axe(page);
	await page.keyboard.press('z');
	await page.getByRole('banner').waitFor();
	await page.keyboard.press('?');
	await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
	await axe(page);
});

test('moves in the list do not break at their hyphens', async ({ visit }) => {
	const moves = ['c@b1', 'b1-a1+S@d2', 'd2-d1+C@a2', 'a2-a3+S@c2', 'c2-b2+c@c2'];
	const page = await visit(link('pivot', moves));
	await expect.poll(() => movesMade(page)).toEqual(moves);
	for (const width of [320, 390, 820, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		const lines = await page
			.getByRole('region', { name: 'Moves' })
			.locator('ol button')
			.evaluateAll((all) =>
				all.map((each) => {
					const text = document.createRange();
					text.selectNodeContents(each);
					const rows = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
					return each.scrollWidth > each.clientWidth ? 'cut' : rows;
				}),
			);
		expect(lines, `${width}`).toEqual(moves.map(() => 1));
	}
});

test('the bar stays in one row when the game ends', async ({ visit }) => {
	const page = await visit('#/about', { locale: 'de-DE' });
	const match = {
		game: 'quixo',
		start: '',
		moves: playthrough('quixo-own-line'),
		players: ['', ''],
		closing: null,
	};
	const players = [{ kind: 'computer', level: '3' }, { kind: 'person' }];
	const rest = { seed: 1, clock: null, date: '2026-11-15', over: false, flipped: false, advice: null };
	const saved = JSON.stringify({ match, players, ...rest });
	await page.evaluate((game) => localStorage.setItem('plateau.game', game), saved);
	const address = page.url().replace('#/about', '#/play');
	// Another document: the page that is open would play the game to its end before it is loaded again.
	await page.goto('about:blank');
	await page.goto(address);
	await page.getByRole('button', { name: 'Leichter' }).waitFor();
	for (const width of [320, 360, 390, 430, 820]) {
		await page.setViewportSize({ width, height: 844 });
		const tops = await page
			.locator('.toolbar > .button, .toolbar > .menu > .button')
			.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
		expect(new Set(tops).size, `${width}: ${tops}`).toBe(1);
	}
});
