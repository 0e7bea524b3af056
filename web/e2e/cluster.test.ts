// Three servers with one database behind a load balancer: every request of a page goes to the next of them.
// `make e2e-cluster` runs the other tests of online play like this.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { expect, goTo, said, test } from './support/app';
import { type Cluster, hasPostgres, serveCluster } from './support/cluster';
import { skipped } from './support/full';
import { makeMove, playthrough } from './support/moves';
import { expectMoves, expectReplay, openTable, outOfReach, playInTurn, sit } from './support/tables';

let cluster: Cluster;
beforeAll(async () => {
	if (hasPostgres) cluster = await serveCluster();
});
afterAll(() => cluster?.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** A name that says why the test is skipped, if it is. */
const named = (name: string) => (hasPostgres ? name : skipped(name, 'without PostgreSQL'));

test.skipIf(!hasPostgres)(
	named('two people play to the end, and nothing vanishes when a page is loaded again'),
	async ({ visit }) => {
		const at = cluster.url;
		const ann = await visit('#/about', { at });
		const hash = await openTable(ann, 'Ann', { game: 'quantik', time: { main_ms: 600_000 } });
		const bob = await visit(hash, { at });
		await sit(bob, 'Bob');
		const moves = playthrough('quantik-four-shapes');
		await playInTurn([ann, bob], 'quantik', moves.slice(0, 3));
		await button(bob, 'Type a move').waitFor();
		await makeMove(bob, 'quantik', moves[3] ?? '');
		await expectMoves([bob], 4, moves[3] ?? '');
		await bob.reload();
		await expectMoves([bob, ann], 4, moves[3] ?? '');
		await playInTurn([ann, bob], 'quantik', moves.slice(4), [], 4);
		await said(bob, 'You win!');
		await said(ann, 'You lose.');
		await expectReplay([ann, bob], hash);
		for (const i of cluster.requests.keys()) await expect.poll(() => cluster.requests[i]).toBeGreaterThan(10);
	},
);

test.skipIf(!hasPostgres)(
	named('a table is listed for everybody, and goes on when a server is killed'),
	async ({ visit }) => {
		const how = { at: cluster.url, expected: outOfReach };
		const [ann, bob] = await Promise.all([visit('#/about', how), visit('#/online', how)]);
		const hash = await openTable(ann, 'Listed Ann', { game: 'quixo', listed: true });
		const row = bob
			.getByRole('region', { name: 'Open tables' })
			.getByRole('listitem')
			.filter({ hasText: 'Listed Ann' });
		await row.waitFor();
		await goTo(bob, hash);
		await sit(bob, 'Bob');
		const moves = playthrough('quixo-own-line');
		await playInTurn([ann, bob], 'quixo', moves.slice(0, 2));
		await cluster.kill(0);
		await playInTurn([ann, bob], 'quixo', moves.slice(2, 6), [], 2);
		await expectReplay([ann, bob], hash);
	},
);
