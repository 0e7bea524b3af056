import type { Rotation } from '../board/types';
import { onlyPerson } from './local/players';
import type { SavedGame } from './local/saved';

// Four players sit clockwise around the board, the first at the bottom: bottom, left,
// top, right. The board is turned clockwise until the seat is at the bottom.
const toBottom: Record<number, readonly Rotation[]> = { 2: [0, 180], 4: [0, 270, 180, 90] };

/** The rotation for a player at a seat, or flipped. */
export function rotationFor(seats: number, seat: number, flipped: boolean): Rotation {
	const base = toBottom[seats]?.[seat] ?? 0;
	return (flipped ? (base + 180) % 360 : base) as Rotation;
}

export type Place = 'bottom' | 'left' | 'top' | 'right';

/** Clockwise, as the seats. */
const places: readonly Place[] = ['bottom', 'left', 'top', 'right'];

/** Where a seat is on the screen while the board is rotated. */
export function placeOf(seats: number, seat: number, rotation: Rotation): Place {
	return places[((4 / seats) * seat + rotation / 90) % 4] ?? 'bottom';
}

/** The seat at the bottom of the screen. */
export function seatAtBottom(seats: number, rotation: Rotation): number {
	for (let seat = 0; seat < seats; seat++) if (placeOf(seats, seat, rotation) === 'bottom') return seat;
	return 0;
}

/** The rotation of the board while a seat is to move. If `turning`, it follows the person to move. */
export function orientation(game: SavedGame, toMove: number, turning: boolean): Rotation {
	const seats = game.players.length;
	const only = onlyPerson(game);
	let towards = 0;
	if (only !== null) towards = only;
	else if (turning) towards = game.players[toMove]?.kind === 'person' ? toMove : 0;
	return rotationFor(seats, towards, game.flipped);
}
