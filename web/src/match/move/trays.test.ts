import { expect, it } from 'vitest';
import type { GameInfo, PositionView } from '../../engine/protocol';
import type { Made } from './picking';
import {
	afterCircle,
	afterSphere,
	cubes,
	cubesForFour,
	nothingToTake,
	pivot,
	quantik,
	quixo,
	quixo4p,
} from './testing/positions';
import { dotSeat, trays } from './trays';

function traysOf(info: GameInfo, at: PositionView, made: Made = [], front = 0) {
	return trays(info, at, { slots: info.slots, moves: at.moves }, made, front);
}
const usable = (pieces: { value: string; usable: boolean }[] = []) =>
	pieces.filter((piece) => piece.usable).map((piece) => piece.value);

it('shows the reserves, the near one first', () => {
	const [near, far] = traysOf(quantik, afterSphere, [], 1);
	expect(far).toMatchObject({ seat: 0, slot: null, kind: 'reserve' });
	expect(near).toMatchObject({ seat: 1, slot: 'piece', kind: 'reserve' });
	expect(far?.pieces.map((piece) => `${piece.letter}${piece.count}`)).toEqual(['S1', 'Y2', 'C2', 'N2']);
	expect(near?.pieces.map((piece) => `${piece.value}${piece.letter}`)).toEqual(['Ss', 'Yy', 'Cc', 'Nn']);
	expect(usable(far?.pieces)).toEqual([]);
});

it('offers the pieces that fit a cell, and the picked one to put back', () => {
	const near = traysOf(quantik, afterSphere, [{ slot: 'cell', value: 'b2' }], 1)[0];
	expect(usable(near?.pieces)).toEqual(['Y', 'C', 'N']);
	const picked = traysOf(quantik, afterSphere, [{ slot: 'piece', value: 'S' }], 1)[0];
	expect(picked?.pieces.map((piece) => piece.picked)).toEqual([true, false, false, false]);
	expect(usable(picked?.pieces)).toEqual(['S', 'Y', 'C', 'N']);
});

it('shows the faces before they can be chosen', () => {
	const pivoted: Made = [
		{ slot: 'from', value: 'b3' },
		{ slot: 'to', value: 'a3' },
	];
	expect(traysOf(pivot, afterCircle)[0]?.pieces.map((piece) => piece.letter)).toEqual(['S', 's']);
	expect(usable(traysOf(pivot, afterCircle)[0]?.pieces)).toEqual([]);
	expect(usable(traysOf(pivot, afterCircle, pivoted)[0]?.pieces)).toEqual(['S', 's']);
});

it('draws dots towards both players of the team', () => {
	expect(traysOf(quixo4p, cubesForFour)[0]?.pieces.map((piece) => piece.letter)).toEqual(['X', 'x']);
	const second = { ...cubesForFour, to_move: 3 };
	expect(traysOf(quixo4p, second)[0]?.pieces.map((piece) => piece.letter)).toEqual(['O', 'o']);
	expect([dotSeat(quixo4p, 0, '1'), dotSeat(quixo4p, 0, '2')]).toEqual([0, 2]);
	expect([dotSeat(quixo4p, 3, '1'), dotSeat(quixo4p, 3, '2')]).toEqual([1, 3]);
});

it('has no trays if everything is chosen on the board', () => {
	expect(traysOf(quixo, cubes)).toEqual([]);
	expect(traysOf(quixo4p, nothingToTake)).toEqual([]);
});
