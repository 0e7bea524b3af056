import { expect, it } from 'vitest';
import type { Player, SavedGame } from './local/saved';
import { defaultSetup, newGame } from './local/setup';
import { quixo, quixo4p } from './local/testing/fakes';
import { orientation } from './orientation';

const person: Player = { kind: 'person' };
const computer: Player = { kind: 'computer', level: '1' };
const env = { random: () => 0, today: () => new Date(0) };

function gameOf(players: Player[], flipped = false): SavedGame {
	const info = players.length > 2 ? quixo4p : quixo;
	return { ...newGame(info, defaultSetup(info), env), players, flipped };
}

const turns = (game: SavedGame, turning: boolean) =>
	game.players.map((_, toMove) => orientation(game, toMove, turning));

it('turns to the person to move if the setting is on', () => {
	expect(turns(gameOf([person, person]), true)).toEqual([0, 180]);
	expect(turns(gameOf([person, person]), false)).toEqual([0, 0]);
	expect(turns(gameOf([person, person, person, person]), true)).toEqual([0, 270, 180, 90]);
});

it('stays still for one person, who sits at the bottom in a game for four', () => {
	expect(turns(gameOf([computer, person]), true)).toEqual([0, 0]);
	expect(turns(gameOf([computer, person, computer, computer]), true)).toEqual([270, 270, 270, 270]);
});

it('can be flipped', () => {
	expect(turns(gameOf([person, person], true), true)).toEqual([180, 0]);
	expect(turns(gameOf([computer, person, computer, computer], true), false)).toEqual([90, 90, 90, 90]);
});
