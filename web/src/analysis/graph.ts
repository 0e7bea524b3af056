// The course of a game as heights, from the first team's side of the table.

import type { GameInfo, PlyView, ReviewPly, Worth } from '../engine/protocol';
import { reversed } from './values';

/** What is known of a position of a game. */
export interface Point {
	/** How many plies led to it. */
	ply: number;
	/** To the first team; null where it has not been judged yet. */
	worth: Worth | null;
	/** From −1, lost for the first team, to 1, won; an estimate stays between. */
	height: number | null;
	/** What the move that led here was. */
	fault: ReviewPly['fault'];
}

/** How high an estimate can get: what is not proved stays below what is. */
const highestEstimate = 0.9;

function heightOf({ outcome, estimate }: Worth): number {
	if (outcome === 'unknown') return (estimate ?? 0) * highestEstimate;
	return { win: 1, draw: 0, loss: -1 }[outcome];
}

/** The positions of a game, the start included. */
export function pointsOf(
	info: GameInfo,
	plies: readonly PlyView[],
	reviewed: ReadonlyMap<number, ReviewPly>,
): Point[] {
	const toFirstTeam = (ply: number, worth: Worth) =>
		info.seats[plies[ply]?.seat ?? 0]?.team === 0 ? worth : reversed(worth);
	const worthAt = (ply: number): Worth | null => {
		const next = reviewed.get(ply);
		if (next) return toFirstTeam(ply, next.before);
		const before = reviewed.get(ply - 1);
		return before ? toFirstTeam(ply - 1, before.after) : null;
	};
	return Array.from({ length: plies.length + 1 }, (_, ply) => {
		const worth = worthAt(ply);
		return {
			ply,
			worth,
			height: worth && heightOf(worth),
			fault: reviewed.get(ply - 1)?.fault ?? 'none',
		};
	});
}
