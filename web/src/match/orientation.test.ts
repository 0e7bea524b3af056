import { expect, it } from 'vitest';
import type { Player, SavedGame } from './local/saved';
import { defaultSetup, newGame } from './local/setup';
import { quixo, quixo4p } from './local/testing/fakes';
import { orientation, placeOf, rotationFor, seatAtBottom } from './orientation';

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

it('stays still for one person, who sits at the bottom', () => {
	expect(turns(gameOf([computer, person]), true)).toEqual([180, 180]);
	expect(turns(gameOf([computer, person, computer, computer]), true)).toEqual([270, 270, 270, 270]);
});

it('can be flipped', () => {
	expect(turns(gameOf([person, person], true), true)).toEqual([180, 0]);
	expect(turns(gameOf([computer, person, computer, computer], true), false)).toEqual([90, 90, 90, 90]);
});

it('seats the players around the board, partners opposite each other', () => {
	const around = (seats: number, rotation: 0 | 90 | 180 | 270) =>
		[...Array(seats).keys()].map((seat) => placeOf(seats, seat, rotation));
	expect(around(2, 0)).toEqual(['bottom', 'top']);
	expect(around(2, 180)).toEqual(['top', 'bottom']);
	expect(around(4, 0)).toEqual(['bottom', 'left', 'top', 'right']);
	expect(around(4, 90)).toEqual(['left', 'top', 'right', 'bottom']);
	for (const seats of [2, 4])
		for (let seat = 0; seat < seats; seat++)
			expect(seatAtBottom(seats, rotationFor(seats, seat, false))).toBe(seat);
});
