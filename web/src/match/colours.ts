// Where colours are free, they belong to the match: notation only knows who moved first.

import { swappedLook } from '../board/looks';
import type { GameInfo } from '../engine/protocol';

/** A game as a match of it is drawn and named. */
export function inColours(info: GameInfo, match: { swapped?: boolean | undefined }): GameInfo {
	return match.swapped && info.free_colours ? { ...info, look: swappedLook(info.id) } : info;
}
