import { describe, expect, it } from 'vitest';
import type { MoveWorth, Slot } from '../../engine/protocol';
import { draw, guess, loss, win } from './testing/fakes';
import { bestByChoice, gradeOf, grouped, reversed, signOf } from './values';

describe('the sign of a value', () => {
	it('shows outcome and turns, and marks estimates', () => {
		const signs = [win(3), win(), draw, loss(4), guess(0), guess(0.3), guess(-0.3), guess(0.9), guess(-0.9)];
		expect(signs.map(signOf)).toEqual(['+3', '+', '=', '−4', '≈', '≈+', '≈−', '≈++', '≈−−']);
	});

	it('is the other side’s when reversed', () => {
		expect([win(3), draw, guess(0.3)].map(reversed).map(signOf)).toEqual(['−3', '=', '≈−']);
	});
});

describe('marks of choices', () => {
	const slots: Slot[] = [
		{ id: 'from', on: 'board' },
		{ id: 'to', on: 'board' },
		{ id: 'dot', on: 'tray' },
	];
	const push = (from: string, to: string, dot: string, worth = draw): MoveWorth => ({
		...worth,
		move: `${from}-${to}.${dot}`,
		picks: { from, to, dot },
	});
	const moves = [
		push('a1', 'a5', '2', win(1)),
		push('a1', 'e1', '1', draw),
		push('b1', 'b5', '1', draw),
		push('a1', 'a5', '1', loss(2)),
		push('b1', 'a1', '1', loss(2)),
	];

	it('are the best that each next choice can lead to', () => {
		const best = bestByChoice(slots, moves, {});
		expect(Object.keys(best)).toEqual(['from']);
		expect(Object.entries(best.from ?? {}).map(([cell, worth]) => [cell, signOf(worth)])).toEqual([
			['a1', '+1'],
			['b1', '='],
		]);
	});

	it('follow the choices made', () => {
		expect(Object.keys(bestByChoice(slots, moves, { from: 'a1' }).to ?? {}).sort()).toEqual(['a5', 'e1']);
		expect(signOf(bestByChoice(slots, moves, { from: 'b1' }).to?.a1 ?? draw)).toBe('−2');
	});

	it('are in the tray if only a tray choice is left', () => {
		const best = bestByChoice(slots, moves, { from: 'a1', to: 'a5' });
		expect(Object.keys(best)).toEqual(['dot']);
		expect([best.dot?.['1'], best.dot?.['2']].map((worth) => worth && signOf(worth))).toEqual(['−2', '+1']);
	});

	it('respect a tray choice that was made first', () => {
		const placing: Slot[] = [
			{ id: 'piece', on: 'tray' },
			{ id: 'cell', on: 'board' },
		];
		const place = (piece: string, cell: string, worth = draw): MoveWorth => ({
			...worth,
			move: `${piece}@${cell}`,
			picks: { piece, cell },
		});
		const placings = [place('S', 'a1', win(1)), place('C', 'a1', draw), place('C', 'b2', loss(2))];
		expect(signOf(bestByChoice(placing, placings, {}).cell?.a1 ?? draw)).toBe('+1');
		const chosen = bestByChoice(placing, placings, { piece: 'C' });
		expect(signOf(chosen.cell?.a1 ?? win())).toBe('=');
		expect(Object.keys(chosen.piece ?? {}).sort()).toEqual(['C', 'S']);
	});
});

describe('the list of moves', () => {
	it('keeps the order and groups equal values', () => {
		const moves = [win(1), win(3), win(3), guess(0.4), guess(0.2), guess(0), draw, loss(2)].map(
			(worth, i): MoveWorth => ({ ...worth, move: String(i), picks: {} }),
		);
		expect(
			grouped(moves).map((group) => [gradeOf(group.worth), group.moves.map(({ move }) => move)]),
		).toEqual([
			['win', ['0']],
			['win', ['1', '2']],
			['better', ['3', '4']],
			['even', ['5']],
			['draw', ['6']],
			['loss', ['7']],
		]);
	});
});
