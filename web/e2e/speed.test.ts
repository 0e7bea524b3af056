// What people wait for. How much the first page loads is checked when it is built
// (build/budget.ts). Times are only printed, because they depend on what else the
// machine does.

import { expect, test } from './support/app';
import { games, link, playOn, targets } from './support/moves';

/** Smaller files are not worth it, in bytes. */
const worthIt = 2_000;

test('what the first page loads is compressed', async ({ visit }) => {
	const page = await visit('#/about');
	const fresh = await page.context().newPage();
	const files: string[] = [];
	const plain: string[] = [];
	fresh.on('response', (response) => {
		const name = new URL(response.url()).pathname;
		if (!/\.(js|css)$|\/$/.test(name)) return;
		files.push(name);
		const { 'content-encoding': encoding, 'content-length': length } = response.headers();
		if (!encoding && Number(length) > worthIt) plain.push(name);
	});
	await fresh.goto(new URL('#/', page.url()).href, { waitUntil: 'load' });
	await fresh.getByRole('heading', { level: 1 }).waitFor();
	expect(files.length).toBeGreaterThan(3);
	expect(plain).toEqual([]);
});

/** Notes when something is pressed, when the targets change and when that is painted. */
function watchTargets() {
	const times: { pressed?: number; changed?: number; painted?: number } = {};
	Object.assign(window, { times });
	const grid = document.querySelector('[role=grid]');
	addEventListener(
		'click',
		() => {
			times.pressed ??= performance.now();
		},
		{ capture: true },
	);
	const observer = new MutationObserver(() => {
		if (times.pressed === undefined) return;
		observer.disconnect();
		times.changed = performance.now();
		requestAnimationFrame(() => {
			times.painted = performance.now();
		});
	});
	if (grid) observer.observe(grid, { subtree: true, attributeFilter: ['class'] });
}

const begun = { quantik: ['S@b3'], pivot: ['c@b3'], quixo: ['c1-c5'], quixo4p: ['c1-c5.1'] };

test.for(games)('how soon the targets of a move in %s appear', async (game, { visit }) => {
	const page = await visit(link(game, begun[game]));
	await playOn(page);
	await expect.poll(() => targets(page).count()).toBeGreaterThan(0);
	await page.evaluate(watchTargets);
	if (game === 'quantik') await page.getByRole('button', { name: /^dark sphere/ }).click();
	else await targets(page).first().click();
	const times = () =>
		page.evaluate(
			() => (window as unknown as { times: { pressed: number; changed: number; painted?: number } }).times,
		);
	await expect.poll(async () => (await times()).painted).toBeDefined();
	const { pressed, changed, painted = 0 } = await times();
	console.log(
		`${game}: targets ${(changed - pressed).toFixed(1)} ms after the press, painted after ${(painted - pressed).toFixed(1)} ms`,
	);
});
