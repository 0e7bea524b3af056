// What is told live beside the tables themselves: the open tables of the lobby,
// one's own tables, and whether an opponent was found.

import { me, remember } from '../net/me.svelte';
import { type Connection, Stream, type StreamListener, type StreamOptions } from '../net/stream';
import type { LobbyNews, MineNews, Summary, TimeTerms } from '../net/types';

/** Opens and closes a stream; tests have one of their own. */
export type Listen = (
	path: string,
	listener: StreamListener,
	options?: StreamOptions,
) => { open: () => void; close: () => void };

const listenToServer: Listen = (path, listener, options) => new Stream(path, listener, options);

/** The open tables that everybody may see. */
export class Lobby {
	#listen: Listen;
	#tables = $state.raw<Map<string, Summary>>(new Map());
	#heard = $state(false);
	#connection = $state<Connection>('connecting');

	constructor(listen: Listen = listenToServer) {
		this.#listen = listen;
	}

	/** The latest first. */
	get tables(): Summary[] {
		return [...this.#tables.values()].sort((a, b) => b.entered - a.entered);
	}

	/** Whether the list is known, even if it is not the latest. */
	get known(): boolean {
		return this.#heard;
	}

	get lost(): boolean {
		return this.#connection === 'lost';
	}

	/** Begins to listen; what it returns ends that. */
	watch(): () => void {
		const stream = this.#listen('lobby/events', {
			heard: (event, data) => {
				if (event === 'lobby') this.#take(data as LobbyNews);
			},
			changed: (connection) => {
				this.#connection = connection;
			},
			ended: () => {
				this.#connection = 'lost';
			},
		});
		stream.open();
		return () => stream.close();
	}

	#take({ whole, changes }: LobbyNews): void {
		const tables = new Map(whole ? [] : this.#tables);
		for (const { table, summary } of changes) {
			if (summary) tables.set(table, summary);
			else tables.delete(table);
		}
		this.#tables = tables;
		this.#heard = true;
	}
}

/** Whether a table waits for a move of a player. */
export function waitsFor(table: Summary, player: string): boolean {
	return table.phase === 'running' && table.sitters[table.to_move ?? -1]?.player === player;
}

/** The open and running tables of whoever plays here; all pages share one stream of them. */
export class MyTables {
	#listen: Listen;
	#tables = $state.raw<Map<string, Summary>>(new Map());
	#stream: ReturnType<Listen> | null = null;
	#watchers = 0;

	constructor(listen: Listen = listenToServer) {
		this.#listen = listen;
	}

	/** Those that wait for a move of mine first, then those that run, then those that wait for people; the latest of each first. */
	get tables(): Summary[] {
		const rank = (table: Summary) =>
			waitsFor(table, me.player?.id ?? '') ? 0 : table.phase === 'running' ? 1 : 2;
		return [...this.#tables.values()].sort((a, b) => rank(a) - rank(b) || b.entered - a.entered);
	}

	/** How many tables wait for a move of mine. */
	get turns(): number {
		return this.tables.filter((table) => waitsFor(table, me.player?.id ?? '')).length;
	}

	/** Begins to listen; what it returns ends that. Needs somebody who is known. */
	watch(): () => void {
		if (this.#watchers++ === 0) this.#open();
		return () => {
			if (--this.#watchers > 0) return;
			this.#stream?.close();
			this.#tables = new Map();
		};
	}

	#open(): void {
		this.#stream = this.#listen('me/events', {
			heard: (event, data) => {
				if (event === 'mine') this.#take(data as MineNews);
			},
			changed: () => {},
			ended: (problem) => {
				// The server does not know this device any more.
				if (problem.status === 401) remember(null);
			},
		});
		this.#stream.open();
	}

	#take({ whole, tables }: MineNews): void {
		const all = new Map(whole ? [] : this.#tables);
		for (const table of tables) {
			if (table.phase === 'over') all.delete(table.id);
			else all.set(table.id, table);
		}
		this.#tables = all;
	}
}

export const mine = new MyTables();

/** Whom to look for. */
export interface Wish {
	game: string;
	time: TimeTerms;
	rated: boolean;
}

/** The search for an opponent: whoever listens is waiting. */
export class Pairing {
	#listen: Listen;
	#stream: ReturnType<Listen> | null = null;
	#wish = $state.raw<Wish | null>(null);
	#others = $state(0);

	constructor(
		/** Called with the table when somebody was found. */
		readonly found: (table: string) => void,
		/** Called when the server refuses. */
		readonly refused: StreamListener['ended'],
		listen: Listen = listenToServer,
	) {
		this.#listen = listen;
	}

	/** What is looked for now; null when nothing is. */
	get wish(): Wish | null {
		return this.#wish;
	}

	/** How many others wait for the same. */
	get others(): number {
		return this.#others;
	}

	start(wish: Wish): void {
		this.cancel();
		this.#wish = wish;
		const query = new URLSearchParams({ game: wish.game });
		for (const [name, value] of Object.entries(wish.time)) query.set(name, String(value));
		if (wish.rated) query.set('rated', 'true');
		const listener: StreamListener = {
			heard: (event, data) => this.#take(event, data),
			changed: () => {},
			ended: (problem) => {
				this.cancel();
				this.refused(problem);
			},
		};
		// Whoever looks at another page meanwhile wants to be found all the same.
		this.#stream = this.#listen(`pairing/events?${query}`, listener, { stays: () => true });
		this.#stream.open();
	}

	cancel(): void {
		this.#stream?.close();
		this.#stream = null;
		this.#wish = null;
		this.#others = 0;
	}

	#take(event: string, data: unknown): void {
		if (event === 'waiting') this.#others = (data as { waiting: number }).waiting;
		if (event !== 'paired') return;
		const { table } = data as { table: string };
		this.cancel();
		this.found(table);
	}
}
