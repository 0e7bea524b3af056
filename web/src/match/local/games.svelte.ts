// The games on this device. Several tabs may show them, even the same game, so each
// change names the revision it follows (kernel/revisions.ts), and the tabs tell each
// other. A tab whose change comes too late shows the newer state instead.

import { randomID } from '../../kernel/randomID';
import { report } from '../../kernel/report';
import { openRevisions, type Revision, type Revisions } from '../../kernel/revisions';
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

/** The part of BroadcastChannel used here: messages are ids of games that changed. */
export interface Channel {
	postMessage(id: string): void;
	onmessage: ((event: MessageEvent<string>) => void) | null;
}

export interface Environment {
	revisions: () => Promise<Revisions<SavedGame>>;
	channel: Channel | null;
	/** Milliseconds since 1970. */
	now: () => number;
	/** What to do when a game cannot be stored. */
	failed: (error: unknown) => void;
}

const day = 86_400_000;
/** How many finished games are kept, for analysis. */
const maxFinished = 20;
/** How long deleted games are remembered for other tabs, and games without a move are kept. */
const leftoverAge = day;
/** The id of the game that earlier versions kept in local storage. */
const firstID = 'first';

interface Writer {
	id: string;
	/** The stored game that this page knows, and its revision. */
	base: SavedGame;
	revision: number;
	/** The latest state, if it is not stored yet. */
	unsaved: SavedGame | null;
	writing: boolean;
	/** Called when another tab has a newer state; null if it must not write any more. */
	newer: (() => void) | null;
}

export class LocalGames {
	#env: Environment;
	#revisions: Promise<Revisions<SavedGame>> | null = null;
	#all = $state.raw<ReadonlyMap<string, ListedGame>>(new Map());
	#writers = new Set<Writer>();

	constructor(env: Environment) {
		this.#env = env;
		if (env.channel) env.channel.onmessage = ({ data }) => void this.#refresh(data);
	}

	/** All games, last changed first; reactive. */
	get all(): ListedGame[] {
		return [...this.#all.values()].sort((a, b) => b.changed - a.changed);
	}

	/** The games that can be continued. One without a move is not worth listing. */
	get running(): ListedGame[] {
		return this.all.filter(({ game }) => !game.over && game.match.moves.length > 0);
	}

	/** Reads the list; it is kept up to date from then on. */
	async load(): Promise<void> {
		await this.#store();
	}

	/** Adds a game and returns its id. */
	async start(game: SavedGame): Promise<string> {
		const id = randomID(6);
		const store = await this.#store();
		await this.#attempt(() => store.add({ id, revision: 1, at: this.#env.now(), value: game }), true);
		this.#know(id, game);
		this.#env.channel?.postMessage(id);
		return id;
	}

	/**
	 * Opens a game, or without an id the last one that is not over; null if there is
	 * none. `newer` is called once, if another tab changes or deletes it.
	 */
	async open(id: string | undefined, newer: () => void): Promise<OpenGame | null> {
		const store = await this.#store();
		const wanted = id ?? this.all.find(({ game }) => !game.over)?.id;
		if (wanted === undefined) return null;
		const found = await this.#attempt(() => store.newest(wanted), null);
		// Without storage the list is all there is.
		const game = found ? checked(found) : (this.#all.get(wanted)?.game ?? null);
		if (!game) return null;
		const writer: Writer = {
			id: wanted,
			base: game,
			revision: found?.revision ?? 1,
			unsaved: null,
			writing: false,
			newer,
		};
		this.#writers.add(writer);
		return {
			id: wanted,
			game,
			save: (next) => this.#save(writer, next),
			close: () => void this.#writers.delete(writer),
		};
	}

	/** Deletes a game, in other tabs, too. */
	async delete(id: string): Promise<void> {
		const store = await this.#store();
		for (;;) {
			const newest = await store.newest(id);
			const revision = (newest?.revision ?? 0) + 1;
			if (await store.add({ id, revision, at: this.#env.now(), value: null })) break;
		}
		this.#know(id, null);
		this.#env.channel?.postMessage(id);
	}

	/** Looks for changes that this tab was not told about, because it was asleep. */
	async catchUp(): Promise<void> {
		await Promise.all([...new Set([...this.#writers].map(({ id }) => id))].map((id) => this.#refresh(id)));
	}

	#store(): Promise<Revisions<SavedGame>> {
		this.#revisions ??= this.#read();
		return this.#revisions;
	}

	async #read(): Promise<Revisions<SavedGame>> {
		const store = await this.#env.revisions();
		await this.#attempt(() => this.#adoptOldGame(store), undefined);
		const found = await this.#attempt(() => store.all(), []);
		const games = new Map<string, ListedGame>();
		for (const revision of found) {
			const game = checked(revision);
			if (game) games.set(revision.id, { id: revision.id, game, changed: revision.at });
		}
		this.#all = games;
		for (const id of this.#leftovers(found)) await this.#attempt(() => this.#forget(store, id), undefined);
		return store;
	}

	/** Earlier versions kept one game, in local storage. */
	async #adoptOldGame(store: Revisions<SavedGame>): Promise<void> {
		const game = load<SavedGame | null>('game', asSavedGame, null);
		// Another tab may do the same at the same time: only one of them adds it.
		if (game) await store.add({ id: firstID, revision: 1, at: this.#env.now(), value: game });
		remove('game');
	}

	#leftovers(found: Revision<SavedGame>[]): string[] {
		const old = (at: number) => this.#env.now() - at > leftoverAge;
		const unused = found.filter((one) => {
			const moves = one.value === null ? [] : checked(one)?.match.moves;
			return old(one.at) && moves?.length === 0;
		});
		const finished = this.all.filter(({ game }) => game.over).slice(maxFinished);
		return [...unused, ...finished].map(({ id }) => id);
	}

	async #forget(store: Revisions<SavedGame>, id: string): Promise<void> {
		await store.forget(id);
		this.#know(id, null);
	}

	#save(writer: Writer, game: SavedGame): void {
		if (!writer.newer || same(game, writer.unsaved ?? writer.base)) return;
		writer.unsaved = game;
		this.#know(writer.id, game);
		if (!writer.writing) void this.#write(writer);
	}

	async #write(writer: Writer): Promise<void> {
		writer.writing = true;
		try {
			const store = await this.#store();
			while (writer.unsaved && writer.newer) {
				const value = writer.unsaved;
				const revision = writer.revision + 1;
				if (await store.add({ id: writer.id, revision, at: this.#env.now(), value })) {
					writer.base = value;
					writer.revision = revision;
					if (writer.unsaved === value) writer.unsaved = null;
					this.#env.channel?.postMessage(writer.id);
				} else {
					this.#yield(writer, await store.newest(writer.id));
				}
			}
		} catch (error) {
			this.#env.failed(error);
		} finally {
			writer.writing = false;
		}
	}

	/** Something changed in another tab. */
	async #refresh(id: string): Promise<void> {
		const store = await this.#store();
		const newest = await this.#attempt(() => store.newest(id), null);
		if (!newest) return;
		this.#know(id, checked(newest), newest.at);
		for (const writer of this.#writers) {
			// A change that is under way finds out by itself.
			if (writer.id !== id || writer.writing || newest.revision <= writer.revision) continue;
			this.#yield(writer, newest);
		}
	}

	/**
	 * Decides what becomes of a page that is behind. If the other tab changed nothing but
	 * the clocks, or made the same move, it goes on; otherwise it has to show the newer
	 * state.
	 */
	#yield(writer: Writer, newest: Revision<SavedGame> | null): void {
		const theirs = newest && checked(newest);
		const own = writer.unsaved ?? writer.base;
		if (newest && theirs && (sameMatch(theirs, writer.base) || sameMatch(theirs, own))) {
			if (!sameMatch(theirs, writer.base)) writer.unsaved = null;
			writer.revision = newest.revision;
			writer.base = theirs;
		} else {
			const { newer } = writer;
			writer.newer = null;
			writer.unsaved = null;
			this.#writers.delete(writer);
			this.#know(writer.id, theirs, newest?.at);
			newer?.();
		}
	}

	#know(id: string, game: SavedGame | null, changed = this.#env.now()): void {
		const all = new Map(this.#all);
		if (game) all.set(id, { id, game, changed });
		else all.delete(id);
		this.#all = all;
	}

	async #attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
		try {
			return await work();
		} catch (error) {
			this.#env.failed(error);
			return otherwise;
		}
	}
}

function checked({ value }: Revision<SavedGame>): SavedGame | null {
	return asSavedGame(value);
}

function same(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

function sameMatch(a: SavedGame, b: SavedGame): boolean {
	return same(a.match, b.match);
}

/** The games on this device. */
export const localGames = new LocalGames({
	revisions: () => openRevisions('plateau-games'),
	channel: typeof BroadcastChannel === 'function' ? new BroadcastChannel('plateau-games') : null,
	now: Date.now,
	failed: (error) => report(error, 'storage'),
});

document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') void localGames.catchUp();
});
