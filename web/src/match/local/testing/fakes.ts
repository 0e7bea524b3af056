// Fake rules and engine: every move places a sphere on the cell it names, any order is
// legal, and a move to d4 wins.

import { RefusalError, type Rules, type Thinker } from '../../../engine/client';
import type {
	GameInfo,
	MatchText,
	MatchView,
	Move,
	PlyView,
	PositionView,
	Refusal,
	Verdict,
} from '../../../engine/protocol';

export const quantik: GameInfo = {
	id: 'quantik',
	look: 'quantik',
	name: 'Quantik',
	size: 4,
	seats: [
		{ id: '1', team: 0, colour: 'light' },
		{ id: '2', team: 1, colour: 'dark' },
	],
	openers: [0],
	starts: ['4/4/4/4 1', ''],
	free_colours: true,
	decisive: true,
	repeats: false,
	casual: false,
	letters: ['S', 'Y', 'C', 'N', 's', 'y', 'c', 'n'],
	slots: [
		{ id: 'piece', on: 'tray' },
		{ id: 'cell', on: 'board' },
	],
	exact: true,
};

/** With draws, and two seats that may begin. */
export const quixo: GameInfo = {
	...quantik,
	id: 'quixo',
	look: 'quixo',
	name: 'Quixo',
	size: 5,
	seats: [
		{ id: 'X', team: 0, colour: 'crosses' },
		{ id: 'O', team: 1, colour: 'circles' },
	],
	openers: [0, 1],
	starts: ['5/5/5/5/5 X', '5/5/5/5/5 O'],
	free_colours: false,
	decisive: false,
	repeats: true,
	exact: false,
};

export const quixo4p: GameInfo = {
	...quixo,
	id: 'quixo4p',
	look: 'quixo4p',
	name: 'Quixo for four',
	seats: [
		{ id: 'X1', team: 0, colour: 'crosses' },
		{ id: 'O1', team: 1, colour: 'circles' },
		{ id: 'X2', team: 0, colour: 'crosses' },
		{ id: 'O2', team: 1, colour: 'circles' },
	],
	starts: ['5/5/5/5/5 X1', '5/5/5/5/5 O1', '', ''],
};

export const quixoAnnounced: GameInfo = { ...quixo, id: 'quixo-announced', casual: true };

export const games = [quantik, quixo, quixo4p, quixoAnnounced];

const moves: Move[] = ['S@a1', 'S@b2', 'S@c3', 'S@d4'].map((text) => ({
	text,
	picks: { piece: 'S', cell: text.slice(2) },
}));

const running: Verdict = { over: false, winner: null, reason: null, line: [], line_kind: '' };

export function refusal(text: string, ply = -1): Refusal {
	return { code: 'test.refused', params: {}, text, input: '', cells: [], ply };
}

function verdictOf(match: MatchText, info: GameInfo, last: PlyView | undefined): Verdict {
	const reason = (code: string) => ({ code, params: {}, text: `reason: ${code}` });
	if (match.closing?.how === 'agreement') return { ...running, over: true, reason: reason('agreement') };
	if (match.closing) {
		const winner = info.seats[match.closing.seat]?.team === 0 ? 1 : 0;
		return { ...running, over: true, winner, reason: reason(match.closing.how) };
	}
	if (last?.text !== 'S@d4') return running;
	const winner = info.seats[last.seat]?.team ?? 0;
	return { over: true, winner, reason: reason('line'), line: ['a4', 'b4', 'c4', 'd4'], line_kind: 'row' };
}

function positionOf(game: string, text: string, toMove: number, cells: string[]): PositionView {
	return {
		game,
		text,
		to_move: toMove,
		cells: Object.fromEntries(cells.map((cell) => [cell, 'S'])),
		reserves: ['SSYYCCNN', 'ssyyccnn'],
		moves,
		verdict: running,
	};
}

function viewOf(match: MatchText, info: GameInfo): MatchView {
	const start = match.start || (info.starts[0] ?? '');
	const opener = Math.max(0, info.starts.indexOf(start));
	const refused = match.moves.findIndex((move) => !/^S@[a-e][1-5]$/.test(move));
	if (refused >= 0) throw new RefusalError(refusal('this move cannot be read', refused));
	const plies = match.moves.map((text, i): PlyView => {
		const cell = text.slice(2);
		return {
			seat: (opener + i) % info.seats.length,
			text,
			motions: [{ kind: 'place', from: '', to: cell, letter: 'S', needs: ['piece', 'cell'] }],
			cells: [cell],
			announces: false,
			position: `after ${i + 1}`,
		};
	});
	const toMove = (opener + plies.length) % info.seats.length;
	const now = positionOf(
		match.game,
		`after ${plies.length}`,
		toMove,
		match.moves.map((move) => move.slice(2)),
	);
	const verdict = verdictOf(match, info, plies.at(-1));
	return { start, plies, now: { ...now, verdict, moves: verdict.over ? [] : moves }, occurrences: 1 };
}

function notImplemented(): never {
	throw new Error('nobody should have asked this');
}

/** Fake rules for the pages of a game. */
export function fakeRules(): Rules {
	return {
		games: async () => games,
		alike: notImplemented,
		position: async (game, text) => positionOf(game, text, 0, []),
		match: async (match) => {
			const info = games.find((one) => one.id === match.game);
			if (!info) throw new RefusalError(refusal('there is no such game'));
			return viewOf(match, info);
		},
		readMove: async (_game, _position, text) => text,
		preview: async () => ({ cells: {}, motions: [], move: '' }),
		refusals: async () => ({}),
		premoves: async (_game, _position, seat) =>
			moves.map((move) => {
				const [to, letter] = [move.text.slice(2), seat === 0 ? 'S' : 's'];
				return { ...move, motions: [{ kind: 'place', from: '', to, letter, needs: ['piece', 'cell'] }] };
			}),
		readRecords: notImplemented,
		writeRecord: async (match) => `[Game "${match.game}"]\n\n${match.moves.join(' ')} *\n`,
		book: notImplemented,
		strategy: notImplemented,
		lesson: notImplemented,
		guided: notImplemented,
		guideQuestion: notImplemented,
		guideReply: notImplemented,
		puzzles: notImplemented,
		puzzleOfTheDay: notImplemented,
	};
}

/** An engine that always plays b2 and accepts every draw. */
export function fakeThinker(): Thinker {
	return {
		analyse: notImplemented,
		choose: async () => 'S@b2',
		acceptsDraw: async () => true,
		review: notImplemented,
	};
}
