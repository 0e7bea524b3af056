// The board stays where it is, names can be read, and nothing that a move needs is hidden by large
// type.

import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { desktop, expect, lying, narrow, phone, said, tablet, test } from './support/app';
import { casesOf } from './support/full';
import { look, views } from './support/layout';
import {
	cell,
	fromMenu,
	type Game,
	games,
	link,
	makeMove,
	makeMoves,
	movesMade,
	playOn,
	playthrough,
	targets,
} from './support/moves';
import { ask, openTable, playInTurn, sit } from './support/tables';

const sizes = { phone, lying, tablet, desktop };
type Size = keyof typeof sizes;

/** Every size and every game once. */
const few: Record<Size, Game> = { phone: 'quixo4p', lying: 'pivot', tablet: 'quantik', desktop: 'quixo' };

const records: Record<Game, string> = {
	quantik: 'quantik-four-shapes',
	pivot: 'pivot-line-stands',
	quixo: 'quixo-own-line',
	quixo4p: 'quixo4p-mixed-dots',
};

/** A cell that the rules refuse at the start of the second turn. */
const refused: Record<Game, string> = { quantik: '', pivot: 'd1', quixo: 'c3', quixo4p: 'c3' };

/** Where the board is on the screen. */
async function placeOf(page: Page): Promise<string> {
	return page.getByRole('grid').evaluate((grid) => {
		const { left, top, width, height } = grid.getBoundingClientRect();
		return [left, top, width, height].map((n) => Math.round(n * 10) / 10).join(' ');
	});
}

describe.each(Object.entries(sizes))('at %s the board stays where it is', (size, viewport) => {
	test.for(casesOf(games, [few[size as Size]]))(
		'from the first move of %s to the result',
		async (game, { visit }) => {
			const moves = playthrough(records[game]);
			const page = await visit(link(game, moves.slice(0, 1)), { viewport });
			await playOn(page);
			const place = await placeOf(page);
			const stays = async (when: string) => expect(await placeOf(page), when).toBe(place);
			await page.getByRole('button', { name: 'Hint' }).click();
			await said(page, /^\s*Try this:/);
			await stays('with a hint');
			if (refused[game]) {
				await cell(page, refused[game]).click();
				await page.locator('.prompt.refused').waitFor();
				await stays('after a refusal');
			}
			await page.getByRole('button', { name: 'Type a move' }).click();
			await stays('with the field for moves');
			await page.getByRole('button', { name: 'Type a move' }).click();
			for (const [i, move] of moves.slice(1).entries()) {
				await makeMoves(page, game, [move]);
				await stays(`after move ${i + 2}`);
			}
			await page.getByRole('button', { name: 'Rematch' }).waitFor();
			await stays('with the result');
			await page.getByRole('button', { name: 'Go to the start' }).dispatchEvent('click');
			await page.getByRole('button', { name: 'Back to the game' }).waitFor();
			await stays('looking back');
		},
	);
});

test('on the narrowest screen the result covers nothing of the board, in long words', async ({ visit }) => {
	const moves = playthrough(records.quixo);
	const page = await visit(link('quixo', moves.slice(0, -1)), { viewport: narrow, locale: 'de' });
	await page.getByRole('button', { name: 'Gemeinsam an einem Gerät' }).click();
	await page.getByRole('button', { name: 'Zurücknehmen' }).waitFor();
	for (const move of moves.slice(-1)) await makeMove(page, 'quixo', move);
	const notice = page.locator('.notice.result');
	await notice.waitFor();
	const [frame, result] = [await page.locator('.square').boundingBox(), await notice.boundingBox()];
	if (!frame || !result) throw new Error('the board or the result cannot be seen');
	expect(result.y).toBeGreaterThanOrEqual(frame.y + frame.height);
	expect(result.x + result.width).toBeLessThanOrEqual(narrow.width);
});

test.for<Game>(casesOf(games, ['quantik', 'quixo4p']))(
	'the question at a game of %s from a link leaves the board free, in long words and large text',
	async (game, { visit }) => {
		const page = await visit(link(game, playthrough(records[game]).slice(0, 2)), { locale: 'de' });
		await page.getByRole('button', { name: 'Gegen den Computer' }).waitFor();
		const covered: string[] = [];
		for (const view of views) {
			await look(page, view);
			const by = await page.locator('.notice.plain').evaluate((notice) => {
				const [over, board] = [notice, document.querySelector('.square') as Element].map((one) =>
					one.getBoundingClientRect(),
				) as [DOMRect, DOMRect];
				const meets = over.left < board.right && over.right > board.left;
				return meets ? Math.min(over.bottom, board.bottom) - Math.max(over.top, board.top) : 0;
			});
			if (by > 1) covered.push(`${by} px at ${JSON.stringify(view)}`);
		}
		expect(covered).toEqual([]);
	},
);

test.for([phone, lying, desktop])(
	'a message leaves the buttons of a game free (%o)',
	async (viewport, { visit }) => {
		const page = await visit(link('quixo', ['a1-a5']), { viewport });
		await playOn(page);
		await fromMenu(page, 'Share a link');
		// The message goes after some seconds.
		await page.clock.install();
		await page.getByRole('button', { name: 'Copy' }).click();
		await page.locator('.toast').waitFor();
		const message = await page.locator('.toast').boundingBox();
		const button = await page.getByRole('button', { name: 'Take back' }).boundingBox();
		if (!message || !button) throw new Error('the message or the button cannot be seen');
		expect(message.y + message.height).toBeLessThanOrEqual(button.y);
	},
);

test.for<[Game, Size]>([
	['quantik', 'desktop'],
	['quixo', 'phone'],
])('the buttons of %s at %s stand still as soon as they can be seen', async ([game, size], { visit }) => {
	const page = await visit('#/about', { viewport: sizes[size] });
	await page.addInitScript(noteVisiblePlaces, 'Pass and play');
	await page.evaluate((hash) => {
		location.hash = hash;
	}, link(game));
	await page.reload();
	await page.getByText('No moves yet.').waitFor();
	await page.getByRole('button', { name: 'Pass and play' }).hover();
	expect(await page.evaluate(() => (window as unknown as { places: string[] }).places)).toHaveLength(1);
});

/** Notes in every frame where a button is, while it can be seen; runs in the page. */
function noteVisiblePlaces(name: string): void {
	const places: string[] = [];
	Object.assign(window, { places });
	const note = () => {
		const button = [...document.querySelectorAll('main button')].find(
			(one) => one.textContent?.trim() === name,
		);
		if (button?.checkVisibility({ visibilityProperty: true })) {
			const { left, top } = button.getBoundingClientRect();
			const place = `${Math.round(left)} ${Math.round(top)}`;
			if (place !== places.at(-1)) places.push(place);
		}
		requestAnimationFrame(note);
	};
	requestAnimationFrame(note);
}

test('on a phone the openings begin on the first screen', async ({ visit }) => {
	const page = await visit('#/openings/quixo', { viewport: phone });
	const first = page.getByRole('row').getByRole('button').first();
	await first.waitFor();
	const isUncovered = (button: Element) => {
		const { left, top, width, height } = button.getBoundingClientRect();
		return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
	};
	await expect.poll(() => first.evaluate(isUncovered)).toBe(true);
});

test('a menu in the middle of a phone is on the screen', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5']), { viewport: phone });
	await page.locator('main').getByRole('button', { name: /^More/ }).click();
	const menu = page.locator('main .items');
	await menu.waitFor();
	await expect.poll(async () => (await menu.boundingBox())?.x).toBeGreaterThanOrEqual(0);
	await page.getByRole('link', { name: 'Settings' }).click();
	await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

const pairs = [
	{ first: phone, second: desktop },
	{ first: tablet, second: lying },
];

test.for(casesOf(pairs, pairs.slice(0, 1)))(
	'online, too, whatever is asked and said',
	async ({ first, second }, { visit }) => {
		const ann = await visit('#/about', { viewport: first });
		const hash = await openTable(ann, 'Ann', { game: 'quixo' });
		const bob = await visit(hash, { viewport: second });
		await sit(bob, 'Bob');
		const pages = [ann, bob];
		for (const page of pages) await page.getByRole('grid').waitFor();
		await playInTurn(pages, 'quixo', ['a1-a5']);
		const places = await Promise.all(pages.map(placeOf));
		const stay = async (when: string) => expect(await Promise.all(pages.map(placeOf)), when).toEqual(places);
		const id = hash.replace('#/table/', '');
		await ask(ann, `tables/${id}/draw`, { do: 'offer' });
		await bob.getByRole('button', { name: 'Decline' }).waitFor();
		await stay('with an offer of a draw');
		await bob.getByRole('button', { name: 'Decline' }).click();
		await ask(bob, `tables/${id}/say`, { channel: 'table', text: 'Good luck' });
		await ann
			.locator('main')
			.getByText(/unread|Good luck/)
			.first()
			.waitFor({ state: 'attached' });
		await stay('with a message');
		await playInTurn(pages, 'quixo', ['e1-e5'], [], 1);
		await ask(ann, `tables/${id}/takeback`, { do: 'ask' });
		await bob.getByRole('button', { name: 'Decline' }).waitFor();
		await stay('with a request to take back');
		await ask(ann, `tables/${id}/resign`, {});
		for (const page of pages) await page.getByRole('button', { name: 'Rematch' }).waitFor();
		await stay('with the result');
		expect((await movesMade(ann)).length).toBe(2);
	},
);

/** Names of twenty characters: words, one word, and the widest letters. */
const longNames = [
	'Margarethe Wollstone',
	'Wolkenkratzerbewohne',
	'WWWWMMMMWWWWMMMMWWWW',
	'Jean-Baptiste Lemoin',
];

/** Fails if a text is not whole and inside the border of its player, or overlaps the clock. */
async function readable(page: Page): Promise<void> {
	const found = await page
		.getByRole('list', { name: 'Players' })
		.getByRole('listitem')
		.evaluateAll((items) =>
			items.map((item) => {
				const placeOf = (element: Element) => {
					const range = document.createRange();
					range.selectNodeContents(element);
					return range.getBoundingClientRect();
				};
				const name = item.querySelector('.name') as HTMLElement;
				const [text, box] = [placeOf(name), item.getBoundingClientRect()];
				// What is for screen readers only is clipped.
				const said = [...item.querySelectorAll('.note, .said')].every(
					(one) => getComputedStyle(one).clipPath === 'none',
				);
				const note = said ? placeOf(item.querySelector('.said') as Element) : text;
				const border = item.clientTop;
				const clock = item.querySelector('.clock')?.getBoundingClientRect();
				const meets =
					clock !== undefined &&
					text.left < clock.right - 1 &&
					clock.left < text.right - 1 &&
					text.top < clock.bottom - 1 &&
					clock.top < text.bottom - 1;
				return {
					cut: name.scrollWidth > name.clientWidth + 1 || getComputedStyle(name).textOverflow === 'ellipsis',
					inside:
						Math.min(text.left, note.left || text.left) >= box.left + border &&
						Math.max(text.right, note.right) <= box.right - border &&
						text.top >= box.top + border &&
						Math.max(text.bottom, note.bottom) <= box.bottom - border &&
						box.left >= 0 &&
						box.right <= innerWidth,
					meets,
				};
			}),
		);
	const size = JSON.stringify(page.viewportSize());
	expect(found.length).toBeGreaterThan(1);
	for (const [seat, each] of found.entries())
		expect({ seat, ...each }, size).toEqual({ seat, cut: false, inside: true, meets: false });
}

test.for<Game>(['quixo', 'quixo4p'])(
	'long names of %s can be read beside clocks',
	async (game, { visit }) => {
		const page = await visit(`#/new/${game}`, { viewport: narrow });
		await page.getByRole('radio', { name: 'Pass and play' }).check();
		for (const [i, field] of (await page.locator('main form input[type=text]').all()).entries())
			await field.fill(longNames[i] ?? '');
		await page.getByRole('group', { name: 'Clock' }).getByRole('radio', { name: '5 min + 5 s' }).check();
		await page.getByRole('button', { name: 'Start the game' }).click();
		await page.getByRole('grid').waitFor();
		for (const viewport of [narrow, phone, lying, tablet, desktop]) {
			await page.setViewportSize(viewport);
			await readable(page);
		}
	},
);

test('long names of guests fit into their cards, and unread messages are counted at the chat', async ({
	visit,
}) => {
	const ann = await visit('#/about', { viewport: phone });
	const hash = await openTable(ann, 'Margarethe Wollstone', { game: 'pivot' });
	const bob = await visit(hash, { viewport: phone });
	await sit(bob, 'Wolkenkratzerbewohne');
	for (const page of [ann, bob]) await page.getByRole('grid').waitFor();
	await ask(bob, `tables/${hash.replace('#/table/', '')}/say`, { channel: 'table', text: 'Good luck' });
	const chat = ann.locator('main').getByRole('button', { name: /^Chat/ });
	await chat.locator('.badge').waitFor();
	const placeOf = (one: Locator) =>
		one.evaluate((element) => {
			const { left, top, right, bottom } = element.getBoundingClientRect();
			return { left, top, right, bottom };
		});
	for (const viewport of [narrow, phone, { width: 740, height: 360 }, lying]) {
		await ann.setViewportSize(viewport);
		await readable(ann);
		const dot = await placeOf(ann.locator('.presence'));
		const name = await placeOf(ann.locator('.name:has(.presence) bdi'));
		expect(dot.bottom, 'the dot has no line of its own').toBeGreaterThan(name.top);
		const [button, badge] = [await placeOf(chat), await placeOf(chat.locator('.badge'))];
		expect([badge.left < button.right, badge.right > button.right - 8], 'at the corner').toEqual([
			true,
			true,
		]);
		expect([badge.top < button.top, badge.bottom > button.top], 'at the corner').toEqual([true, true]);
	}
});

test('no move of a round of four is cut off at a desk', async ({ visit }) => {
	const page = await visit(link('quixo4p', playthrough(records.quixo4p).slice(0, 4)));
	await page.getByRole('grid').waitFor();
	const list = page.getByRole('region', { name: 'Moves' }).locator('ol');
	await expect.poll(() => list.evaluate((moves) => moves.scrollWidth - moves.clientWidth)).toBe(0);
	const starts = await list
		.locator('li > button')
		.evaluateAll((moves) => moves.map((move) => move.getBoundingClientRect().left));
	// Two lines, one below the other.
	expect([starts[2], starts[3]]).toEqual([starts[0], starts[1]]);
});

test('names of twelve letters are not broken around the board of a phone', async ({ visit }) => {
	const page = await visit('#/new/quixo4p', { viewport: phone });
	await page.getByRole('radio', { name: 'Pass and play' }).check();
	for (const field of await page.locator('main form input[type=text]').all())
		await field.fill('Bartholomäus');
	await page.getByRole('button', { name: 'Start the game' }).click();
	await page.getByRole('grid').waitFor();
	const lines = await page
		.getByRole('list', { name: 'Players' })
		.locator('bdi')
		.evaluateAll((names) => names.map((name) => name.getClientRects().length));
	expect(lines).toEqual([1, 1, 1, 1]);
});

test('the figures of the trainer fit beside the board of a phone', async ({ visit }) => {
	const page = await visit('#/trainer/quantik', { viewport: lying });
	const figures = page.locator('main dl > div');
	await figures.first().waitFor();
	const cut = await figures.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth > box.clientWidth));
	expect(cut).toEqual([false, false, false]);
});

test('the bar keeps to one row after a game on the narrowest phone, and the result off the board', async ({
	visit,
}) => {
	const moves = 'a1-a5_a1-a5_a1-a5_a4-e4_a1-a5_a1-a5_e5-a5_a2-e2'.split('_');
	const page = await visit(link('quixo', moves), { viewport: narrow, locale: 'de' });
	await page.getByRole('button', { name: 'Gegen den Computer' }).click();
	// The board takes no move until it knows against whom.
	for (const name of [/^a2\b/, /^a5\b/])
		await targets(page).and(page.getByRole('gridcell', { name })).click();
	await page.getByRole('button', { name: 'Revanche' }).waitFor();
	const tops = await page
		.locator('main .toolbar button')
		.evaluateAll((all) =>
			all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
		);
	expect(tops.length).toBe(4);
	expect(new Set(tops).size).toBe(1);
});

/** Whether a finger at the middle of an element meets it, once it was `scrolled` to or right away. */
function isOpen(one: Locator, scrolled = false): Promise<boolean> {
	return one.evaluate((element, scrolls) => {
		if (scrolls) element.scrollIntoView({ block: 'center' });
		const { left, top, width, height } = element.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		return hit !== null && element.contains(hit);
	}, scrolled);
}

/** Fails if an element is not open. */
async function inTheOpen(those: Locator, scrolled = true): Promise<void> {
	await those.first().waitFor();
	for (const one of await those.all())
		await expect
			.poll(() => isOpen(one, scrolled), { message: (await one.getAttribute('aria-label')) ?? '' })
			.toBe(true);
}

test('the current move of a long game is in sight in the analysis, and in a variation', async ({ visit }) => {
	const moves =
		'e4-a4_c1-a1_c5-e5_e3-a3_a2-a5_e2-e1_c1-c5_a2-a5_b1-b5_a3-a5_d5-e5_d1-e1_c5-a5_c1-c5_e2-a2_a4-a5_e2-a2_b5-a5_a2-a1_e2-e1_a4-a5_e3-a3_c1-c5_a3-e3';
	const page = await visit(`#/analyse/quixo?moves=${moves}`);
	const current = page.locator('.moves [aria-current=step]');
	const inSight = async () => {
		for (const [width, height] of [
			[1280, 720],
			[1366, 768],
			[1920, 1080],
		] as const) {
			await page.setViewportSize({ width, height });
			await expect.poll(() => isOpen(current), { message: `${width}×${height}` }).toBe(true);
		}
	};
	await current.waitFor();
	await inSight();
	await page.getByRole('button', { name: 'Previous move' }).click();
	await makeMove(page, 'quixo', 'e1-a1');
	await inSight();
});

describe('on a phone that lies', () => {
	const moves = playthrough(records.quixo);
	const listed = (page: Page) =>
		page.getByRole('region', { name: /^(Moves|Züge)$/ }).locator('ol > li > button');

	test('the moves stay free beside a question and beside the result, in long words', async ({ visit }) => {
		const page = await visit(link('quixo', moves.slice(0, -1)), { viewport: lying, locale: 'de' });
		const start = page.getByRole('button', { name: 'Gemeinsam an einem Gerät' });
		await start.waitFor();
		await inTheOpen(listed(page).first());
		await start.click();
		await page.getByRole('button', { name: 'Zurücknehmen' }).waitFor();
		await makeMove(page, 'quixo', moves.at(-1) ?? '');
		await page.locator('.notice.result').waitFor();
		await expect.poll(() => isOpen(listed(page).last())).toBe(true);
		await inTheOpen(listed(page).first());
	});

	test('the newest move is in sight', async ({ visit }) => {
		const long =
			'e4-a4 c1-a1 c5-e5 e3-a3 a2-a5 e2-e1 c1-c5 a2-a5 b1-b5 a3-a5 d5-e5 d1-e1 c5-a5 c1-c5 e2-a2 a4-a5 e2-a2 b5-a5 a2-a1 e2-e1 a4-a5 e3-a3 c1-c5 a3-e3'.split(
				' ',
			);
		const page = await visit(link('quixo', long), { viewport: lying });
		await expect.poll(() => listed(page).count()).toBe(long.length);
		await expect.poll(() => isOpen(listed(page).last())).toBe(true);
	});
});

test('the button that starts a game is in sight on a phone, however long the form', async ({ visit }) => {
	const page = await visit('#/new/quantik', { viewport: phone });
	await inTheOpen(page.getByRole('button', { name: 'Start the game' }), false);
});

describe.each([
	['text of 150 %', phone, '150%', 'pivot'],
	['zoom of 200 %', { width: 720, height: 450 }, '100%', 'quantik'],
] as const)('with %s', (_, viewport, fontSize, one) => {
	test.for<Game>(casesOf(['quantik', 'pivot', 'quixo4p'], [one]))(
		'the trays of %s are in sight',
		async (game, { visit }) => {
			const page = await visit(link(game, playthrough(records[game]).slice(0, 2)), { viewport });
			await page.evaluate((size) => {
				document.documentElement.style.fontSize = size;
			}, fontSize);
			await playOn(page);
			await inTheOpen(page.locator('.near button, .far button'));
			await inTheOpen(page.locator('.controls button, .toolbar > button'));
		},
	);
});

test.for<Game>(casesOf(games, ['quixo4p']))(
	'the buttons of the guided game of %s are in sight on a phone that lies, in a long language',
	async (game, { visit }) => {
		const page = await visit(`#/guided/${game}`, { viewport: lying, locale: 'de' });
		const button = page.getByRole('button', { name: 'Weiter' });
		await button.waitFor();
		await expect
			.poll(async () => {
				const place = await button.boundingBox();
				return place && place.y + place.height;
			})
			.toBeLessThanOrEqual(lying.height);
	},
);
