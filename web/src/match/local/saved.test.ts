import { beforeEach, expect, it } from 'vitest';
import { forgetCachedGame, lastGame, saveGame, unfinishedGame, wouldLoseGame } from './saved';
import { defaultSetup, newGame } from './setup';
import { quixo } from './testing/fakes';

const setup = { ...defaultSetup(quixo), clock: '5+5' as const };
const game = newGame(quixo, setup, { random: () => 0, today: () => new Date(0) });

beforeEach(() => {
	localStorage.clear();
	forgetCachedGame();
});

it('survives a reload', () => {
	saveGame(game);
	forgetCachedGame();
	expect(lastGame()).toEqual(game);
	expect(unfinishedGame()?.match).toEqual(game.match);
});

it('cannot be continued when it is over', () => {
	saveGame({ ...game, over: true });
	expect(unfinishedGame()).toBeNull();
	expect(lastGame()).not.toBeNull();
});

it('needs confirmation to replace only when under way', () => {
	expect(wouldLoseGame()).toBe(false);
	saveGame(game);
	expect(wouldLoseGame()).toBe(false);
	saveGame({ ...game, match: { ...game.match, moves: ['a1-a5', 'b1-b5'] } });
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
	expect(lastGame()).toBeNull();
});
