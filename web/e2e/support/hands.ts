// Three ways of using the pages, as people do: by mouse, by touch, and by keyboard
// with Tab and the arrows.

import type { Locator, Page } from 'playwright-core';
import { expect } from './app';

/** How a visitor presses things on a page. */
export interface Hand {
	press: (it: Locator) => Promise<void>;
	/** Chooses one of several values. */
	choose: (radio: Locator) => Promise<void>;
}

export const mouse: Hand = {
	press: (it) => it.click(),
	choose: (radio) => radio.check(),
};

export const finger: Hand = {
	press: (it) => it.tap(),
	choose: (radio) => radio.tap(),
};

export const keyboard: Hand = {
	async press(it) {
		await it.waitFor();
		if ((await it.getAttribute('role')) === 'gridcell') await walkTo(it);
		else await tabTo(it, it);
		await it.page().keyboard.press('Enter');
	},
	async choose(radio) {
		const group = radio.locator('xpath=ancestor::fieldset[1]');
		await tabTo(group.locator('input:checked'), radio);
		for (let i = 0; i < 10 && !(await radio.isChecked()); i++)
			await radio.page().keyboard.press('ArrowRight');
		expect(await radio.isChecked()).toBe(true);
	},
};

/** More than any page has. */
const maxStops = 200;

/** Presses Tab or Shift+Tab until an element has the focus; `at` decides the direction. */
async function tabTo(stop: Locator, at: Locator): Promise<void> {
	const key = await at.evaluate((element) => {
		const from = document.activeElement ?? document.body;
		return from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
	});
	for (let i = 0; i < maxStops; i++) {
		if (await stop.evaluate((element) => element === document.activeElement)) return;
		await stop.page().keyboard.press(key);
	}
	throw new Error(`${stop} cannot be reached by ${key}`);
}

/** Goes to the board by Tab and to a cell by arrows. */
async function walkTo(cell: Locator): Promise<void> {
	const page = cell.page();
	const grid = page.getByRole('grid').filter({ has: cell });
	if (!(await grid.evaluate((element) => element.contains(document.activeElement)))) {
		await tabTo(grid.locator('[tabindex="0"]'), grid);
	}
	for (const key of await cell.evaluate(arrows)) await page.keyboard.press(key);
	expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** The keys from the focused cell to another, by their places on the screen. */
function arrows(cell: Element): string[] {
	const spot = (of: Element | null): [column: number, row: number] => {
		const row = of?.closest('tr');
		return [
			[...(row?.children ?? [])].indexOf(of as Element),
			[...(row?.parentElement?.children ?? [])].indexOf(row as Element),
		];
	};
	const [from, to] = [spot(document.activeElement), spot(cell)];
	const keys = (steps: number, forward: string, backward: string) =>
		Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? forward : backward));
	return [
		...keys(to[0] - from[0], 'ArrowRight', 'ArrowLeft'),
		...keys(to[1] - from[1], 'ArrowDown', 'ArrowUp'),
	];
}

/** Drags an element to a place with the mouse. */
export async function drag(
	page: Page,
	what: Locator,
	to: Locator,
	button: 'left' | 'right' = 'left',
): Promise<void> {
	const [from, end] = [await middleOf(what), await middleOf(to)];
	await page.mouse.move(from.x, from.y);
	await page.mouse.down({ button });
	await page.mouse.move((from.x + end.x) / 2, (from.y + end.y) / 2, { steps: 4 });
	await page.mouse.move(end.x, end.y, { steps: 4 });
	await page.mouse.up({ button });
}

/** Drags an element to a place with a finger. */
export async function dragByFinger(page: Page, what: Locator, to: Locator): Promise<void> {
	const [from, end] = [await middleOf(what), await middleOf(to)];
	const session = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints });
	await touch('touchStart', [from]);
	for (const share of [0.25, 0.5, 0.75, 1]) {
		await touch('touchMove', [
			{ x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share },
		]);
	}
	await touch('touchEnd', []);
	await session.detach();
}

async function middleOf(it: Locator): Promise<{ x: number; y: number }> {
	await it.scrollIntoViewIfNeeded();
	const box = await it.boundingBox();
	if (box === null) throw new Error(`${it} cannot be seen`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
