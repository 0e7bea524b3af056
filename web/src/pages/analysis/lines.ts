import type { MatchText } from '../../engine/protocol';

/** Whether two games have the same moves, regardless of players and result. */
export function sameLine(a: MatchText, b: MatchText): boolean {
	return a.moves.length === b.moves.length && beginsWith(a, b);
}

/** Whether a game starts with all moves of another. */
export function beginsWith(whole: MatchText, part: MatchText): boolean {
	if (whole.game !== part.game || whole.start !== part.start) return false;
	return part.moves.every((move, i) => whole.moves[i] === move);
}
