import type { PlyView } from '../engine/protocol';

/** The moves since a seat's own one without the last of all, the latest first: with two players there are none. */
export function earlierSince(plies: readonly PlyView[], own: number | null): PlyView[] {
	if (own === null) return [];
	const latestOwn = plies.findLastIndex(({ seat }) => seat === own);
	return plies.slice(latestOwn + 1, -1).reverse();
}
