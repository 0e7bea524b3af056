import type { Turn } from '../board/types';
import { onlyPerson } from './format';
import type { SavedGame } from './saved';

// Four sit around the table clockwise, the first at the bottom: bottom, left,
// top, right. The board is turned clockwise until the seat is at the bottom.
const toBottom: Record<number, readonly Turn[]> = { 2: [0, 180], 4: [0, 270, 180, 90] };

/** How the board lies for whoever sits at a seat and looks at it from there, or from the other side. */
export function turnTo(seats: number, seat: number, flipped: boolean): Turn {
	const base = toBottom[seats]?.[seat] ?? 0;
	return (flipped ? (base + 180) % 360 : base) as Turn;
}

/** How the board lies while a seat is to move. `turning`: it turns to whichever person is to move. */
export function orientation(game: SavedGame, toMove: number, turning: boolean): Turn {
	const seats = game.players.length;
	const only = onlyPerson(game);
	let towards = 0;
	if (only !== null) towards = seats > 2 ? only : 0;
	else if (turning) towards = game.players[toMove]?.kind === 'person' ? toMove : 0;
	return turnTo(seats, towards, game.flipped);
}
