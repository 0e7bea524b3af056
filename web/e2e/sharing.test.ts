// What other sites see of a server: previews of links, and boards in their frames.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { expect, test } from './support/app';
import { fromMenu, link, movesMade } from './support/moves';

/** A site of another origin with one frame. */
async function siteWithFrame(source: string): Promise<{ address: string; close: () => void }> {
	const server = createServer((_, response) => {
		response.setHeader('Content-Type', 'text/html');
		response.end(`<!doctype html><title>Another site</title><main><h1>Ours</h1></main>
			<iframe src="${source}" title="board" width="420" height="540"></iframe>`);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Everything that a test of frames does on purpose. */
const expected =
	/other host|status 404.*favicon|frame-ancestors|Refused to frame|Framing|ERR_BLOCKED_BY_(CSP|RESPONSE)|sandbox|Content Security Policy/;
const game = 'g/quixo?moves=c1-c5_a1-e1&names=Ann_Bob';

test('a board in the frame of another site can be played through and turned', async ({ visit }) => {
	const other = await siteWithFrame(`${inject('url')}embed/${game}`);
	try {
		const page = await visit('', { at: other.address, expected });
		const board = page.frameLocator('iframe');
		await board.getByText('Quixo: Ann – Bob').waitFor();
		await board.getByText('2. a1-e1').waitFor();
		const crosses = () =>
			board.locator('use[href="#pX"]').evaluateAll((all) => all.map((use) => use.getAttribute('transform')));
		await expect.poll(() => crosses()).toHaveLength(1);
		await board.getByRole('button', { name: 'Previous move' }).click();
		await board.getByText('1. c1-c5').waitFor();
		await board.getByRole('button', { name: 'Go to the start' }).click();
		expect(await crosses()).toEqual([]);
		await board.getByRole('button', { name: 'Next move' }).click();
		const upright = await crosses();
		await board.getByRole('button', { name: 'Flip the board' }).click();
		expect(await crosses()).not.toEqual(upright);
		// It has no session, and could not use one.
		const frame = page.frames().at(-1);
		expect(await frame?.evaluate(() => self.origin)).toBe('null');
		expect(await frame?.evaluate(() => fetch('/api/v1/me').catch(() => 'refused'))).toBe('refused');
	} finally {
		other.close();
	}
});

test('nothing else may be framed', async ({ visit }) => {
	for (const path of ['', game, 'api/v1/server', `embedded/${game}`]) {
		const other = await siteWithFrame(inject('url') + path);
		try {
			const page = await visit('', { at: other.address, expected: /./ });
			await page.waitForLoadState('load');
			const shown = page.frames().find((frame) => frame.parentFrame() !== null);
			expect(shown?.url().startsWith(inject('url')), path).toBe(false);
		} finally {
			other.close();
		}
	}
});

test('the share dialog has an address with a preview, the code of a frame and a film', async ({ visit }) => {
	const page = await visit(link('quixo', ['a1-a5', 'e1-e5']));
	await fromMenu(page, 'Share a link');
	const address = page.getByRole('textbox', { name: 'Link' });
	await expect.poll(() => address.inputValue()).toContain('/g/quixo?moves=a1-a5_e1-e5');
	const preview = await (await fetch(await address.inputValue())).text();
	expect(preview).toContain('<meta property="og:title" content="Quixo">');
	const picture = /og:image" content="([^"]+)"/.exec(preview)?.[1]?.replaceAll('&amp;', '&') ?? '';
	expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
	await page.getByText('Show it on a web page').click();
	const code = await page.getByRole('textbox', { name: 'Code' }).inputValue();
	expect(code).toContain('/embed/g/quixo?moves=a1-a5_e1-e5');
	const saving = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Save as animation (GIF)' }).click();
	expect((await saving).suggestedFilename()).toBe('quixo.gif');
	// The address leads to the game.
	const elsewhere = await visit(
		new URL(await address.inputValue()).pathname.slice(1) + new URL(await address.inputValue()).search,
	);
	await expect.poll(() => movesMade(elsewhere)).toEqual(['a1-a5', 'e1-e5']);
});
