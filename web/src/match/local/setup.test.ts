import { describe, expect, it } from 'vitest';
import { defaultSetup, loadSetup, newGame, rematch, type Setup, saveSetup, timeControl } from './setup';
import { quantik, quixo, quixo4p } from './testing/fakes';

const today = () => new Date(2026, 10, 5, 23, 59);
/** A random source that always draws at the given fraction. */
const envDrawing = (share: number) => ({ random: () => share, today });

describe('a setup', () => {
	it('chooses side and opener at random', () => {
		const setup: Setup = { ...defaultSetup(quixo), side: 'random', opener: 'random' };
		const low = newGame(quixo, setup, envDrawing(0));
		expect(low.players[0]?.kind).toBe('person');
		expect(low.match.start).toBe('5/5/5/5/5 X');
		const high = newGame(quixo, setup, envDrawing(0.99));
		expect(high.players[1]?.kind).toBe('person');
		expect(high.match.start).toBe('5/5/5/5/5 O');
	});

	it('shuffles seats without separating partners', () => {
		const names = ['Ann', 'Bob', 'Cy', 'Dee'];
		const seats = names.map((name) => ({ who: 'person' as const, name }));
		const setup: Setup = { ...defaultSetup(quixo4p), mode: 'people', seats, randomSeats: true };
		expect(newGame(quixo4p, setup, envDrawing(0.3)).match.players).toEqual(['Dee', 'Ann', 'Bob', 'Cy']);
		expect(newGame(quixo4p, { ...setup, randomSeats: false }, envDrawing(0.3)).match.players).toEqual(names);
	});

	it('draws lots for who begins where colours are free, not for the colours', () => {
		const light = newGame(quantik, defaultSetup(quantik), envDrawing(0));
		expect(light.players.map(({ kind }) => kind)).toEqual(['person', 'computer']);
		expect(light.match.swapped).toBeUndefined();
		const dark = newGame(quantik, defaultSetup(quantik), envDrawing(0.99));
		expect(dark.players.map(({ kind }) => kind)).toEqual(['computer', 'person']);
		expect(dark.match).toMatchObject({ start: '4/4/4/4 1', swapped: true });
	});

	it('lets either colour begin from the first seat', () => {
		const setup: Setup = { ...defaultSetup(quantik), side: '1', opener: '1' };
		const game = newGame(quantik, setup, envDrawing(0));
		expect(game.players.map(({ kind }) => kind)).toEqual(['person', 'computer']);
		expect(game.match).toMatchObject({ start: '4/4/4/4 1', swapped: true });
		const other = rematch(game, envDrawing(0));
		expect(other.players.map(({ kind }) => kind)).toEqual(['computer', 'person']);
		expect(other.match.swapped).toBe(true);
		const chosen: Setup = { ...defaultSetup(quantik), opener: '0' };
		expect(newGame(quantik, chosen, envDrawing(0.99)).players[0]?.kind).toBe('person');
	});

	it('dates the game by the local day', () => {
		expect(newGame(quantik, defaultSetup(quantik), envDrawing(0)).date).toBe('2026-11-05');
	});

	it('is saved per game, and invalid values become defaults', () => {
		const chosen: Setup = { ...defaultSetup(quixo), level: '5', side: 'random', clock: '10+10' };
		saveSetup(quixo, chosen);
		expect(loadSetup(quixo)).toEqual(chosen);
		expect(loadSetup(quantik)).toEqual(defaultSetup(quantik));
		localStorage.setItem(
			'plateau.setup.quixo',
			'{"level":"9","side":7,"seats":3,"custom":{},"randomSeats":"x","clock":"1+0"}',
		);
		expect(loadSetup(quixo)).toEqual({ ...defaultSetup(quixo), clock: '1+0' });
	});

	it('keeps a custom clock within limits', () => {
		const custom = (minutes: number, increment: number) =>
			timeControl({ ...defaultSetup(quixo), clock: 'custom', custom: { minutes, increment } });
		expect(custom(3, 2)).toEqual({ minutes: 3, increment: 2 });
		expect(custom(0, -1)).toEqual({ minutes: 1, increment: 0 });
		expect(custom(Number.NaN, 1e9)).toEqual({ minutes: 1, increment: 60 });
	});
});

describe('a rematch', () => {
	it('moves everybody by one seat and resets the clocks', () => {
		const setup: Setup = { ...defaultSetup(quixo4p), level: '3', clock: '5+5' };
		const first = newGame(quixo4p, setup, envDrawing(0));
		const played = { ...first, match: { ...first.match, moves: ['a1-a5.1'] }, over: true };
		const next = rematch(played, envDrawing(0.5));
		expect(next.players.map((player) => player.kind)).toEqual(['computer', 'person', 'computer', 'computer']);
		expect(next.match).toEqual({ ...first.match, players: ['', '', '', ''] });
		expect(next.clock).toEqual(first.clock);
		expect(next.over).toBe(false);
		expect(next.seed).not.toBe(first.seed);
	});
});
