import { describe, expect, it, vi } from 'vitest';
import type { AnalysisView, MatchView, MoveWorth } from '../../engine/protocol';
import { eventually } from '../../match/local/testing/eventually';
import { Attempt } from './attempt.svelte';
import { afterMove, cellTask, moveTask, position, won } from './testing/fakes';

function found(outcome: MoveWorth['outcome']): AnalysisView {
	const worth = { outcome, turns: null, estimate: null };
	return {
		position: '',
		worth,
		moves: [{ ...worth, move: 's@c4', picks: {} }],
		line: [],
		depth: 1,
		nodes: 1,
		settled: true,
	};
}

/** An attempt whose wrong move leads to `view`, with the given outcome. */
function attempt(view: MatchView, outcome: MoveWorth['outcome'] = 'unknown') {
	const analyse = vi.fn(async () => found(outcome));
	const match = vi.fn(async () => view);
	return { attempt: new Attempt(moveTask, position('start'), { match }, { analyse }), analyse };
}

describe('a move', () => {
	it('is right if it is one of the answers', async () => {
		const { attempt: tried, analyse } = attempt(afterMove('S@b2'));
		await tried.play('S@b2');
		expect(tried.result).toEqual({ kind: 'right' });
		expect(tried.position.text).toBe('after S@b2');
		expect(tried.last?.text).toBe('S@b2');
		expect(tried.open).toBe(false);
		expect(analyse).not.toHaveBeenCalled();
	});

	it('that ends the game otherwise reports how', async () => {
		const { attempt: tried, analyse } = attempt(afterMove('S@c3', won(1)));
		await tried.play('S@c3');
		expect(tried.result).toEqual({ kind: 'ended', verdict: won(1), seat: 0 });
		expect(analyse).not.toHaveBeenCalled();
	});

	it.each([
		['win', { kind: 'refuted', seat: 1, move: 's@c4' }],
		['loss', { kind: 'slower' }],
		['draw', { kind: 'notasked' }],
		['unknown', { kind: 'notasked' }],
	] as const)('after which the other side has a %s is judged so', async (outcome, result) => {
		const { attempt: tried } = attempt(afterMove('S@c3'), outcome);
		await tried.play('S@c3');
		expect(tried.result).toEqual(result);
	});

	it('is judged without the engine if it fails', async () => {
		const { attempt: tried, analyse } = attempt(afterMove('S@c3'));
		analyse.mockRejectedValue(new Error('not loaded'));
		await tried.play('S@c3');
		expect(tried.result).toEqual({ kind: 'notasked' });
	});

	it('can be taken back while the engine thinks, and its result is dropped', async () => {
		const { attempt: tried, analyse } = attempt(afterMove('S@c3'));
		let give: (found: AnalysisView) => void = () => {};
		analyse.mockReturnValue(
			new Promise((resolve) => {
				give = resolve;
			}),
		);
		const played = tried.play('S@c3');
		await eventually(() => expect(analyse).toHaveBeenCalled());
		expect(tried.result).toEqual({ kind: 'thinking' });
		tried.retry();
		give(found('win'));
		await played;
		expect(tried.result).toBeNull();
		expect(tried.position.text).toBe('start');
		expect(tried.open).toBe(true);
	});

	it('can be taken back before it is on the board', async () => {
		const { attempt: tried, analyse } = attempt(afterMove('S@c3'));
		const played = tried.play('S@c3');
		tried.retry();
		expect(await played).toBe(false);
		expect([tried.result, tried.position.text]).toEqual([null, 'start']);
		expect(analyse).not.toHaveBeenCalled();
	});

	it('is ignored while another one is shown', async () => {
		const { attempt: tried } = attempt(afterMove('S@c3'));
		await tried.play('S@c3');
		await tried.play('S@a1');
		expect(tried.result).toEqual({ kind: 'notasked' });
	});

	it('among the answers can be hinted by its cells', () => {
		expect(attempt(afterMove('S@a1')).attempt.answerCells).toEqual(['a1']);
	});
});

describe('a cell', () => {
	const over = position('start', { verdict: won(0) });
	const tapping = () => new Attempt(cellTask, over, { match: vi.fn() }, { analyse: vi.fn() });

	it('that is wrong can be followed by another', () => {
		const tried = tapping();
		tried.tap('a1');
		expect(tried.result).toEqual({ kind: 'cell', cell: 'a1' });
		expect(tried.open).toBe(true);
		tried.tap('d4');
		expect(tried.result).toEqual({ kind: 'right' });
		tried.tap('a1');
		expect(tried.result).toEqual({ kind: 'right' });
	});

	it('of a winning line is not revealed before it is found', () => {
		const tried = tapping();
		expect(tried.position.verdict.line).toEqual([]);
		tried.tap('d4');
		expect(tried.position.verdict.line).toEqual(['a1', 'a2']);
	});

	it('among the answers can be hinted', () => {
		expect(tapping().answerCells).toEqual(['d4']);
	});
});

describe('a suggestion', () => {
	it('shows an answer on the board until a move is made', async () => {
		const { attempt: tried } = attempt(afterMove('S@b2'));
		expect(tried.suggestion).toBeNull();
		await tried.suggest();
		expect(tried.suggestion?.ply.text).toBe('S@b2');
		await tried.play('S@b2');
		expect(tried.suggestion).toBeNull();
	});

	it('is not for tasks that ask for a cell', async () => {
		const match = vi.fn();
		const tried = new Attempt(cellTask, position('start'), { match }, { analyse: vi.fn() });
		await tried.suggest();
		expect(tried.suggestion).toBeNull();
		expect(match).not.toHaveBeenCalled();
	});
});
