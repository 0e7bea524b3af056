import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layersOf, mappedGames, readMap, readTable } from '../../../build/maps';

const docs = resolve(import.meta.dirname, '../../../../docs');

describe('the figures of solved games', () => {
	it('are read from tables, by the names of their columns', () => {
		const rows = readTable('pieces,positions_won,positions_lost\n1,0,128\n0,1,0\n');
		expect(layersOf(rows)).toEqual([
			{ pieces: 0, won: 1, drawn: 0, lost: 0 },
			{ pieces: 1, won: 0, drawn: 0, lost: 128 },
		]);
		expect(() => readTable('a,b\n1\n')).toThrow('cannot read the row');
	});

	it('are there for every game with a map', () => {
		const games = mappedGames(docs);
		expect(games.length).toBeGreaterThan(2);
		for (const game of games) {
			// The map links to what the manual says about the game.
			expect(existsSync(join(docs, `${game}.md`)), game).toBe(true);
			const { layers, films, onlyWins } = readMap(docs, game);
			expect(layers.length, game).toBeGreaterThan(10);
			// Every film is as long as the value of its position says.
			for (const { value, line } of films) expect(value, game).toMatch(new RegExp(` ${line.length}$`));
			expect(onlyWins.length, game).toBeGreaterThan(50);
			expect(new Set(onlyWins.map(({ position }) => position)).size, game).toBe(onlyWins.length);
		}
		// As docs/quixo.md says.
		const total = readMap(docs, 'quixo').layers.reduce((sum, { won }) => sum + won, 0);
		expect(total).toBe(441_815_157_309);
	});
});
