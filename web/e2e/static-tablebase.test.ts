// A web host without the program, with a packed tablebase as a file: the pages read the
// parts of it that they need.

import type { Page } from 'playwright-core';
import { expect, said, test } from './support/app';
import { casesOf } from './support/full';
import { host } from './support/host';
import { movesMade } from './support/moves';
import {
	analysisOf,
	areParts,
	fileName,
	forAll,
	listedMoves,
	listFile,
	packedFile,
	valued,
	valuesInWords,
} from './support/smallTablebase';

const start = 'X2/1O1/2X O';

const files = () => ({ ...packedFile(), ...listFile() });
const listed = (page: Page) => page.evaluate(listedMoves);
const parts = (ranges: string[]) => ranges.filter((range) => range.startsWith(fileName));

test('the values of all moves come from parts of the file', async ({ visit }) => {
	const ranges: string[] = [];
	const at = await host('/games/', { extra: files(), ranges });
	const page = await visit(analysisOf(start), { at });
	await said(page, 'Proved');
	await expect.poll(() => listed(page)).toEqual(valuesInWords(start));
	const asked = parts(ranges);
	expect(areParts(asked)).toBe(true);
	// The next time, all of it is on the device.
	await page.reload();
	await said(page, 'Proved');
	await expect.poll(() => listed(page)).toEqual(valuesInWords(start));
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
	const page = await visit(analysisOf(start), { at, expected: /the whole file/ });
	await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(0);
	expect(parts(ranges)).toHaveLength(1);
});

/** A policy that lets the pages read what they need of their own host, and of others. */
function policyFor(...others: string[]): string {
	return [
		"default-src 'self'",
		"script-src 'self' 'wasm-unsafe-eval'",
		"img-src 'self' data: blob:",
		`connect-src ${["'self'", ...others].join(' ')}`,
	].join('; ');
}

test('the file may be on another host', async ({ visit }) => {
	const ranges: string[] = [];
	const other = await host('/', { extra: packedFile(), ranges, headers: forAll });
	const at = await host('/', { extra: listFile(other + fileName), policy: policyFor(new URL(other).origin) });
	const page = await visit(analysisOf(start), { at, expected: /^other host/ });
	await said(page, 'Proved');
	await expect.poll(() => listed(page)).toEqual(valuesInWords(start));
	// Browsers do not ask first whether they may.
	expect(areParts(ranges)).toBe(true);
});

const obstacles = [
	{ what: 'is not for other hosts', headers: {}, reads: 1, expected: /CORS|Failed to fetch|ERR_FAILED/ },
	{
		what: 'does not show which part it sends',
		headers: { 'Access-Control-Allow-Origin': '*' },
		reads: 1,
		expected: /does not show Content-Range/,
	},
	{
		what: 'may not be read according to the policy of the pages',
		headers: forAll,
		policy: policyFor(),
		reads: 0,
		expected: /Content Security Policy|Failed to fetch|csp/,
	},
];

test.for(casesOf(obstacles, obstacles.slice(1, 2)))(
	'the engine searches if a file $what',
	async ({ headers, policy, reads, expected }, { visit }) => {
		const ranges: string[] = [];
		const other = await host('/', { extra: packedFile(), ranges, headers });
		const at = await host('/', { extra: listFile(other + fileName), ...(policy && { policy }) });
		const page = await visit(analysisOf(start), {
			at,
			expected: new RegExp(`^other host|${expected.source}`),
		});
		await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(0);
		expect(ranges).toHaveLength(reads);
	},
);
