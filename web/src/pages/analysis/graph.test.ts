import { describe, expect, it } from 'vitest';
import type { PlyView, ReviewPly } from '../../engine/protocol';
import { quantik, quixo4p } from '../../match/local/testing/fakes';
import { pointsOf } from './graph';
import { draw, guess, loss, win } from './testing/fakes';

const plies = (count: number, seats = 2) =>
	Array.from(
		{ length: count },
		(_, i): PlyView => ({
			seat: i % seats,
			text: '',
			motions: [],
			cells: [],
			announces: false,
			position: '',
		}),
	);
const review = (...found: ReviewPly[]) => new Map(found.map((each) => [each.ply, each]));

describe('the course of a game', () => {
	it('is always from the first team’s side', () => {
		const found = review(
			{ ply: 0, before: draw, after: draw, best: '', fault: 'none' },
			{ ply: 1, before: draw, after: loss(1), best: '', fault: 'mistake' },
			{ ply: 2, before: win(1), after: win(1), best: '', fault: 'none' },
		);
		const points = pointsOf(quantik, plies(3), found);
		expect(points.map((point) => point.height)).toEqual([0, 0, 1, 1]);
		expect(points.map((point) => point.fault)).toEqual(['none', 'none', 'mistake', 'none']);
	});

	it('treats partners as one team', () => {
		const found = review({ ply: 2, before: win(), after: loss(), best: '', fault: 'mistake' });
		expect(pointsOf(quixo4p, plies(3, 4), found).map((point) => point.height)).toEqual([null, null, 1, -1]);
	});

	it('leaves out what was not reviewed, and keeps estimates below proved values', () => {
		const found = review({ ply: 1, before: guess(1), after: guess(-0.5), best: '', fault: 'inaccuracy' });
		const heights = pointsOf(quantik, plies(3), found).map((point) => point.height);
		expect(heights[0]).toBeNull();
		expect(heights[1]).toBeGreaterThan(-1);
		expect(heights[1]).toBeLessThan(0);
		expect(heights[2]).toBeCloseTo(0.45);
		expect(heights[3]).toBeNull();
	});
});
