// A web host without the program, with a packed tablebase as a file: the pages read the
// parts of it that they need.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { binary } from '../build/server.mjs';
import { expect, said, test } from './support/app';
import { host } from './support/host';
import { movesMade } from './support/moves';

/** The smallest board of Quixo, packed by `make bin/quixo3.plateau-table`. */
const packed = readFileSync(process.env.QUIXO3_TABLEBASE ?? '../bin/quixo3.plateau-table');
const file = 'big/quixo3.plateau-table';

function files(): Record<string, Buffer> {
	return { [file]: packed, 'tablebases.json': Buffer.from(JSON.stringify({ quixo3: file })) };
}

interface Value {
	outcome: 'win' | 'draw' | 'loss' | 'unknown';
	distance: number;
}

/** What the program says of a position. */
function valued(position: string): Value & { moves: (Value & { move: string })[] } {
	return JSON.parse(
		execFileSync(binary, ['value', 'quixo3', position, '--moves', '--json'], { encoding: 'utf8' }),
	);
}

/** The tablebase has no distances; only the rules know when the game is over. */
function inWords({ outcome, distance }: Value): string {
	const verb = { win: 'wins', loss: 'loses', draw: 'draws', unknown: '' }[outcome];
	return distance === 1 && outcome !== 'draw' ? `${verb} in 1 turn` : verb;
}

/** The list of moves with their values. */
function listed(page: Page): Promise<string[]> {
	return page
		.locator('details .moves button')
		.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
}

const address = (start: string) => `#/analyse/quixo3?${new URLSearchParams({ start })}`;
const parts = (ranges: string[]) => ranges.filter((range) => range.startsWith(file));

test('the values of all moves come from parts of the file', async ({ visit }) => {
	const ranges: string[] = [];
	const at = await host('/games/', { extra: files(), ranges });
	const start = 'X2/1O1/2X O';
	const page = await visit(address(start), { at });
	await said(page, 'Proved');
	const expected = valued(start).moves.map((each) => `${each.move}: ${inWords(each)}`);
	await expect.poll(async () => (await listed(page)).sort()).toEqual(expected.sort());
	const asked = parts(ranges);
	expect(asked.length).toBeGreaterThan(1);
	expect(asked.every((range) => /^\S+ bytes=\d+-\d+$/.test(range))).toBe(true);
	// The next time, all of it is on the device.
	await page.reload();
	await said(page, 'Proved');
	await expect.poll(async () => (await listed(page)).sort()).toEqual(expected);
	expect(parts(ranges)).toEqual(asked);
});

test('perfect play is offered, and begins with a winning move', async ({ visit }) => {
	const ranges: string[] = [];
	const at = await host('/', { extra: files(), ranges });
	const page = await visit('#/new/quixo3', { at });
	await page
		.getByRole('group', { name: 'How strong should the computer be?' })
		.getByRole('radio', { name: 'Perfect', exact: true })
		.check();
	await page
		.getByRole('group', { name: 'Which side do you want to play?' })
		.getByRole('radio')
		.nth(1)
		.check();
	await page.getByRole('button', { name: 'Start the game' }).click();
	await expect.poll(async () => (await movesMade(page)).length).toBe(1);
	const [move = ''] = await movesMade(page);
	const best = valued('start').moves.find((each) => each.move === move);
	expect(best?.outcome).toBe('win');
	expect(parts(ranges).length).toBeGreaterThan(1);
});

test('a host that only sends whole files is asked once, and the engine searches', async ({ visit }) => {
	const ranges: string[] = [];
	const at = await host('/', { extra: files(), ranges, whole: true });
	const page = await visit(address('X2/1O1/2X O'), { at, expected: /the whole file/ });
	await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(0);
	expect(parts(ranges)).toHaveLength(1);
});
