import type { Sample } from '../../board/look';
import { allLooks } from '../../board/looks';

/** What pages show of a game before the rules are loaded. */
export interface FeaturedGame extends Sample {
	id: string;
}

/** The games with a sample, in the order of lists. */
export const featuredGames: readonly FeaturedGame[] = allLooks()
	.flatMap(({ game, sample }) => (sample === undefined ? [] : [{ id: game, ...sample }]))
	.sort((a, b) => a.place - b.place);
