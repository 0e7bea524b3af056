import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from './app';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails where axe finds anything to object to: all its rules for WCAG 2.2 A and AA, and its good practices. */
export async function axe(page: Page, options: Axe.RunOptions = {}): Promise<void> {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
	await page.evaluate(stillness);
	// All that is right would take longer to write down and to hand over than to find out.
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

/** Waits for motion that ends: what is fading in has no colours yet. */
async function stillness(): Promise<void> {
	const ends = (motion: Animation) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
	await Promise.allSettled(
		document
			.getAnimations()
			.filter(ends)
			.map((motion) => motion.finished),
	);
}

/** The same for the colours of the other theme, which nothing else depends on. */
export async function axeInDark(page: Page): Promise<void> {
	await page.emulateMedia({ colorScheme: 'dark' });
	await axe(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
	await page.emulateMedia({ colorScheme: 'light' });
}
