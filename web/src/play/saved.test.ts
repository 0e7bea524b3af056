import { beforeEach, expect, it } from 'vitest';
import { forgetKept, keepGame, keptGame, savedGame, wouldLoseGame } from './saved';
import { newGame, usualSetup } from './setup';
import { quixo } from './testing/fakes';

const setup = { ...usualSetup(quixo), clock: '5+5' as const };
const game = newGame(quixo, setup, { random: () => 0, today: () => new Date(0) });

beforeEach(() => {
	localStorage.clear();
	forgetKept();
});

it('survives a reload', () => {
	keepGame(game);
	forgetKept();
	expect(keptGame()).toEqual(game);
	expect(savedGame()?.match).toEqual(game.match);
});

it('is nothing to go on with when it is over', () => {
	keepGame({ ...game, over: true });
	expect(savedGame()).toBeNull();
	expect(keptGame()).not.toBeNull();
});

it('is worth a question only when it is under way', () => {
	expect(wouldLoseGame()).toBe(false);
	keepGame(game);
	expect(wouldLoseGame()).toBe(false);
	keepGame({ ...game, match: { ...game.match, moves: ['a1-a5', 'b1-b5'] } });
	expect(wouldLoseGame()).toBe(true);
});

it.each([
	['no JSON', '{'],
	['another shape', '{"match":{}}'],
	['clocks that do not fit', JSON.stringify({ ...game, clock: { ...game.clock, times: [] } })],
	[
		'an unknown player',
		JSON.stringify({ ...game, players: [{ kind: 'person' }, { kind: 'computer', level: '9' }] }),
	],
	[
		'a strange ending',
		JSON.stringify({ ...game, match: { ...game.match, closing: { how: 'magic', seat: 0 } } }),
	],
])('is no game when what is stored has %s', (_, stored) => {
	localStorage.setItem('plateau.game', stored);
	expect(keptGame()).toBeNull();
});
