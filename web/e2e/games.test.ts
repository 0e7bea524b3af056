// Whole games between people at one device, by mouse, touch and keyboard.

import { describe } from 'vitest';
import { desktop, expect, lying, phone, said, test, type Visit } from './support/app';
import { axe, axeInDark } from './support/axe';
import { endings } from './support/endings';
import { full } from './support/full';
import { drag, dragByFinger, finger, type Hand, keyboard, mouse } from './support/hands';
import {
	beginAmongPeople,
	cell,
	type Game,
	link,
	makeMove,
	makeMoves,
	movesMade,
	playOn,
	playthrough,
} from './support/moves';

const hands: { by: string; hand: Hand; visit: Visit }[] = [
	// With all animations, which players do not have to wait for.
	{ by: 'mouse', hand: mouse, visit: { viewport: desktop, reducedMotion: 'no-preference' } },
	{ by: 'touch', hand: finger, visit: { viewport: phone, hasTouch: true, isMobile: true } },
	{ by: 'keyboard alone', hand: keyboard, visit: { viewport: lying } },
];

describe.each(hands)('by $by', ({ hand, visit: how }) => {
	test.for(endings)(
		'a game of $game from its setup to its end',
		async ({ game, record, result, why }, { visit }) => {
			const page = await visit(`#/new/${game}`, how);
			await beginAmongPeople(page, game, hand);
			await makeMoves(page, game, playthrough(record), hand);
			await said(page, result);
			await said(page, why);
			await expect
				.poll(() => page.getByRole('status').allInnerTexts())
				.toContainEqual(expect.stringContaining(why));
			if (full || hand === mouse) {
				await axe(page);
				await axeInDark(page);
			}
			await hand.press(page.getByRole('button', { name: 'Rematch' }));
			await said(page, 'No moves yet.');
		},
	);
});

const others: { record: string; game: Game; result: string; why: string }[] = [
	{
		record: 'quantik-blocked',
		game: 'quantik',
		result: 'Dark wins!',
		why: 'The other side cannot place a piece.',
	},
	{
		record: 'quixo-repetition',
		game: 'quixo',
		result: 'The game is a draw.',
		why: 'The same position came up for the third time.',
	},
	{
		record: 'pivot-full-board',
		game: 'pivot',
		result: 'The game is a draw.',
		why: 'The board is full and nobody has a line.',
	},
];

test.for(others)('the other end $record', async ({ record, game, result, why }, { visit }) => {
	const moves = playthrough(record);
	const page = await visit(link(game, moves.slice(0, -1)));
	await playOn(page);
	await makeMove(page, game, moves.at(-1) ?? '');
	await said(page, result);
	await said(page, why);
});

test('in Quixo for four, a player without a cube passes', async ({ visit }) => {
	const moves = playthrough('quixo4p-pass');
	const page = await visit(link('quixo4p', moves.slice(0, -1)));
	await playOn(page);
	await said(page, 'There is no cube you may take, so you pass.');
	await axe(page);
	await makeMove(page, 'quixo4p', 'pass');
	await expect.poll(async () => (await movesMade(page)).at(-1)).toBe('pass');
});

test('where players announce lines, a line counts only then', async ({ visit }) => {
	const page = await visit('#/new/quixo', { viewport: phone, hasTouch: true, isMobile: true });
	await page.getByRole('checkbox', { name: /^Players announce lines/ }).tap();
	await axe(page);
	await beginAmongPeople(page, 'quixo', finger);
	const pushes = 'a1-a5 a2-e2 b1-b5 a3-e3 c1-c5 a4-e4 d1-d5 a1-e1 e5-a5'.split(' ');
	await makeMoves(page, 'quixo', pushes, finger);
	// The crosses have a line, and have not said so. The circles have nothing to announce.
	const announce = page.getByRole('button', { name: 'Announce' });
	await announce.tap();
	await said(page, 'Make the push that completes your line.');
	await axe(page);
	await makeMove(page, 'quixo', 'b1-a1', finger);
	await said(page, 'After this push you have no line, so there is nothing to announce.');
	await announce.tap();
	await cell(page, 'a1').tap();
	await expect.poll(async () => (await movesMade(page)).at(-1)).toBe('b1-a1');
	await announce.tap();
	await said(page, 'Crosses win!');
	await said(page, /The winner announced a line: row 5/);
	await expect.poll(async () => (await movesMade(page)).at(-1)).toBe('!');
});

interface Watched {
	/** In pixels. */
	farthest?: number;
}

/** Notes in every frame how far the piece of a cell is from the middle of the cell. */
function watchPiece(cell: Element, name: string): void {
	const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
	const home = middle(cell.getBoundingClientRect());
	const look = () => {
		const piece = document.querySelector(`[data-piece="${name}"]`);
		const at = middle((piece ?? cell).getBoundingClientRect());
		const watched = window as Watched;
		watched.farthest = Math.max(watched.farthest ?? 0, Math.hypot(at.x - home.x, at.y - home.y));
		requestAnimationFrame(look);
	};
	look();
}

describe('dragging', () => {
	test('pieces from the reserve, cubes and cards', async ({ visit }) => {
		const page = await visit(link('quantik'));
		await playOn(page);
		await drag(page, page.getByRole('button', { name: /^light sphere/ }), cell(page, 'b3'));
		await expect.poll(() => movesMade(page)).toEqual(['S@b3']);
	});

	test('a cube to the end where it goes back in', async ({ visit }) => {
		const page = await visit(link('quixo'));
		await playOn(page);
		await drag(page, cell(page, 'c1'), cell(page, 'c5'));
		await expect.poll(() => movesMade(page)).toEqual(['c1-c5']);
	});

	test('a dropped piece stays where it was let go', async ({ visit }) => {
		const page = await visit(link('quixo'), { reducedMotion: 'no-preference' });
		await playOn(page);
		const width = (await cell(page, 'c5').boundingBox())?.width ?? 0;
		await cell(page, 'c5').evaluate(watchPiece, 'c5');
		await drag(page, cell(page, 'c1'), cell(page, 'c5'));
		await expect.poll(() => movesMade(page)).toEqual(['c1-c5']);
		await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
		const farthest = await page.evaluate(() => (window as Watched).farthest ?? 0);
		expect(farthest).toBeGreaterThan(0);
		expect(farthest).toBeLessThan(width);
	});

	test('a card to where it pivots, and the way back from there', async ({ visit }) => {
		const page = await visit(link('pivot', ['c@b3']));
		await playOn(page);
		await drag(page, cell(page, 'b3'), cell(page, 'b2'));
		await said(page, 'Choose a face and a cell for your card.');
		await page.getByRole('button', { name: 'Undo step' }).click();
		await said(page, 'Choose where the card pivots to.');
		await page.keyboard.press('Escape');
		await said(page, 'Choose an opposing card to pivot.');
		await makeMoves(page, 'pivot', ['b3-c3+s@b3']);
	});

	test('by a finger', async ({ visit }) => {
		const page = await visit(link('quixo'), { viewport: phone, hasTouch: true, isMobile: true });
		await playOn(page);
		await dragByFinger(page, cell(page, 'a3'), cell(page, 'e3'));
		await expect.poll(() => movesMade(page)).toEqual(['a3-e3']);
	});
});

test('a move can be typed, in a loose form', async ({ visit }) => {
	const page = await visit(link('pivot', ['c@b3']));
	await playOn(page);
	await page.getByRole('button', { name: 'Type a move' }).click();
	await page.getByRole('textbox', { name: /^Move, for example/ }).fill('b3 > b2 s@a1');
	await page.keyboard.press('Enter');
	await expect.poll(async () => (await movesMade(page)).at(-1)).toBe('b3-b2+s@a1');
});
