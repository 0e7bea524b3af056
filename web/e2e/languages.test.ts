// All languages: chosen by the browser or by hand, whole, and without breaking
// the pages.

import type { Page } from 'playwright-core';
import { expect, goTo, narrow, test } from './support/app';
import { casesOf } from './support/full';
import { formsOf, type Language, languages, messagesOf, pattern } from './support/words';

/** Every page without texts of the rulebook, which are tested elsewhere. */
const pages = [
	'#/',
	'#/new/quixo4p',
	'#/play?game=quantik&moves=S@b3',
	'#/analyse/pivot',
	'#/edit/quixo',
	'#/learn',
	'#/lesson/pivot/1',
	'#/puzzles',
	'#/puzzles/quixo',
	'#/online',
	'#/account',
	'#/history',
	'#/ratings/quantik',
	'#/settings',
	'#/about',
	'#/nowhere',
];

/** Everything on the page that is read or heard. */
function textsOf(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const texts: string[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
		for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
			for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
		}
		return texts.map((text) => text.trim()).filter((text) => text !== '');
	});
}

/** Finds English messages among texts in another language; texts that could be either are accepted. */
function strangerTo(language: Language): (text: string) => boolean {
	const own = formsOf(language).map(pattern);
	const foreign = formsOf('en')
		.filter((form) => form.replace(/\{[\w.]+\}/g, '').length >= 6)
		.map(pattern);
	return (text) => foreign.some((one) => one.test(text)) && !own.some((one) => one.test(text));
}

test.for(casesOf<Language>(languages, ['en', 'de', 'fr']))(
	'%s, as the browser asks for it, on every page',
	async (language, { visit }) => {
		const isStranger = strangerTo(language);
		const page = await visit('#/', { locale: language, viewport: narrow });
		for (const hash of pages) {
			await goTo(page, hash);
			await page.locator('main h1').waitFor({ state: 'attached' });
			await expect
				.poll(() => page.getByText(String(messagesOf(language).get('common.loading'))).count())
				.toBe(0);
			await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
			const texts = await textsOf(page);
			expect(texts.filter(isStranger), hash).toEqual([]);
			const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
			expect(needed, `width of ${hash} in ${language}`).toBeLessThanOrEqual(there ?? 0);
		}
	},
);

test('a language chosen by hand changes the page at once and is kept', async ({ visit }) => {
	const page = await visit('#/learn');
	await page.getByRole('button', { name: 'Language' }).click();
	await page.getByRole('button', { name: 'Nederlands' }).click();
	const title = String(messagesOf('nl').get('settings.language'));
	await page.getByRole('button', { name: title }).waitFor();
	await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('nl');
	await page.reload();
	await page.getByRole('button', { name: title }).waitFor();
	await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('nl');
});

test('the theme follows the system, and the user’s choice before it', async ({ visit }) => {
	const page = await visit('#/', { colorScheme: 'dark' });
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const dark = await ground();
	await page.getByRole('button', { name: 'Theme' }).click();
	await page.getByRole('button', { name: 'Light' }).click();
	await expect.poll(ground).not.toBe(dark);
	await page.reload();
	await page.locator('main h1').waitFor();
	expect(await ground()).not.toBe(dark);
});

test('sound is off by one press and stays off', async ({ visit }) => {
	const page = await visit('#/');
	const sound = page.getByRole('button', { name: 'Sound' });
	await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('true');
	await sound.click();
	await page.reload();
	await sound.waitFor();
	await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('false');
});
