import all from 'virtual:looks';
import { nameLike, nameSwapped } from '../kernel/words/i18n.svelte';
import type { Look } from './look';
import './themes.css';

const looks = new Map<string, Look>();
for (const look of all) {
	if (looks.has(look.game)) throw new Error(`two looks for the game "${look.game}"`);
	looks.set(look.game, look);
	if (look.namedLike !== undefined) nameLike(look.game, look.namedLike);
	if (look.swap !== undefined) addSwapped(look, look.swap);
}

/** The look of a match whose seats have each other's colours. */
export function swappedLook(game: string): string {
	return `${game}~swapped`;
}

function addSwapped(look: Look, swap: (letter: string) => string): void {
	const id = swappedLook(look.game);
	const { sample: _, ...unlisted } = look;
	looks.set(id, { ...unlisted, game: id, drawnAs: swap });
	nameSwapped(id, look.game, swap);
}

/** The look of a game. There is no default: a game without a look is a mistake of the build. */
export function lookOf(game: string): Look {
	const look = looks.get(game);
	if (look === undefined)
		throw new Error(`the pages have no look for the game "${game}": see "Adding a game"`);
	return look;
}

/** The game that is the same with lines announced, if there is one. */
export function announcedVariant(game: string): string | null {
	return allLooks().find(({ announcedOf }) => announcedOf === game)?.game ?? null;
}

/** The looks of all games in these pages. */
export function allLooks(): Look[] {
	return [...looks.values()].filter((look) => look.drawnAs === undefined);
}
