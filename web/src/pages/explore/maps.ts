import maps from 'virtual:maps';
import { lookOf } from '../../board/looks';
import { featuredGames } from '../home/featuredGames';
import type { MapData } from './mapData';

export type { MapData };

/** The games with a map, in the order of lists: those that are solved, and have figures in docs/data. */
export const exploredGames = featuredGames.filter(
	({ id }) => lookOf(id).layers !== undefined && Object.hasOwn(maps, id),
);

/** The figures of a game, or null if it has no map. */
export async function loadMap(game: string): Promise<MapData | null> {
	const load = exploredGames.some(({ id }) => id === game) ? maps[game] : undefined;
	return load ? (await load()).default : null;
}
