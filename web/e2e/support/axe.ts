import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from './app';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if axe finds a violation of WCAG 2.2 A and AA or of its best practices. */
export async function axe(page: Page, options: Axe.RunOptions = {}): Promise<void> {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
	await page.evaluate(animationsEnd);
	// Reporting what passes would take longer than finding it out.
	const violations = await page.evaluate(async (chosen) => {
		const { axe } = window as unknown as { axe: typeof Axe };
		const found = await axe.run(document, { resultTypes: ['violations'], preload: false, ...chosen });
		return found.violations;
	}, options);
	const found = violations.map(
		({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join('\n')}`,
	);
	expect(found, `${page.url()} ${JSON.stringify(page.viewportSize())}`).toEqual([]);
}

/** Waits for animations that end: what is fading in does not have its colours yet. */
async function animationsEnd(): Promise<void> {
	const ends = (animation: Animation) =>
		animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
	await Promise.allSettled(
		document
			.getAnimations()
			.filter(ends)
			.map((animation) => animation.finished),
	);
}

/** Checks the colours of the dark theme; nothing else depends on the theme. */
export async function axeInDark(page: Page): Promise<void> {
	await page.emulateMedia({ colorScheme: 'dark' });
	await axe(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
	await page.emulateMedia({ colorScheme: 'light' });
}
