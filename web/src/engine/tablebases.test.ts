import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Thinker } from './client';
import type { AnalysisView, GameInfo, MatchText, ReviewPly, Worth } from './protocol';
import type { Tablebases } from './server';
import { markExact, withTablebases } from './tablebases';

const draw: Worth = { outcome: 'draw', turns: null, estimate: null };

function analysis(settled: boolean): AnalysisView {
	return { position: '5/5/5/5/5 X', worth: draw, moves: [], line: [], depth: 0, nodes: 0, settled };
}

function ply(number: number, best: string): ReviewPly {
	return { ply: number, before: draw, after: draw, best, fault: 'none' };
}

function matchOf(game: string, moves: string[] = []): MatchText {
	return { game, start: '', moves, players: [], closing: { how: 'resignation', seat: 0 } };
}

/** Judges all moves of a match, the last one first. */
async function reviewed(
	match: MatchText,
	by: string,
	onPly?: (found: ReviewPly) => void,
): Promise<ReviewPly[]> {
	const plies = match.moves.map((_, i) => ply(i, by));
	for (const found of [...plies].reverse()) onPly?.(found);
	return plies;
}

describe('an engine with tablebases', () => {
	let tablebases: Tablebases;
	let local: Thinker;
	let thinker: Thinker;
	const { signal } = new AbortController();
	const options = { milliseconds: 5, seed: 7, signal };

	beforeEach(() => {
		tablebases = {
			games: vi.fn(async () => ['quixo']),
			values: vi.fn(async () => analysis(true)),
			best: vi.fn(async () => 'from the tablebase'),
			acceptsDraw: vi.fn(async () => true),
			// Two plies at a time.
			review: vi.fn(async (match) => (await reviewed(match, 'tablebase')).slice(-2)),
		};
		local = {
			analyse: vi.fn(async () => analysis(false)),
			choose: vi.fn(async () => 'searched'),
			acceptsDraw: vi.fn(async () => false),
			review: vi.fn((match, { onPly }) => reviewed(match, 'local', onPly)),
		};
		thinker = withTablebases(local, tablebases);
	});

	it('knows a game exactly if there is a tablebase', async () => {
		expect(await thinker.analyse('quixo', 'a position', options)).toEqual(analysis(true));
		expect(tablebases.values).toHaveBeenCalledWith('quixo', 'a position', signal);
		expect(await thinker.choose(matchOf('quixo'), 'perfect', options)).toBe('from the tablebase');
		expect(tablebases.best).toHaveBeenCalledWith(matchOf('quixo'), 7, signal);
		expect(await thinker.acceptsDraw(matchOf('quixo'), 1)).toBe(true);
		for (const unused of [local.analyse, local.choose, local.acceptsDraw])
			expect(unused).not.toHaveBeenCalled();
	});

	it('does not change the levels', async () => {
		expect(await thinker.choose(matchOf('quixo'), '6', options)).toBe('searched');
		expect(tablebases.games).not.toHaveBeenCalled();
	});

	it('asks nothing about other games', async () => {
		const match = matchOf('pivot', ['first', 'second']);
		expect(await thinker.analyse('pivot', '', options)).toEqual(analysis(false));
		expect(await thinker.choose(match, 'perfect', options)).toBe('searched');
		expect(await thinker.acceptsDraw(match, 0)).toBe(false);
		expect(await thinker.review(match, options)).toEqual([ply(0, 'local'), ply(1, 'local')]);
		for (const asked of [tablebases.values, tablebases.best, tablebases.acceptsDraw, tablebases.review]) {
			expect(asked).not.toHaveBeenCalled();
		}
	});

	it('searches if the server fails', async () => {
		const fail = () => Promise.reject(new Error('503'));
		Object.assign(tablebases, { values: fail, best: fail, acceptsDraw: fail, review: fail });
		expect(await thinker.analyse('quixo', 'a position', options)).toEqual(analysis(false));
		expect(local.analyse).toHaveBeenCalledWith('quixo', 'a position', options);
		expect(await thinker.choose(matchOf('quixo'), 'perfect', options)).toBe('searched');
		expect(await thinker.acceptsDraw(matchOf('quixo'), 0)).toBe(false);
		expect(await thinker.review(matchOf('quixo', ['first']), options)).toEqual([ply(0, 'local')]);
	});

	it('reviews a game part by part, from its end', async () => {
		const seen: number[] = [];
		const match = matchOf('quixo', ['1', '2', '3', '4', '5']);
		const plies = await thinker.review(match, { milliseconds: 5, onPly: (found) => seen.push(found.ply) });
		expect(plies).toEqual([0, 1, 2, 3, 4].map((i) => ply(i, 'tablebase')));
		expect(seen).toEqual([4, 3, 2, 1, 0]);
		expect(
			vi.mocked(tablebases.review).mock.calls.map(([{ moves, closing }]) => [moves.length, closing]),
		).toEqual([
			[5, match.closing],
			[3, null],
			[1, null],
		]);
	});

	it('finishes a review by itself if the server stops answering', async () => {
		const seen: number[] = [];
		vi.mocked(tablebases.review).mockImplementationOnce(async () => [ply(2, 'tablebase')]);
		vi.mocked(tablebases.review).mockImplementationOnce(async () => []);
		const plies = await thinker.review(matchOf('quixo', ['1', '2', '3']), {
			milliseconds: 5,
			onPly: (found) => seen.push(found.ply),
		});
		expect(plies).toEqual([ply(0, 'local'), ply(1, 'local'), ply(2, 'tablebase')]);
		expect(seen).toEqual([2, 1, 0]);
	});

	it('leaves out the rest of a stopped review', async () => {
		const stopping = new AbortController();
		const plies = await thinker.review(matchOf('quixo', ['1', '2', '3']), {
			milliseconds: 5,
			signal: stopping.signal,
			onPly: () => stopping.abort(),
		});
		expect(plies.map((found) => found.ply)).toEqual([1, 2]);
		expect(local.review).not.toHaveBeenCalled();
	});
});

it('marks games with a tablebase as exact', () => {
	const games = [
		{ id: 'pivot', exact: true },
		{ id: 'quixo', exact: false },
		{ id: 'quixo4p', exact: false },
	] as GameInfo[];
	expect(markExact(games, ['quixo']).map((game) => game.exact)).toEqual([true, true, false]);
	expect(markExact(games, [])).toEqual(games);
});
