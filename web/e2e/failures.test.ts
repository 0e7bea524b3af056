// What goes wrong is told, and the rest goes on.

import { expect, goTo, test } from './support/app';

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
	expect(await other.getByRole('textbox', { name: 'Report a problem' }).inputValue()).toContain(
		'EngineError',
	);
});

test('how much of the rules has arrived is shown', async ({ visit }) => {
	const page = await visit('#/about', { serviceWorkers: 'block' });
	const slow = await page.context().newPage();
	const network = await page.context().newCDPSession(slow);
	await network.send('Network.enable');
	await network.send('Network.setCacheDisabled', { cacheDisabled: true });
	await network.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 0,
		downloadThroughput: 250_000,
		uploadThroughput: 250_000,
	});
	await slow.goto(new URL('#/new/quantik', page.url()).href);
	const progress = slow.getByRole('progressbar');
	await progress.waitFor();
	await slow.getByText(/\d\.\d of \d\.\d MB/).waitFor();
	await slow.getByRole('button', { name: 'Start the game' }).waitFor();
});
