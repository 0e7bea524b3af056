// The course of a game as heights, from the first team's side.

import type { GameInfo, PlyView, ReviewPly, Worth } from '../../engine/protocol';
import { reversed } from './values';

/** A position of a game. */
export interface Point {
	/** How many plies led to it. */
	ply: number;
	/** For the first team; null if not reviewed yet. */
	worth: Worth | null;
	/** From −1, lost for the first team, to 1, won. Estimates stay in between. */
	height: number | null;
	/** The fault of the move that led here. */
	fault: ReviewPly['fault'];
}

/** Estimates stay below proved values. */
const highestEstimate = 0.9;

function heightOf({ outcome, estimate }: Worth): number {
	if (outcome === 'unknown') return (estimate ?? 0) * highestEstimate;
	return { win: 1, draw: 0, loss: -1 }[outcome];
}

/** All positions of a game, including the start. */
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
