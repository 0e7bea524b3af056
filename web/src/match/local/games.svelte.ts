// The games on this device (kernel/collection.svelte.ts).

import {
	Collection,
	collectionOnDevice,
	type Environment,
	type Kind,
	type Listed,
} from '../../kernel/collection.svelte';
import type { Revisions } from '../../kernel/revisions';
import { load, remove } from '../../kernel/storage';
import { asSavedGame, type SavedGame } from './saved';

/** A game with what the list of games needs. */
export interface ListedGame {
	id: string;
	game: SavedGame;
	/** The last change, in milliseconds since 1970. */
	changed: number;
}

/** A game that a page shows. */
export interface OpenGame {
	readonly id: string;
	/** As it was opened. */
	readonly game: SavedGame;
	/** Saves a change. After another tab was faster, nothing is saved any more. */
	save(game: SavedGame): void;
	/** The page no longer wants to know about other tabs. */
	close(): void;
}

/** How many finished games are kept, for analysis. */
const maxFinished = 20;
/** How many unfinished games are kept in any case. People who leave one mostly start another, and never come back to it. */
const maxRunning = 20;
/** How long games without a move, and unfinished ones beyond those, are kept. */
const leftoverAge = 86_400_000;
/** The id of the game that earlier versions kept in local storage. */
const firstID = 'first';

export class LocalGames {
	#games: Collection<SavedGame>;

	constructor(env: Environment<SavedGame>) {
		this.#games = new Collection(kindOf(env.now), env);
	}

	/** All games, last changed first; reactive. */
	get all(): ListedGame[] {
		return this.#games.all.map(({ id, value, changed }) => ({ id, game: value, changed }));
	}

	/** The games that can be continued. One without a move is not worth listing. */
	get running(): ListedGame[] {
		return this.all.filter(({ game }) => !game.over && game.match.moves.length > 0);
	}

	/** Reads the list; it is kept up to date from then on. */
	load(): Promise<void> {
		return this.#games.load();
	}

	/** Adds a game and returns its id. */
	start(game: SavedGame): Promise<string> {
		return this.#games.add(game);
	}

	/**
	 * Opens a game, or without an id the last one that is not over; null if there is
	 * none. `newer` is called once, if another tab changes or deletes it.
	 */
	async open(id: string | undefined, newer: () => void): Promise<OpenGame | null> {
		await this.load();
		const wanted = id ?? this.all.find(({ game }) => !game.over)?.id;
		const opened = wanted === undefined ? null : await this.#games.open(wanted, newer);
		return opened && { ...opened, game: opened.value };
	}

	/** Deletes a game, in other tabs, too. */
	delete(id: string): Promise<void> {
		return this.#games.set(id, null);
	}

	/** Deletes all games, in other tabs, too. */
	erase(): Promise<void> {
		return this.#games.erase();
	}

	/** Looks for changes that this tab was not told about, because it was asleep. */
	catchUp(): Promise<void> {
		return this.#games.catchUp();
	}
}

function kindOf(now: () => number): Kind<SavedGame> {
	return {
		check: asSavedGame,
		// Clocks may differ.
		agree: (a, b) => JSON.stringify(a.match) === JSON.stringify(b.match),
		prepare: (store) => adoptOldGame(store, now()),
		leftovers: (found) => leftovers(found, now()),
	};
}

/** Earlier versions kept one game, in local storage. */
async function adoptOldGame(store: Revisions<SavedGame>, at: number): Promise<void> {
	const game = load<SavedGame | null>('game', asSavedGame, null);
	// Another tab may do the same at the same time: only one of them adds it.
	if (game) await store.add({ id: firstID, revision: 1, at, value: game });
	remove('game');
}

/** `found` is sorted, last changed first. */
function leftovers(found: Listed<SavedGame>[], now: number): string[] {
	const isOld = ({ changed }: Listed<SavedGame>) => now - changed > leftoverAge;
	const isUnused = ({ value }: Listed<SavedGame>) => value.match.moves.length === 0;
	const finished = found.filter(({ value }) => value.over).slice(maxFinished);
	const running = found.filter((one) => !one.value.over && !isUnused(one)).slice(maxRunning);
	return [...found.filter(isUnused).filter(isOld), ...running.filter(isOld), ...finished].map(({ id }) => id);
}

/** The games on this device. */
export const localGames = collectionOnDevice(
	'plateau-games',
	(env: Environment<SavedGame>) => new LocalGames(env),
);
