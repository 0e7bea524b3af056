import { expect, it } from 'vitest';
import type { GameInfo, PositionView } from '../../engine/protocol';
import type { Made } from './picking';
import { promptFor } from './prompt';
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

const ask = (info: GameInfo, at: PositionView, made: Made = []) =>
	promptFor(info.look, { slots: info.slots, moves: at.moves }, made);

const from: Made = [{ slot: 'from', value: 'b3' }];
const pivoted: Made = [...from, { slot: 'to', value: 'a3' }];

it.each([
	['a piece and a cell', ask(quantik, afterSphere), 'move.ask.pieceCell'],
	['a cell', ask(quantik, afterSphere, [{ slot: 'piece', value: 'S' }]), 'move.ask.cell'],
	['a piece', ask(quantik, afterSphere, [{ slot: 'cell', value: 'b3' }]), 'move.ask.piece'],
	['a cube', ask(quixo, cubes), 'move.ask.cube'],
	['an end', ask(quixo, cubes, from), 'move.ask.end'],
	[
		'a dot',
		ask(quixo4p, cubesForFour, [
			{ slot: 'from', value: 'c1' },
			{ slot: 'to', value: 'c5' },
		]),
		'move.ask.dot',
	],
	['a card', ask(pivot, afterCircle), 'move.ask.card'],
	['where it pivots', ask(pivot, afterCircle, from), 'move.ask.pivotTo'],
	['a face and a cell', ask(pivot, afterCircle, pivoted), 'move.ask.faceDrop'],
	['a face', ask(pivot, afterCircle, [...pivoted, { slot: 'drop', value: 'd4' }]), 'move.ask.face'],
	[
		'a cell for the card',
		ask(pivot, afterCircle, [...pivoted, { slot: 'face', value: 's' }]),
		'move.ask.drop',
	],
	['to pass', ask(quixo4p, nothingToTake), 'move.ask.pass'],
])('asks for %s', (_, asked, key) => {
	expect(asked?.key).toBe(key);
});

it('names the cell that was chosen first', () => {
	expect(ask(quantik, afterSphere, [{ slot: 'cell', value: 'b3' }])?.params).toEqual({ cell: 'b3' });
});

it('is null if there is nothing to choose', () => {
	expect(promptFor('quixo', { slots: quixo.slots, moves: [] }, [])).toBeNull();
});
