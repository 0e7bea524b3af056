import { describe, expect, it } from 'vitest';
import type { GameInfo, PositionView } from '../../engine/protocol';
import {
	announced,
	type Choices,
	cellsOf,
	claimMove,
	completed,
	draggableCells,
	lift,
	type Made,
	openChoices,
	passMove,
	picksOf,
	tapCell,
	tapTray,
	targets,
} from './picking';
import {
	afterCircle,
	afterSphere,
	cubes,
	cubesForFour,
	firstCard,
	lined,
	nearlyLined,
	nothingToTake,
	pivot,
	quantik,
	quixo,
	quixo4p,
	quixoAnnounced,
} from './testing/positions';

const choicesOf = (info: GameInfo, at: PositionView): Choices => ({ slots: info.slots, moves: at.moves });

const inQuantik = choicesOf(quantik, afterSphere);
const inPivot = choicesOf(pivot, afterCircle);
const inQuixo = choicesOf(quixo, cubes);
const inFour = choicesOf(quixo4p, cubesForFour);

/** Taps cells ("b3") and tray pieces ("piece:S") in turn; each tap must mean something. */
function tapAll(choices: Choices, ...taps: string[]): Made {
	let made: Made = [];
	for (const tap of taps) {
		const [slot, value] = tap.split(':');
		const next =
			value === undefined
				? tapCell(choices, made, tap)
				: tapTray(choices, made, slot as 'piece' | 'face' | 'dot', value);
		if (next === null) throw new Error(`${tap} means nothing after ${JSON.stringify(made)}`);
		made = next;
	}
	return made;
}

const open = (choices: Choices, made: Made) => [...openChoices(choices, made).keys()];

describe('an announced line', () => {
	const near = choicesOf(quixoAnnounced, nearlyLined);

	it('is not among the choices, which do not show what makes a line', () => {
		expect(open(near, [])).toEqual(['from']);
		expect(targets(near, [])).toEqual(['a2', 'b1']);
		expect(targets(near, tapAll(near, 'a2'))).toEqual(['a1', 'a3', 'c2']);
		expect(completed(near, tapAll(near, 'a2', 'a1'))?.text).toBe('a2-a1');
	});

	it('belongs to a push that makes one', () => {
		const push = completed(near, tapAll(near, 'a2', 'a1'));
		const other = completed(near, tapAll(near, 'a2', 'a3'));
		expect(push && announced(near, push)?.text).toBe('a2-a1!');
		expect(other && announced(near, other)).toBeNull();
	});

	it('can be claimed if it is there', () => {
		expect(claimMove(near)).toBeNull();
		expect(claimMove(choicesOf(quixoAnnounced, lined))?.text).toBe('!');
		expect(passMove(choicesOf(quixoAnnounced, lined))).toBeNull();
	});
});

describe('the order of choices', () => {
	it('is free between a piece and its cell', () => {
		expect(open(inQuantik, [])).toEqual(['piece', 'cell']);
		for (const taps of [
			['piece:S', 'b3'],
			['b3', 'piece:S'],
		]) {
			expect(completed(inQuantik, tapAll(inQuantik, ...taps))?.text).toBe('S@b3');
		}
	});

	it('is fixed on the board, and free between face and drop', () => {
		expect(open(inPivot, [])).toEqual(['from']);
		expect(open(inPivot, tapAll(inPivot, 'b3'))).toEqual(['to']);
		expect(open(inPivot, tapAll(inPivot, 'b3', 'a3'))).toEqual(['face', 'drop']);
		for (const taps of [
			['face:s', 'd4'],
			['d4', 'face:s'],
		]) {
			expect(completed(inPivot, tapAll(inPivot, 'b3', 'a3', ...taps))?.text).toBe('b3-a3+s@d4');
		}
	});

	it('skips choices that no move has', () => {
		const first = choicesOf(pivot, firstCard);
		expect(open(first, [])).toEqual(['face', 'drop']);
		expect(completed(first, tapAll(first, 'b2', 'face:c'))?.text).toBe('c@b2');
	});

	it('asks for the dot at the end', () => {
		expect(open(inFour, tapAll(inFour, 'c1'))).toEqual(['to']);
		expect(open(inFour, tapAll(inFour, 'c1', 'c5'))).toEqual(['dot']);
		expect(tapTray(inFour, tapAll(inFour, 'c1'), 'dot', '1')).toBeNull();
		expect(completed(inFour, tapAll(inFour, 'c1', 'c5', 'dot:2'))?.text).toBe('c1-c5.2');
	});
});

describe('what can be chosen', () => {
	it('follows from the choices made', () => {
		expect(targets(inQuixo, [])).toEqual(['a1', 'a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3']);
		expect(targets(inQuixo, tapAll(inQuixo, 'a2'))).toEqual(['a1', 'a3', 'c2']);
		expect(targets(inQuantik, tapAll(inQuantik, 'piece:S'))).toEqual(['b3', 'b4', 'c1', 'c3']);
		expect(targets(inQuantik, tapAll(inQuantik, 'b2'))).toEqual([]);
		const pieces = openChoices(inQuantik, tapAll(inQuantik, 'b2')).get('piece');
		expect([...(pieces ?? [])]).toEqual(['C', 'N', 'Y']);
	});

	it('includes the cell that a card left', () => {
		expect(targets(inPivot, tapAll(inPivot, 'b3', 'a3'))).toContain('b3');
		expect(completed(inPivot, tapAll(inPivot, 'b3', 'a3', 'b3', 'face:S'))?.text).toBe('b3-a3+S@b3');
	});

	it('is listed once if it was chosen twice', () => {
		expect(cellsOf(inPivot, tapAll(inPivot, 'b3', 'a3', 'face:S'))).toEqual(['b3', 'a3']);
		expect(cellsOf(inPivot, tapAll(inPivot, 'b3', 'a3', 'b3'))).toEqual(['b3', 'a3']);
	});

	it('is never chosen without a tap', () => {
		const single: Choices = { slots: pivot.slots, moves: inPivot.moves.slice(0, 1) };
		expect(open(single, tapAll(single, 'b3'))).toEqual(['to']);
		expect(completed(single, tapAll(single, 'b3', 'a3', 'face:S'))).toBeNull();
	});
});

describe('a tap', () => {
	it('on a picked cell unpicks it', () => {
		expect(tapCell(inQuixo, tapAll(inQuixo, 'a2'), 'a2')).toEqual([]);
		expect(tapTray(inQuantik, tapAll(inQuantik, 'piece:S'), 'piece', 'S')).toEqual([]);
		expect(picksOf(tapAll(inPivot, 'b3', 'a3', 'face:S', 'a3'))).toEqual({ from: 'b3' });
	});

	it('on another cell replaces the last one', () => {
		expect(picksOf(tapAll(inQuixo, 'b1', 'b3'))).toEqual({ from: 'b1', to: 'b3' });
		expect(picksOf(tapAll(inQuixo, 'a1', 'b3'))).toEqual({ from: 'b3' });
		expect(picksOf(tapAll(inQuantik, 'a1', 'b2'))).toEqual({ cell: 'b2' });
		expect(picksOf(tapAll(inQuantik, 'piece:S', 'piece:C'))).toEqual({ piece: 'C' });
		expect(picksOf(tapAll(inFour, 'c1', 'c5', 'e1'))).toEqual({ from: 'c1', to: 'e1' });
	});

	it('that means nothing gives null', () => {
		expect(tapCell(inQuixo, [], 'b2')).toBeNull();
		expect(tapCell(inQuantik, tapAll(inQuantik, 'piece:S'), 'a1')).toBeNull();
		expect(tapTray(inQuantik, tapAll(inQuantik, 'b2'), 'piece', 'S')).toBeNull();
		expect(tapCell({ slots: quixo.slots, moves: [] }, [], 'a1')).toBeNull();
	});
});

describe('dragging', () => {
	it('starts where something can be taken', () => {
		expect(draggableCells(inQuixo, [])).toEqual(targets(inQuixo, []));
		expect(draggableCells(inQuixo, tapAll(inQuixo, 'a2'))).toEqual(targets(inQuixo, []));
		expect(draggableCells(inQuantik, [])).toEqual([]);
		expect(draggableCells(inPivot, tapAll(inPivot, 'b3', 'a3'))).toEqual([]);
	});

	it('lifts the dragged piece even if it was picked before', () => {
		const picked = tapAll(inQuixo, 'a2');
		expect(lift(inQuixo, picked, 'a2')).toBe(picked);
		expect(picksOf(lift(inQuixo, picked, 'b3') ?? [])).toEqual({ from: 'b3' });
		expect(picksOf(lift(inQuixo, [], 'c1') ?? [])).toEqual({ from: 'c1' });
	});

	it('lifts a cube that is also a target of the picked one', () => {
		expect(picksOf(lift(inQuixo, tapAll(inQuixo, 'a2'), 'a1') ?? [])).toEqual({ from: 'a1' });
	});
});

it('finds the pass', () => {
	expect(passMove(choicesOf(quixo4p, nothingToTake))?.text).toBe('pass');
	expect(completed(choicesOf(quixo4p, nothingToTake), [])).toBeNull();
	expect(passMove(inQuixo)).toBeNull();
});
