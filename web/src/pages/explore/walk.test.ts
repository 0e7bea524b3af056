import { expect, it, vi } from 'vitest';
import type { AnalysisView, MatchView, Verdict, Worth } from '../../engine/protocol';
import { OpeningWalk } from './walk.svelte';

const worth = (outcome: Worth['outcome'], turns: number | null = null): Worth => ({
	outcome,
	turns,
	estimate: null,
});
const running: Verdict = { over: false, winner: null, reason: null, line: [], line_kind: '' };

/** A game in which the name of a position is its moves. */
function viewOf(moves: string[]): MatchView {
	const text = moves.join(' ');
	return {
		start: '',
		plies: moves.map((move) => ({
			seat: 0,
			text: move,
			motions: [],
			cells: [],
			announces: false,
			position: '',
		})),
		now: {
			game: 'quantik',
			text,
			to_move: moves.length % 2,
			cells: {},
			reserves: ['', ''],
			moves: ['a', 'b', 'c', 'd'].map((move) => ({ text: move, picks: { cell: move } })),
			verdict: moves.at(-1) === 'd' ? { ...running, over: true, winner: 0 } : running,
		},
		occurrences: 1,
	};
}

function analysis(position: string): AnalysisView {
	const values: Worth['outcome'][] =
		position === '' ? ['loss', 'win', 'win', 'draw'] : ['win', 'win', 'draw', 'loss'];
	const order = { win: 0, draw: 1, loss: 2, unknown: 3 };
	const moves = ['a', 'b', 'c', 'd']
		.map((move, i) => ({ move, picks: {}, ...worth(values[i] ?? 'unknown', 3) }))
		.sort((x, y) => order[x.outcome] - order[y.outcome]);
	return { position, worth: worth('win', 3), moves, line: [], depth: 0, nodes: 0, settled: true };
}

function setUp() {
	const analyse = vi.fn(async (_game: string, position: string) => analysis(position));
	const walk = new OpeningWalk(
		'quantik',
		{ match: async ({ moves }) => viewOf(moves), alike: async () => [['a'], ['b', 'c'], ['d']] },
		{ analyse },
	);
	return { walk, analyse };
}

it('lists the moves up to symmetry, the best first, with what the replies are worth', async () => {
	const { walk } = setUp();
	await walk.goTo([]);
	expect(walk.worth).toEqual(worth('win', 3));
	expect(walk.branches.map(({ move, count, worth }) => [move, count, worth?.outcome])).toEqual([
		['b', 2, 'win'],
		['d', 1, 'draw'],
		['a', 1, 'loss'],
	]);
	const [best, ending] = walk.branches;
	// The values of replies are those of the other side.
	expect(best?.replies).toEqual({ win: 1, draw: 1, loss: 2, unknown: 0 });
	// The game is over, so nobody replies.
	expect(ending?.replies).toBeNull();
	expect(best?.picks).toEqual({ cell: 'b' });
});

it('asks for nothing twice, and for nothing at the end of a game', async () => {
	const { walk, analyse } = setUp();
	await walk.goTo([]);
	const asked = analyse.mock.calls.length;
	await walk.goTo(['b']);
	await walk.goTo([]);
	expect(analyse.mock.calls.filter(([, position]) => position === '')).toHaveLength(1);
	expect(analyse.mock.calls.filter(([, position]) => position === 'b')).toHaveLength(1);
	expect(asked).toBe(3);
	await walk.goTo(['d']);
	expect(walk.branches).toEqual([]);
	expect(walk.view?.now.verdict.over).toBe(true);
});

it('says what is wrong with the moves', async () => {
	const { analyse } = setUp();
	const refused = new Error('no such move');
	const walk = new OpeningWalk(
		'quantik',
		{ match: () => Promise.reject(refused), alike: async () => [] },
		{ analyse },
	);
	await walk.goTo(['z']);
	expect(walk.problem?.error).toBe(refused);
});
