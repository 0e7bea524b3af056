import { describe, expect, it, vi } from 'vitest';
import type { MatchText, PositionView } from '../../engine/protocol';
import { eventually } from '../../match/local/testing/eventually';
import { Analyst } from './analyst.svelte';
import { analysis, fakeThinker, guess, reviewed } from './testing/fakes';

const at = (text: string) => ({ game: 'quixo', text }) as PositionView;
const match: MatchText = { game: 'quixo', start: '', moves: ['a', 'b', 'c'], players: [], closing: null };

/** A thinker that reports one result, then searches until it is stopped. */
function endless() {
	const thinker = fakeThinker();
	const signals: AbortSignal[] = [];
	thinker.analyse = (_game, position, { signal, onProgress }) => {
		const found = analysis(position, { worth: guess(0), settled: false });
		if (signal) signals.push(signal);
		onProgress?.(found);
		return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(found)));
	};
	return { thinker, signals };
}

describe('the analyst', () => {
	it('shows intermediate results, and stops for another position', () => {
		const { thinker, signals } = endless();
		const analyst = new Analyst(thinker);
		analyst.setPosition(at('one'));
		expect(analyst.found?.position).toBe('one');
		expect(analyst.searching).toBe(true);
		analyst.setPosition(at('two'));
		expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
		expect(analyst.found?.position).toBe('two');
	});

	it('stops on request, and searches longer on request', async () => {
		const { thinker } = endless();
		const analyse = vi.spyOn(thinker, 'analyse');
		const analyst = new Analyst(thinker);
		analyst.setPosition(at('one'));
		analyst.stop();
		await eventually(() => expect(analyst.searching).toBe(false));
		expect(analyst.found).not.toBeNull();
		analyst.searchLonger();
		const times = analyse.mock.calls.map(([, , { milliseconds }]) => milliseconds);
		expect(times[1]).toBeGreaterThan(times[0] ?? 0);
	});

	it('remembers what it found', async () => {
		const thinker = fakeThinker();
		const analyse = vi.spyOn(thinker, 'analyse');
		const analyst = new Analyst(thinker);
		for (const text of ['one', 'two', 'one']) {
			analyst.setPosition(at(text));
			await eventually(() => expect(analyst.searching).toBe(false));
			expect(analyst.found?.position).toBe(text);
		}
		expect(analyse).toHaveBeenCalledTimes(2);
	});

	it('reports a failing engine', async () => {
		const thinker = fakeThinker();
		thinker.analyse = () => Promise.reject(new Error('out of memory'));
		const analyst = new Analyst(thinker);
		analyst.setPosition(at('one'));
		await eventually(() => expect(analyst.failed).toBe(true));
	});

	it('pauses a review for the position, and continues with the rest', async () => {
		const thinker = fakeThinker();
		const lengths: number[] = [];
		// Reviews one move, then is interrupted by a step to another position.
		thinker.review = (game, { signal, onPly }) => {
			lengths.push(game.moves.length);
			onPly?.(reviewed(game.moves.length - 1));
			return new Promise((resolve) => signal?.addEventListener('abort', () => resolve([])));
		};
		const analyst = new Analyst(thinker);
		analyst.review(match);
		await eventually(() => expect(analyst.reviewOf(match)?.size).toBe(1));
		analyst.setPosition(at('one'));
		await eventually(() => expect(analyst.reviewOf(match)?.size).toBe(2));
		expect(lengths).toEqual([3, 2]);
		expect(analyst.found?.position).toBe('one');
		analyst.stopReview();
		expect(analyst.reviewing).toBe(false);
		expect(analyst.reviewOf({ ...match, moves: ['x'] })).toBeNull();
	});
});
