// Firefox, driven by Puppeteer over WebDriver BiDi.

import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { findFirefox } from '../../build/browser.mjs';
import { timeout } from '../support/timeout';
import type { Engine, Key, Point, Size, Tab } from './tab';

export async function launchFirefox(): Promise<Engine> {
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: findFirefox(),
		protocolTimeout: timeout,
		timeout,
		extraPrefsFirefox: {
			// Less motion, as in the tests in Chromium.
			'ui.prefersReducedMotion': 1,
			'intl.accept_languages': 'en',
			// Otherwise only screens that can be touched have touch events.
			'dom.w3c_touch_events.enabled': 1,
		},
	});
	return {
		async newTab(size: Size) {
			const context = await browser.createBrowserContext();
			// A page in a tab behind another one would not be drawn.
			const page = await context.newPage({ type: 'window' });
			page.setDefaultTimeout(timeout);
			await page.setViewport(size);
			return new FirefoxTab(page, () => context.close());
		},
		close: () => browser.close(),
	};
}

class FirefoxTab implements Tab {
	readonly #page: Page;
	readonly close: () => Promise<void>;

	constructor(page: Page, close: () => Promise<void>) {
		this.#page = page;
		this.close = close;
	}

	async goTo(url: string): Promise<void> {
		await this.#page.goto(url);
	}

	async reload(): Promise<void> {
		await this.#page.reload();
	}

	async evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
		return (await this.#page.evaluate(run as (...given: unknown[]) => unknown, ...args)) as Awaited<R>;
	}

	async press(by: 'mouse' | 'touch', points: Point[]): Promise<void> {
		const [first, ...rest] = points as [Point, ...Point[]];
		if (by === 'touch') {
			await this.#page.touchscreen.touchStart(first.x, first.y);
			for (const { x, y } of rest) await this.#page.touchscreen.touchMove(x, y);
			await this.#page.touchscreen.touchEnd();
			return;
		}
		await this.#page.mouse.move(first.x, first.y);
		await this.#page.mouse.down();
		for (const { x, y } of rest) await this.#page.mouse.move(x, y);
		await this.#page.mouse.up();
	}

	async key(name: Key): Promise<void> {
		const { keyboard } = this.#page;
		const [key = '', modifier] = name.split('+').reverse() as KeyInput[];
		if (modifier) await keyboard.down(modifier);
		await keyboard.press(key as KeyInput);
		if (modifier) await keyboard.up(modifier);
	}

	picture(): Promise<Uint8Array> {
		return this.#page.screenshot();
	}

	async type(text: string): Promise<void> {
		await this.#page.keyboard.type(text);
	}
}
