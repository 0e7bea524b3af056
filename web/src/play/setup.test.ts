import { describe, expect, it } from 'vitest';
import {
	newGame,
	rematch,
	rememberedSetup,
	rememberSetup,
	type Setup,
	timeControl,
	usualSetup,
} from './setup';
import { quantik, quixo, quixo4p } from './testing/fakes';

const today = () => new Date(2026, 10, 5, 23, 59);
/** Lots that fall on the given share of what there is to draw from. */
const lots = (share: number) => ({ random: () => share, today });

describe('a setup', () => {
	it('draws side and opener by lot', () => {
		const setup: Setup = { ...usualSetup(quixo), side: 'lot', opener: 'lot' };
		const low = newGame(quixo, setup, lots(0));
		expect(low.players[0]?.kind).toBe('person');
		expect(low.match.start).toBe('5/5/5/5/5 X');
		const high = newGame(quixo, setup, lots(0.99));
		expect(high.players[1]?.kind).toBe('person');
		expect(high.match.start).toBe('5/5/5/5/5 O');
	});

	it('draws seats without parting partners', () => {
		const names = ['Ann', 'Bob', 'Cy', 'Dee'];
		const seats = names.map((name) => ({ who: 'person' as const, name }));
		const setup: Setup = { ...usualSetup(quixo4p), mode: 'people', seats, lots: true };
		expect(newGame(quixo4p, setup, lots(0.3)).match.players).toEqual(['Dee', 'Ann', 'Bob', 'Cy']);
		expect(newGame(quixo4p, { ...setup, lots: false }, lots(0.3)).match.players).toEqual(names);
	});

	it('never begins with a side that may not', () => {
		expect(newGame(quantik, { ...usualSetup(quantik), opener: '1' }, lots(0)).match.start).toBe('4/4/4/4 1');
	});

	it('dates the game by the day where the players are', () => {
		expect(newGame(quantik, usualSetup(quantik), lots(0)).date).toBe('2026-11-05');
	});

	it('is remembered by game, and what is damaged is as usual', () => {
		const chosen: Setup = { ...usualSetup(quixo), level: '5', side: 'lot', clock: '10+10' };
		rememberSetup(quixo, chosen);
		expect(rememberedSetup(quixo)).toEqual(chosen);
		expect(rememberedSetup(quantik)).toEqual(usualSetup(quantik));
		localStorage.setItem(
			'plateau.setup.quixo',
			'{"level":"9","side":7,"seats":3,"custom":{},"lots":"x","clock":"1+0"}',
		);
		expect(rememberedSetup(quixo)).toEqual({ ...usualSetup(quixo), clock: '1+0' });
	});

	it('keeps a clock of people’s own within limits', () => {
		const custom = (minutes: number, increment: number) =>
			timeControl({ ...usualSetup(quixo), clock: 'custom', custom: { minutes, increment } });
		expect(custom(3, 2)).toEqual({ minutes: 3, increment: 2 });
		expect(custom(0, -1)).toEqual({ minutes: 1, increment: 0 });
		expect(custom(Number.NaN, 1e9)).toEqual({ minutes: 1, increment: 60 });
	});
});

describe('a rematch', () => {
	it('moves everybody by a seat and winds the clocks', () => {
		const setup: Setup = { ...usualSetup(quixo4p), level: '3', clock: '5+5' };
		const first = newGame(quixo4p, setup, lots(0));
		const played = { ...first, match: { ...first.match, moves: ['a1-a5.1'] }, over: true };
		const next = rematch(played, lots(0.5));
		expect(next.players.map((player) => player.kind)).toEqual(['computer', 'person', 'computer', 'computer']);
		expect(next.match).toEqual({ ...first.match, players: ['', '', '', ''] });
		expect(next.clock).toEqual(first.clock);
		expect(next.over).toBe(false);
		expect(next.seed).not.toBe(first.seed);
	});
});
