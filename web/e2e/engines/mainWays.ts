// The main ways through the program, in a browser that Playwright does not drive. One
// game is played in every run of the tests, the rest in the full one.

import { join } from 'node:path';
import { test as base, describe, expect, inject, type TestContext } from 'vitest';
import { serve } from '../../build/server.mjs';
import { type Ending, endings } from '../support/endings';
import { circumstances, folderOf } from '../support/evidence';
import { casesOf, full, skipped } from '../support/full';
import { host } from '../support/host';
import { link, playthrough } from '../support/moves';
import {
	analysisOf,
	areParts,
	fileName,
	forAll,
	listFile,
	packedFile,
	valuesInWords,
} from '../support/smallTablebase';
import { beside, cellStep } from '../support/steps';
import type { Engine, Size } from './tab';
import { type Hand, Visitor } from './visitor';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Browser {
	launch: () => Promise<Engine>;
	/** Throws if the browser is not there. */
	find: () => unknown;
	/** Whether its driver can touch. */
	touches: boolean;
}

interface Visit {
	at?: string;
	size?: Size;
	hand?: Hand;
}

export function mainWays({ launch, find, touches }: Browser): void {
	const missing = whatIsMissing(find);

	const test = base
		.extend('browser', { scope: 'file' }, { launch })
		.extend('engine', { scope: 'file' }, async ({ browser }, { onCleanup }): Promise<Engine> => {
			const engine = await browser.launch();
			onCleanup(() => engine.close());
			return engine;
		})
		.extend('visit', async ({ engine, task }, { onCleanup }) => {
			const visitors: Visitor[] = [];
			onCleanup(async () => {
				const reports = (await Promise.all(visitors.map((visitor) => visitor.reports()))).filter(Boolean);
				if (task.result?.state === 'fail' || reports.length > 0) await leave(task, visitors);
				await Promise.all(visitors.map((visitor) => visitor.close()));
				expect(reports).toEqual([]);
			});
			return async (hash: string, { at = inject('url'), size = desktop, hand = 'mouse' }: Visit = {}) => {
				const visitor = new Visitor(await engine.newTab(size), at, hand);
				visitors.push(visitor);
				await visitor.goTo(hash);
				return visitor;
			};
		});

	const ways: { hand: Hand; size: Size; games: readonly Ending[] }[] = [
		{ hand: 'mouse', size: desktop, games: casesOf(endings, endings.slice(0, 1)) },
		{ hand: 'touch', size: phone, games: casesOf(touches ? endings : [], []) },
		{ hand: 'keys', size: desktop, games: casesOf(endings, []) },
	];

	describe.skipIf(missing)(missing ? skipped('the main ways', missing) : 'the main ways', () => {
		for (const { hand, size, games } of ways) {
			test.for(games)(`$game by ${hand}`, async ({ game, record, result, why }, { visit }) => {
				const visitor = await visit(`#/new/${game}`, { hand, size });
				await visitor.choose('Pass and play');
				if (game === 'quantik') await visitor.choose('Light');
				await visitor.press('Start the game');
				await visitor.reads('No moves yet.');
				await visitor.play(game, playthrough(record));
				await visitor.reads(result);
				await visitor.reads(why);
				await visitor.press('Rematch');
				await visitor.reads('No moves yet.');
			});
		}

		test.runIf(full).for(touches ? (['mouse', 'touch'] as const) : (['mouse'] as const))(
			'dragging by %s',
			async (hand, { visit }) => {
				const size = hand === 'touch' ? phone : desktop;
				const visitor = await visit(link('quantik'), { hand, size });
				await visitor.press('Pass and play');
				await visitor.drag(beside('quantik', 'S'), cellStep('b3'), hand);
				await expect.poll(() => visitor.moves()).toEqual(['S@b3']);
				await visitor.goTo(link('quixo'));
				await visitor.press('Pass and play');
				await visitor.drag(cellStep('c1'), cellStep('c5'), hand);
				await expect.poll(() => visitor.moves()).toEqual(['c1-c5']);
			},
		);

		test.runIf(full)('online with two', async ({ visit }) => {
			const ann = await visit('#/about');
			const { player } = await ann.ask<{ player: object }>('guests', { name: 'Ann' });
			await ann.remember('plateau.player', player);
			const terms = { game: 'quixo', first_side: 'first', begins: 'first' };
			const { table } = await ann.ask<{ table: string }>('tables', { terms, chairs: [{ me: true }, {}] });
			await ann.goTo(`#/table/${table}`);
			await ann.reload();
			await ann.reads('Your Quixo table is open');
			const bob = await visit(`#/table/${table}`, { size: phone });
			await bob.fill('main input[type=text]', 'Bob');
			await bob.press('Sit down and play');
			await bob.reads('No moves yet.');
			const moves = playthrough('quixo-own-line');
			for (const [i, move] of moves.entries()) {
				await (i % 2 === 0 ? ann : bob).play('quixo', [move]);
				for (const visitor of [ann, bob])
					await expect.poll(() => visitor.moves()).toEqual(moves.slice(0, i + 1));
			}
			await ann.reads('You win!');
			await bob.reads('You lose.');
		});

		test.runIf(full)('without its server, after the first visit', async ({ visit }) => {
			const { url, stop } = await serve();
			const visitor = await visit('#/', { at: url });
			await visitor.storedOnDevice();
			await stop();
			await visitor.goTo(link('pivot'));
			await visitor.reload();
			await visitor.press('Pass and play');
			await visitor.play('pivot', playthrough('pivot-line-stands').slice(0, 2));
			await visitor.goTo('#/lesson/quixo/1');
			await visitor.reads('Quixo');
		});

		test.runIf(full)('with a tablebase on another host', async ({ visit }) => {
			const ranges: string[] = [];
			const other = await host('/', { extra: packedFile(), ranges, headers: forAll });
			const at = await host('/', { extra: listFile(other + fileName) });
			const visitor = await visit('#/new/quixo3', { at });
			// From then on, requests pass the service worker.
			await visitor.storedOnDevice();
			await visitor.reload();
			const start = 'X2/1O1/2X O';
			await visitor.goTo(analysisOf(start));
			await expect.poll(() => visitor.listedMoves()).toEqual(valuesInWords(start));
			const asked = [...ranges];
			expect(areParts(asked)).toBe(true);
			// The next time, all of it is on the device.
			await visitor.reload();
			await expect.poll(() => visitor.listedMoves()).toEqual(valuesInWords(start));
			expect(ranges).toEqual(asked);
		});
	});
}

/** Leaves behind pictures of a failed test, and what the pages said. */
async function leave(task: TestContext['task'], visitors: Visitor[]): Promise<void> {
	const folder = folderOf(task);
	const texts = await Promise.all(
		visitors.map((visitor, i) => visitor.describe(join(folder, `visitor${i + 1}.png`)).catch(String)),
	);
	console.error([circumstances(), ...texts, `Pictures are in ${folder}.`].join('\n\n'));
}

function whatIsMissing(find: () => unknown): string {
	try {
		find();
		return '';
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
