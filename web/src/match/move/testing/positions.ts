// Positions of each game as the rules deliver them. The moves are from `plateau
// moves`; some are left out.

import type { GameInfo, Move, Picks, PositionView, Slot, SlotID } from '../../../engine/protocol';

function info(id: string, size: number, seats: string[], slots: string): GameInfo {
	return {
		id,
		name: id,
		size,
		seats: seats.map((seat, index) => ({ id: seat, team: index % 2 === 0 ? 0 : 1, colour: '' })),
		look: id,
		free_colours: false,
		openers: [0],
		starts: [''],
		decisive: false,
		repeats: false,
		casual: false,
		letters: [],
		slots: slots.split(' ').map((slot): Slot => {
			const [id, on] = slot.split(':');
			return { id: id as SlotID, on: on as Slot['on'] };
		}),
		exact: true,
	};
}

export const quantik = info('quantik', 4, ['1', '2'], 'piece:tray cell:board');
export const pivot = info('pivot', 4, ['1', '2'], 'from:board to:board face:tray drop:board');
export const quixo = info('quixo3', 3, ['X', 'O'], 'from:board to:board');
export const quixoAnnounced = info('quixo-announced', 3, ['X', 'O'], 'from:board to:board announce:button');
export const quixo4p = info('quixo4p', 5, ['X1', 'O1', 'X2', 'O2'], 'from:board to:board dot:tray');

/** The choices in the text of a move. */
function picksIn(game: string, text: string): Picks {
	if (text === 'pass') return {};
	const found =
		/^(?:(?<from>..)-(?<to>..))?\+?(?:(?<piece>[A-Za-z])@(?<cell>..))?(?:\.(?<dot>.))?(?<announce>!)?$/.exec(
			text,
		)?.groups ?? {};
	const names: Record<string, SlotID> = game === 'pivot' ? { piece: 'face', cell: 'drop' } : {};
	const picks: Picks = {};
	for (const [name, value] of Object.entries(found)) {
		if (value !== undefined) picks[names[name] ?? (name as SlotID)] = value;
	}
	return picks;
}

/** Row 1 lacks a cross on a1 that a2 can bring: the push may be announced. */
export const nearlyLined = position(quixoAnnounced, '3/3/1XX X', 'a2-a1 a2-a1! a2-a3 a2-c2 b1-a1', {
	cells: { b1: 'X', c1: 'X' },
});

/** Row 1 is a line that nobody has announced. */
export const lined = position(quixoAnnounced, '3/O1O/XXX X', '! a1-a3 b3-a3 b3-a3!', {
	cells: { a1: 'X', b1: 'X', c1: 'X', a2: 'O', c2: 'O' },
});

export function moves(game: string, texts: string): Move[] {
	return texts.split(' ').map((text) => ({ text, picks: picksIn(game, text) }));
}

export function position(
	game: GameInfo,
	text: string,
	texts: string,
	more: Partial<PositionView> = {},
): PositionView {
	return {
		game: game.id,
		text,
		to_move: 0,
		cells: {},
		reserves: game.seats.map(() => ''),
		moves: moves(game.id, texts),
		verdict: { over: false, winner: null, reason: null, line: [], line_kind: '' },
		...more,
	};
}

/** A light sphere on a2, dark to move; its own sphere is forbidden around a2. */
export const afterSphere = position(
	quantik,
	'4/4/S3/4 2',
	'C@a1 C@a3 C@b1 C@b2 C@b3 C@c1 C@c2 N@a1 N@a3 N@b2 N@b3 N@c1 S@b3 S@b4 S@c1 S@c3 Y@a1 Y@b2 Y@b3 Y@c1',
	{ to_move: 1, cells: { a2: 'S' }, reserves: ['SYYCCNN', 'SSYYCCNN'.toLowerCase()] },
);

/** A black circle on b3, squares to move. */
export const afterCircle = position(
	pivot,
	'4/1C2/4/4 2',
	'b3-a3+S@a1 b3-a3+S@b3 b3-a3+S@d4 b3-a3+s@a1 b3-a3+s@b3 b3-a3+s@d4 b3-b4+S@a1 b3-b4+S@b3 b3-b4+s@a1 b3-b4+s@b3',
	{ to_move: 1, cells: { b3: 'C' }, reserves: ['CCCCCCC', 'SSSSSSSS'] },
);

/** The first turn of Pivot: nothing to pivot. */
export const firstCard = position(pivot, '4/4/4/4 1', 'C@a1 C@b2 C@d4 c@a1 c@b2 c@d4', {
	reserves: ['CCCCCCCC', 'SSSSSSSS'],
});

/** The start of Quixo on 3×3. */
export const cubes = position(
	quixo,
	'3/3/3 X',
	'a1-a3 a1-c1 a2-a1 a2-a3 a2-c2 a3-a1 a3-c3 b1-a1 b1-b3 b1-c1 b3-a3 b3-b1 b3-c3 c1-a1 c1-c3 c2-a2 c2-c1 c2-c3 c3-a3 c3-c1',
);

/** The start of Quixo for four, with the moves of two cubes. */
export const cubesForFour = position(
	quixo4p,
	'5/5/5/5/5 X1',
	'a1-a5.1 a1-a5.2 a1-e1.1 a1-e1.2 c1-a1.1 c1-a1.2 c1-c5.1 c1-c5.2 c1-e1.1 c1-e1.2',
);

/** X1 can take no cube. */
export const nothingToTake = position(quixo4p, 'oooXo/… X1', 'pass');
