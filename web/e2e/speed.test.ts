// What people wait for. The size of the first page is checked. Times are only
// printed, because they depend on what else the machine does.

import { expect, test } from './support/app';
import { games, link, playOn, targets } from './support/moves';

/** Bytes over the network. */
const firstPageLimit = 100_000;

test('the first page is small', async ({ visit }) => {
	const page = await visit('#/about');
	const fresh = await page.context().newPage();
	const sizes: Record<string, number> = {};
	fresh.on('response', (response) => {
		const name = new URL(response.url()).pathname;
		// The engine comes when the page is done.
		if (!/\.(wasm|bin)$|worker|wasm_exec/.test(name))
			sizes[name] = Number(response.headers()['content-length'] ?? Number.NaN);
	});
	await fresh.goto(new URL('#/', page.url()).href, { waitUntil: 'load' });
	await fresh.getByRole('heading', { level: 1 }).waitFor();
	const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
	console.log(`first page: ${all} bytes in ${Object.keys(sizes).length} files`);
	expect(all).toBeLessThan(firstPageLimit);
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
