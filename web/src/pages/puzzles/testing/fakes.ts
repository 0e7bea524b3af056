// Fake rules and engine.

import type { Rules, Thinker } from '../../../engine/client';
import type {
	AnalysisView,
	MatchText,
	MatchView,
	PositionView,
	Puzzle,
	Worth,
} from '../../../engine/protocol';
import { moves, position, quantik } from '../../../match/move/testing/positions';

export const info = quantik;

/** Win in two moves: a sphere to a1, a cube to b2 in reply, and a cone to c3 wins. */
export const puzzle: Puzzle = {
	id: 'aaaaaa',
	game: 'quantik',
	position: '4/4/4/4 1',
	goal: 'win',
	turns: 3,
	grade: 2,
	line: ['S@a1', 'C@b2', 'N@c3'],
};

export const puzzles: Puzzle[] = [
	{ ...puzzle, id: 'bbbbbb', grade: 1 },
	puzzle,
	{ ...puzzle, id: 'cccccc', goal: 'only', turns: 0, grade: 4, line: ['S@a1'] },
];

const legal = 'S@a1 S@b1 N@c3 N@c4 N@d4';

export const start: PositionView = position(info, puzzle.position, legal, {
	reserves: ['SSYYCCNN', 'ssyyccnn'],
});

/** The position after some moves: a cone on c3 or c4 wins for the player, on d4 for the opponent. */
function after(played: string[]): PositionView {
	const last = played.at(-1) ?? '';
	const player = (played.length - 1) % 2 === 0 ? 0 : 1;
	const over = last.startsWith('N@');
	const winner = last === 'N@d4' ? ((1 - player) as 0 | 1) : player;
	return {
		...start,
		text: `after ${played.join(' ')}`,
		to_move: played.length % 2,
		moves: over ? [] : moves('quantik', legal),
		verdict: over
			? {
					over,
					winner,
					reason: { code: 'made.up', params: {}, text: 'four different shapes' },
					line: [],
					line_kind: '',
				}
			: start.verdict,
	};
}

function view(match: MatchText): MatchView {
	return {
		start: match.start,
		plies: match.moves.map((text, index) => ({
			seat: index % 2,
			text,
			motions: [],
			cells: [text.slice(2)],
			announces: false,
			position: after(match.moves.slice(0, index + 1)).text,
		})),
		now: match.moves.length === 0 ? start : after(match.moves),
		occurrences: 1,
	};
}

export const rules: Rules = {
	games: async () => [info],
	position: async () => start,
	match: async (match) => view(match),
	alike: async () => [],
	readMove: async (_game, _position, text) => text,
	preview: async () => ({ cells: {}, motions: [], move: '' }),
	refusals: async () => ({}),
	premoves: async () => [],
	readRecords: async () => [],
	writeRecord: async () => '',
	book: async () => ({ game: 'quantik', language: 'en', blocks: [] }),
	strategy: async () => ({ game: 'quantik', language: 'en', blocks: [] }),
	lesson: async () => [],
	guided: async () => [],
	guideQuestion: async () => ({ answers: [], drawing: { lines: [], rings: [], arrows: [], shaded: [] } }),
	guideReply: async () => ({ moves: [], again: false, stuck: false }),
	puzzles: async (game) => (game === 'quantik' ? puzzles : []),
	puzzleOfTheDay: async () => puzzle,
};

/** An engine with the same outcome for every position. */
export function thinkerWith(outcome: Worth['outcome']): Pick<Thinker, 'analyse'> {
	const worth: Worth = { outcome, turns: null, estimate: null };
	return {
		analyse: async (_game, text): Promise<AnalysisView> => ({
			position: text,
			worth,
			moves: [{ ...worth, move: 'Y@d2', picks: {} }],
			line: [],
			depth: 1,
			nodes: 1,
			settled: true,
		}),
	};
}
