// What a failed test leaves behind, in a folder of its own below bin/e2e: for each
// visitor a trace, pictures of the pages, and what they said.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestContext } from 'vitest';

type Task = TestContext['task'];

/** The seed of all that pages draw by chance; PLATEAU_SEED sets another. */
export const seed = Number(process.env.PLATEAU_SEED ?? 1);

const all = fileURLToPath(new URL('../../../bin/e2e', import.meta.url));

/** How often this process looks whether it comes late, in milliseconds. */
const look = 100;
let latest = 0;
let expected = Date.now() + look;
setInterval(() => {
	latest = Math.max(latest, Date.now() - expected);
	expected = Date.now() + look;
}, look).unref();

/** An empty folder for what a test leaves behind. */
export function folderOf({ name, suite, file }: Task): string {
	const words = [file.name, suite?.name ?? '', name].filter(Boolean).join(' ');
	const folder = join(all, words.replace(/[^\w.]+/g, '-'));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** What belongs to every failure. */
export function circumstances(): string {
	return `seed ${seed} (PLATEAU_SEED sets it); the test itself came up to ${latest} ms late on this machine`;
}

/** Begins to record what a visitor does. */
export async function record(context: BrowserContext): Promise<void> {
	await context.tracing.start({ snapshots: true });
}

/** Leaves behind what is known of the visitors of a failed test, and says where. */
export async function leave(
	task: Task,
	visitors: { context: BrowserContext; problems: string[] }[],
): Promise<void> {
	const folder = folderOf(task);
	const texts = await Promise.all(
		visitors.map(async ({ context, problems }, i) => {
			const pages = await Promise.all(
				context.pages().map((page, n) => describe(page, join(folder, `visitor${i + 1}-page${n + 1}.png`))),
			);
			await context.tracing.stop({ path: join(folder, `visitor${i + 1}.zip`) }).catch(console.error);
			return [`visitor ${i + 1}`, ...problems, ...pages].join('\n');
		}),
	);
	const text = [circumstances(), ...texts].join('\n\n');
	writeFileSync(join(folder, 'report.txt'), text);
	console.error(
		`${text}\n\nTraces and pictures are in ${folder} ('npx playwright-core show-trace FILE' in web/ shows a trace).`,
	);
}

/** What a page shows, with its games and the seeds of their computer players. */
async function describe(page: Page, picture: string): Promise<string> {
	const timeout = 5_000;
	await page.screenshot({ path: picture, timeout }).catch((error) => console.error(String(error)));
	const games = await page.evaluate(storedGames).catch(() => []);
	const shown = await page
		.locator('main')
		.ariaSnapshot({ timeout })
		.catch((error) => String(error));
	return `at ${page.url()}, games: ${JSON.stringify(games)}, page:\n${shown}`;
}

/** The games on a device; runs in the page. */
function storedGames(): Promise<unknown[]> {
	return new Promise((resolve) => {
		const opening = indexedDB.open('plateau-games');
		opening.onsuccess = () => {
			if (!opening.result.objectStoreNames.contains('revisions')) return resolve([]);
			const reading = opening.result.transaction('revisions').objectStore('revisions').getAll();
			reading.onsuccess = () => resolve(reading.result);
		};
	});
}

/** Lets chance be the same in every run (mulberry32); runs in the page. */
export function seedChance(from: number): void {
	let state = from;
	Math.random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
