// Two small tasks, and fake rules for them.

import { RefusalError, type Rules } from '../../../engine/client';
import type {
	BookBlock,
	GameInfo,
	MatchView,
	Move,
	PlyView,
	PositionView,
	Task,
	Verdict,
} from '../../../engine/protocol';
import { quantik } from '../../../match/local/testing/fakes';

export const info: GameInfo = { ...quantik, letters: ['S', 's'] };

export const moveTask: Task = {
	id: 'region',
	game: 'quantik',
	position: 'start',
	kind: 'move',
	answers: ['S@a1', 'S@b2'],
	prompt: 'Win this turn.',
	hint: 'Look at the corner.',
	praise: 'Four shapes.',
	turns: [],
};

export const cellTask: Task = {
	...moveTask,
	id: 'why',
	kind: 'cell',
	answers: ['d4'],
	prompt: 'Tap the piece.',
	praise: '§ It is in the same column.',
};

export const running: Verdict = { over: false, winner: null, reason: null, line: [], line_kind: '' };

/** Won by a team. */
export function won(winner: 0 | 1): Verdict {
	const reason = { code: 'test', params: {}, text: 'four in line' };
	return { over: true, winner, reason, line: ['a1', 'a2'], line_kind: 'column' };
}

const moves: Move[] = ['S@a1', 'S@b2', 'S@c3'].map((text) => ({
	text,
	picks: { piece: 'S', cell: text.slice(2) },
}));

export function position(text: string, more: Partial<PositionView> = {}): PositionView {
	return {
		game: 'quantik',
		text,
		to_move: 0,
		cells: { d4: 's' },
		reserves: ['SSYYCCNN', 'ssyyccnn'],
		moves,
		verdict: running,
		...more,
	};
}

/** The game after one move. */
export function afterMove(text: string, verdict = running): MatchView {
	const cell = text.slice(2);
	const ply: PlyView = {
		seat: 0,
		text,
		motions: [],
		cells: [cell],
		announces: false,
		position: `after ${text}`,
	};
	const now = position(ply.position, { to_move: 1, cells: { d4: 's', [cell]: 'S' }, verdict });
	return { start: 'start', plies: [ply], now, occurrences: 1 };
}

export const blocks: BookBlock[] = (
	[
		['title', 'Quantik'],
		['fact', '2', 'Players'],
		['section', 'Aim'],
		['paragraph', 'Be clever.'],
		['item', 'First this.'],
		['item', 'Then that.'],
		['ruling', 'We say so.'],
		['answer', 'No.', 'May I pass?'],
	] as const
).map(([kind, text, label = '']) => ({ kind, label, text, position: '', moves: [] }));

export const figure: BookBlock = {
	kind: 'figure',
	label: '',
	text: 'A sphere lands.',
	position: 'start',
	moves: ['S@a1'],
};

function notImplemented(): never {
	throw new Error('nobody should have asked this');
}

/** Fake rules for the pages of lessons and rulebooks. */
export function fakeRules(): Rules {
	return {
		games: async () => [info],
		alike: notImplemented,
		position: async (_game, text) => position(text),
		match: async ({ start, moves }) => ({
			...(moves.length === 0
				? { start, now: position(start), occurrences: 1 }
				: afterMove(moves.at(-1) ?? '')),
			plies: moves.flatMap((move) => afterMove(move).plies),
		}),
		preview: async () => ({ cells: { d4: 's' }, motions: [], move: '' }),
		refusals: async () => ({}),
		premoves: async () => [],
		book: async (game, language) => {
			if (game !== 'quantik') throw new RefusalError(refusal);
			return { game, language, blocks: [...blocks, figure] };
		},
		strategy: async (game, language) => ({
			game,
			language,
			blocks: game === 'quantik' ? [...blocks, figure] : [],
		}),
		lesson: async (game) => {
			if (game !== 'quantik') throw new RefusalError(refusal);
			return [moveTask, cellTask];
		},
		readMove: notImplemented,
		readRecords: notImplemented,
		writeRecord: notImplemented,
		guided: notImplemented,
		guideQuestion: async () => ({ answers: [], drawing: { lines: [], rings: [], arrows: [], shaded: [] } }),
		guideReply: notImplemented,
		puzzles: notImplemented,
		puzzleOfTheDay: notImplemented,
	};
}

const refusal = {
	code: 'game.unknown',
	params: {},
	text: 'there is no such game',
	input: '',
	cells: [],
	ply: -1,
};
