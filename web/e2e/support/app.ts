// The fixtures of all tests: a browser per worker, and as many new visitors per
// test as it asks for. A test also fails if something goes wrong on their pages
// that it does not look at, such as an error in the console or a request to
// another host.

import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
} from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { browserOptions } from '../../build/browser.mjs';
import { leave, record, seed, seedChance } from './evidence';
import { timeout } from './timeout';

export const phone = { width: 390, height: 844 };
export const lying = { width: 844, height: 390 };
export const tablet = { width: 820, height: 1180 };
export const desktop = { width: 1440, height: 900 };
/** The narrowest screen that is supported. */
export const narrow = { width: 320, height: 640 };

export interface Visit extends BrowserContextOptions {
	/** Where the pages are served; by default the server of all tests. */
	at?: string;
	/** The problems that the test itself causes. */
	expected?: RegExp;
	/** The visitor has asked the browser to save data. */
	saveData?: boolean;
}

/** Opens a page of the app for a new visitor; `hash` is for example "#/learn". */
export type Visitor = (hash: string, visit?: Visit) => Promise<Page>;

export const test = base
	.extend('launch', { scope: 'worker' }, browserOptions())
	.extend('browser', { scope: 'worker' }, async ({ launch }, { onCleanup }): Promise<Browser> => {
		const browser = await chromium.launch(launch);
		onCleanup(() => browser.close());
		return browser;
	})
	.extend('visit', async ({ browser, task }, { onCleanup }): Promise<Visitor> => {
		const visitors: { context: BrowserContext; problems: string[] }[] = [];
		onCleanup(async () => {
			const problems = visitors.flatMap((visitor) => visitor.problems);
			if (task.result?.state === 'fail' || problems.length > 0) await leave(task, visitors);
			await Promise.all(visitors.map(({ context }) => context.close()));
			expect(problems).toEqual([]);
		});
		return async (hash, { at = inject('url'), expected = /^$/, saveData = false, ...options } = {}) => {
			const context = await browser.newContext({
				viewport: desktop,
				locale: 'en',
				reducedMotion: 'reduce',
				// Storing ten megabytes per visitor would take most of the time.
				serviceWorkers: 'block',
				...options,
			});
			context.setDefaultTimeout(timeout);
			await record(context);
			await context.addInitScript(seedChance, seed);
			if (saveData) await context.addInitScript(saveDataHere);
			visitors.push({ context, problems: watch(context, at, expected) });
			const page = await context.newPage();
			await page.goto(at + hash);
			await page.locator('main h1').first().waitFor({ state: 'attached' });
			return page;
		};
	});

function saveDataHere(): void {
	Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** What Playwright itself writes to the console. */
const blocked = 'Service Worker registration blocked by Playwright';

/** Collects what goes wrong on the pages of a visitor. */
function watch(context: BrowserContext, at: string, expected: RegExp): string[] {
	const problems: string[] = [];
	const note = (problem: string) => {
		if (!expected.test(problem) && !problem.includes(blocked)) problems.push(problem);
	};
	context.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`);
	});
	context.on('weberror', (error) => note(`error: ${error.error().stack}`));
	context.on('request', (request) => {
		const { protocol, origin } = new URL(request.url());
		if (protocol.startsWith('http') && origin !== new URL(at).origin) note(`other host: ${request.url()}`);
	});
	context.on('response', (response) => {
		if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
	});
	context.on('requestfailed', (request) => {
		const why = request.failure()?.errorText ?? '';
		// A page that is left cancels its requests.
		if (why !== 'net::ERR_ABORTED') note(`failed: ${request.url()} ${why}`);
	});
	return problems;
}

/** Goes to another page of the app without reloading it. */
export async function goTo(page: Page, hash: string): Promise<void> {
	await page.evaluate((to) => {
		location.hash = to;
	}, hash);
}

/** Lets a page believe that somebody looks at it again. Then it asks for news, unless it just did. */
export async function lookAgain(page: Page): Promise<void> {
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until a text is on the page. A pattern sees the white space around texts, so it cannot use ^. */
export async function said(page: Page, words: string | RegExp): Promise<void> {
	await page.locator('main').getByText(words).first().waitFor();
}

/** The text of an element, without the white space around it. */
export async function textOf(it: Locator): Promise<string> {
	return (await it.textContent())?.trim() ?? '';
}

export { expect };
