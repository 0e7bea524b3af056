import { beforeEach, expect, it, vi } from 'vitest';
import type { Player, SavedGame } from './saved';

async function visit() {
	vi.resetModules();
	return import('./results.svelte');
}

beforeEach(() => localStorage.clear());

const person: Player = { kind: 'person' };
const level = (n: '1' | '4'): Player => ({ kind: 'computer', level: n });

function gameOf(...players: Player[]): SavedGame {
	return {
		match: { game: 'quixo', start: '', moves: [], players: [], closing: null },
		players,
		seed: 1,
		clock: null,
		date: '2026-11-15',
		over: true,
		counted: true,
		flipped: false,
		advice: null,
	};
}

it('counts wins, draws and losses by level, also in several tabs', async () => {
	const [one, two] = [await visit(), await visit()];
	one.countResult(gameOf(person, level('4')), [0, 1], 0);
	two.countResult(gameOf(level('4'), person), [0, 1], 0);
	one.countResult(gameOf(person, level('4')), [0, 1], null);
	one.countResult(gameOf(person, level('1')), [0, 1], 0);
	const later = await visit();
	expect(later.resultsAgainst('quixo', '4')).toEqual({ won: 1, drawn: 1, lost: 1 });
	expect(later.resultsAgainst('quixo', '1')).toEqual({ won: 1, drawn: 0, lost: 0 });
	expect(later.gamesWithResults()).toEqual(['quixo']);
	dispatchEvent(new StorageEvent('storage', { key: 'plateau.results' }));
	expect(two.resultsAgainst('quixo', '4')).toEqual({ won: 1, drawn: 1, lost: 1 });
});

it('counts only people on one side against one level on the other', async () => {
	const { countResult, gamesWithResults, resultsAgainst } = await visit();
	countResult(gameOf(person, person), [0, 1], 0);
	countResult(gameOf(level('1'), level('1')), [0, 1], 0);
	countResult(gameOf(person, level('1'), level('4'), level('1')), [0, 1, 0, 1], 0);
	countResult(gameOf(person, level('1'), person, level('4')), [0, 1, 0, 1], 0);
	countResult(gameOf(person, level('1'), level('1'), level('1')), [0, 1, 0, 1], 0);
	expect(gamesWithResults()).toEqual([]);
	countResult(gameOf(person, level('1'), person, level('1')), [0, 1, 0, 1], 1);
	expect(resultsAgainst('quixo', '1').lost).toBe(1);
});

it.each(['7', '{"quixo":3}', '{"quixo":{"4":{"won":-1,"drawn":0,"lost":0}}}', '{'])(
	'starts over if %s was stored',
	async (stored) => {
		localStorage.setItem('plateau.results', stored);
		const { gamesWithResults, resultsAgainst } = await visit();
		expect(gamesWithResults()).toEqual([]);
		expect(resultsAgainst('quixo', '4').won).toBe(0);
	},
);
