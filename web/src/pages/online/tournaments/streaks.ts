import type { CrossCell } from '../../../net/types';

/** How many of the last games somebody has won in a row; games that are not over do not count. */
export function streakOf(cells: readonly CrossCell[]): number {
	const known = cells.filter(({ points }) => points !== null);
	const last = known.findLastIndex(({ points }) => points !== 1);
	return known.length - 1 - last;
}
