// What goes wrong is shown, and the rest goes on.

import { expect, goTo, test } from './support/app';
import { host } from './support/host';

test('an engine that cannot be loaded leaves no page waiting', async ({ visit }) => {
	const page = await visit('#/about', { expected: /ERR_FAILED|does not answer/ });
	const context = page.context();
	await context.route('**/*.wasm', (route) => route.abort('failed'));
	const other = await context.newPage();
	await other.goto(new URL('#/new/quantik', page.url()).href);
	await other.getByRole('heading', { name: 'The game could not be loaded.' }).waitFor();
	await context.unroute('**/*.wasm');
	await other.getByRole('button', { name: 'Try again' }).click();
	await other.getByRole('button', { name: 'Start the game' }).waitFor();
	await goTo(other, '#/about');
	await other.getByText('Show the report').click();
	await expect
		.poll(() => other.getByRole('textbox', { name: 'Report a problem' }).inputValue())
		.toContain('EngineError');
});

// The second page also loads the code of the board.
test.for(['#/new/quantik', '#/play?game=quantik'])(
	'how much of the rules has arrived is shown at %s',
	async (address, { visit }) => {
		let release = () => {};
		const half = new Promise<void>((resolve) => {
			release = resolve;
		});
		const page = await visit(address, { at: await host('/', { half }) });
		await page.getByRole('progressbar').waitFor();
		await page.getByText(/\d\.\d of [56]\.\d MB/).waitFor();
		release();
		await page.getByRole('progressbar').waitFor({ state: 'detached' });
	},
);

test.for(['words-*.js', 'shared-*.js'])(
	'a visit on which %s cannot be loaded says so, and starts when it is tried again',
	async (files, { visit }) => {
		const page = await visit('#/about', { expected: /ERR_FAILED|dynamically imported module|^error: $/ });
		const context = page.context();
		await context.route(`**/assets/${files}`, (route) => route.abort('failed'));
		await page.reload();
		await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
		await context.unroute(`**/assets/${files}`);
		await page.getByRole('button', { name: 'Reload' }).click();
		await page.locator('main h1').waitFor();
		expect(await page.getByRole('alert').count()).toBe(0);
	},
);
