// What can be wrong with the layout of a page in a window of any size, with text of any size.

import type { Page } from 'playwright-core';
import { desktop, lying, narrow, phone, tablet } from './app';
import { casesOf } from './full';

/** A window, and the size of text that its reader has chosen, in percent of the usual one. */
export interface View {
	width: number;
	height: number;
	text: number;
}

const windows = [
	narrow,
	phone,
	{ width: 568, height: 320 },
	{ width: 740, height: 360 },
	lying,
	tablet,
	{ width: 900, height: 768 },
	{ width: 1024, height: 768 },
	{ width: 1280, height: 720 },
	desktop,
	{ width: 1920, height: 1080 },
];
/** A phone of 320 px has no room for words like "Tournaments" in letters of twice the usual size. */
const isUsable = ({ width, text }: View) => (100 * width) / text > narrow.width / 2;
const every = windows
	.flatMap((size) => [100, 125, 150, 200].map((text) => ({ ...size, text })))
	.filter(isUsable);

/** Windows of each shape, and each size of text where it is most difficult. */
const few = [
	{ ...narrow, text: 125 },
	{ ...phone, text: 200 },
	{ width: 740, height: 360, text: 100 },
	{ ...lying, text: 125 },
	{ width: 900, height: 768, text: 100 },
	{ width: 900, height: 768, text: 200 },
	{ ...tablet, text: 150 },
	{ width: 1280, height: 720, text: 150 },
	{ width: 1920, height: 1080, text: 200 },
];

/** All views in the full run, otherwise some of them. */
export const views: readonly View[] = casesOf(every, few);

/** Lets a page be as large as a window, with text of a size that somebody has set in their browser. */
export async function look(page: Page, { width, height, text }: View): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Page.setFontSizes', {
		fontSizes: { standard: Math.round(0.16 * text), fixed: Math.round(0.13 * text) },
	});
	await session.detach();
	// Media queries are only evaluated again when the window changes.
	await page.setViewportSize({ width, height: height - 1 });
	await page.setViewportSize({ width, height });
}

/** What is wrong with the layout of a page in some windows. */
export async function flawsIn(page: Page, some: readonly View[] = views): Promise<string[]> {
	const found: string[] = [];
	const usual = page.viewportSize() ?? desktop;
	for (const view of some) {
		await look(page, view);
		const flaws = await page.evaluate(flawsHere);
		const { width, height, text } = view;
		const where = `${new URL(page.url()).hash} at ${width}×${height} with text of ${text} %`;
		found.push(...flaws.map((flaw) => `${where}: ${flaw}`));
	}
	await look(page, { ...usual, text: 100 });
	return found;
}

/** Finds what is wrong in the window as it is; runs in the page. */
async function flawsHere(): Promise<string[]> {
	await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
	const flaws: string[] = [];
	const needed = document.documentElement.scrollWidth;
	if (needed > innerWidth) {
		const widest = [...document.querySelectorAll('body *')]
			.filter(
				(one) =>
					one.getBoundingClientRect().right > innerWidth + 1 &&
					![...one.children].some((each) => each.getBoundingClientRect().right > innerWidth + 1),
			)
			.slice(0, 3)
			.map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}`);
		flaws.push(`the page is ${needed} px wide (${widest.join(', ')})`);
	}
	const visible = (one: Element) => one.checkVisibility({ visibilityProperty: true });
	/** Whether an element shows more than the pixel that is left for screen readers. */
	const shows = ({ width, height }: DOMRect) => width > 2 && height > 2;
	const clipped = (one: Element | null, until: Element): boolean =>
		one !== null &&
		one !== until &&
		(getComputedStyle(one).clipPath !== 'none' || clipped(one.parentElement, until));
	const wordsOf = (control: Element) => {
		const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
		const boxes: DOMRect[] = [];
		for (let text = walker.nextNode(); text; text = walker.nextNode()) {
			const parent = text.parentElement as Element;
			if (!text.textContent?.trim() || !visible(parent) || clipped(parent, control)) continue;
			const range = document.createRange();
			range.selectNodeContents(text);
			boxes.push(...[...range.getClientRects()].filter(shows));
		}
		return boxes;
	};
	const hits = (control: Element) => {
		const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		return hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control));
	};
	const controls = 'a[href], button, input, select, textarea, summary';
	for (const control of document.querySelectorAll(controls)) {
		// The link that skips the navigation comes into sight with the focus.
		if (
			!visible(control) ||
			control.matches('.skip, :disabled, [aria-disabled=true]') ||
			clipped(control, document.body)
		)
			continue;
		const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40);
		const box = control.getBoundingClientRect();
		const what = `${control.tagName.toLowerCase()} "${name}"`;
		if (!shows(box)) {
			flaws.push(`${what} has no size`);
			continue;
		}
		if (control.matches('a, button, summary')) {
			const words = wordsOf(control);
			const pictures = [...control.querySelectorAll('svg, img, canvas')];
			const isEmpty =
				words.length === 0 && !pictures.some((one) => visible(one) && shows(one.getBoundingClientRect()));
			if (isEmpty) flaws.push(`${what} is empty`);
			const isBox = getComputedStyle(control).display !== 'inline';
			const out = words.find(({ left, right }) => left < box.left - 1 || right > box.right + 1);
			if (isBox && out) flaws.push(`${what} is too narrow for its words`);
		}
		for (const block of ['nearest', 'center'] as const) {
			control.scrollIntoView({ block, inline: block, behavior: 'instant' });
			if (hits(control)) break;
			if (block === 'center') {
				const { left, top, width, height } = control.getBoundingClientRect();
				const cover = document.elementFromPoint(left + width / 2, top + height / 2);
				const by = cover ? `${cover.tagName.toLowerCase()}.${cover.getAttribute('class') ?? ''}` : 'the edge';
				flaws.push(`${what} is covered by ${by}`);
			}
		}
	}
	scrollTo(0, 0);
	return flaws;
}
