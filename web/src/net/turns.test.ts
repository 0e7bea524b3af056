import { beforeEach, describe, expect, it } from 'vitest';
import { setPlayer } from './me.svelte';
import { forgetTables, isTurnOf, seeTable, setTables, turns } from './turns.svelte';
import type { Summary } from './types';

function running(id: string, to_move: number, seq = 1): Summary {
	const sitters = [
		{ player: 'ann', name: 'Ann' },
		{ player: 'ben', name: 'Ben' },
	];
	const terms = { game: 'quixo', time: { days: 2 } };
	return { id, seq, phase: 'running', terms, host: 'ann', sitters, entered: 0, plies: 0, to_move };
}

beforeEach(() => {
	forgetTables();
	setPlayer({ id: 'ann', name: 'Ann', registered: false, since: 0 });
});

const ids = () => turns.tables.map(({ id }) => id);

describe('tables that wait for me', () => {
	it('are running and have me to move', () => {
		expect(isTurnOf(running('a', 0), 'ann')).toBe(true);
		expect(isTurnOf(running('a', 1), 'ann')).toBe(false);
		expect(isTurnOf({ ...running('a', 0), phase: 'open' }, 'ann')).toBe(false);
		expect(isTurnOf({ ...running('a', 0), to_move: null }, '')).toBe(false);
	});

	it('are counted from lists and from the pages of tables', () => {
		expect([turns.count, turns.loaded]).toEqual([0, false]);
		setTables([running('a', 0), running('b', 1), running('c', 0)]);
		expect([ids(), turns.loaded]).toEqual([['a', 'c'], true]);
		seeTable(running('a', 1, 2));
		seeTable(running('b', 0, 2));
		expect(ids()).toEqual(['b', 'c']);
		setPlayer(null);
		expect(turns.count).toBe(0);
	});

	it('are not brought back by a list that was asked for earlier', () => {
		setTables([running('a', 0, 4)]);
		seeTable(running('a', 1, 5));
		setTables([running('a', 0, 4)]);
		expect(turns.count).toBe(0);
		setTables([running('a', 0, 6)]);
		expect(turns.count).toBe(1);
	});

	it('leave with the list', () => {
		setTables([running('a', 0)]);
		setTables([]);
		expect(turns.count).toBe(0);
	});
});
