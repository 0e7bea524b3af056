// Takes the pictures of "A class in five minutes" in docs/classes.md:
//
//	node build/classPictures.mjs

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserOptions } from './browser.mjs';
import { binary, serve } from './server.mjs';

const images = join(import.meta.dirname, '../../docs/images');
const children = 'Ada Ben Chloé Deniz Emma Finn Grace Hugo Ida Jonas'.split(' ');

const data = mkdtempSync(join(tmpdir(), 'plateau-'));
const { url, stop } = await serve({
	data,
	settings: ['--admission', 'members', '--chat', 'off', '--url', 'http://games.example.org'],
});
const browser = await chromium.launch(browserOptions());

/**
 * A browser of its own at a path.
 * @param {string} path
 * @param {{ width: number, height: number }} viewport
 */
async function visit(path, viewport) {
	const page = await browser.newPage({ viewport, locale: 'en-GB', colorScheme: 'light' });
	await page.goto(url + path);
	return page;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {import('playwright-core').Page | import('playwright-core').Locator} part
 */
async function picture(page, name, part = page) {
	// "Signed in as …" would cover something.
	for (const close of await page.locator('.toasts button').all()) await close.click();
	await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
	await part.screenshot({ path: join(images, `${name}.png`) });
}

try {
	const printed = execFileSync(binary, ['admin', 'group', 'create', 'Class 5b', '--data', data], {
		encoding: 'utf8',
	});
	const [, link = ''] = /(#\S+)/.exec(printed) ?? [];
	const teacher = await visit(link, { width: 900, height: 640 });
	await teacher.getByLabel('Your name').fill('Ms Frizzle');
	await teacher.getByLabel('Password').fill('magic school bus');
	await teacher.getByRole('button', { name: 'Create the account' }).click();
	const names = teacher.getByLabel('Names, one per line');
	await names.fill(children.join('\n'));
	await names.evaluate((it) => it.scrollTo(0, 0));
	await picture(teacher, 'class-names', teacher.getByRole('region', { name: 'Add members' }));

	await teacher.getByRole('button', { name: 'Create accounts and cards' }).click();
	const emma = teacher.getByRole('main').getByRole('listitem').filter({ hasText: 'Emma' });
	const card = (await emma.getByRole('img').getAttribute('aria-label')) ?? '';
	await teacher.evaluate(() => scrollTo(0, 0));
	await picture(teacher, 'class-cards');

	const child = await visit(card.slice(card.indexOf('#')), { width: 390, height: 640 });
	await child.getByRole('button', { name: 'Open a table', exact: true }).waitFor();
	await picture(child, 'class-child');
} finally {
	await browser.close();
	await stop();
	rmSync(data, { recursive: true, force: true });
}
