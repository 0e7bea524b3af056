// Live data besides the tables themselves: the lobby, one's own tables, and pairing.

import { me, setPlayer } from '../../net/me.svelte';
import {
	type Connection,
	type Message,
	Stream,
	type StreamListener,
	type StreamOptions,
} from '../../net/stream';
import { isTurnOf, setTables } from '../../net/turns.svelte';
import type {
	LobbyMessage,
	LobbyNews,
	MyTablesMessage,
	MyTablesNews,
	PairingMessage,
	Summary,
	TimeTerms,
} from '../../net/types';

/** Creates a stream; tests pass a fake. */
export type OpenStream = <M extends Message>(
	path: string,
	listener: StreamListener<M>,
	options?: StreamOptions,
) => { open: () => void; close: () => void };

const openServerStream: OpenStream = (path, listener, options) => new Stream(path, listener, options);

/** The open tables of the lobby. */
export class Lobby {
	#openStream: OpenStream;
	#tables = $state.raw<Summary[]>([]);
	#loaded = $state(false);
	#connection = $state<Connection>('connecting');

	constructor(openStream: OpenStream = openServerStream) {
		this.#openStream = openStream;
	}

	/** In the order of the server, so that nobody is hidden behind the many tables of somebody else. */
	get tables(): Summary[] {
		return this.#tables;
	}

	/** Whether the list is loaded, even if it may be out of date. */
	get known(): boolean {
		return this.#loaded;
	}

	get lost(): boolean {
		return this.#connection === 'lost';
	}

	/** Starts the stream; the returned function stops it. */
	watch(): () => void {
		const stream = this.#openStream<LobbyMessage>('lobby/events', {
			onEvent: (event, data) => {
				if (event === 'lobby') this.#apply(data);
			},
			onConnection: (connection) => {
				this.#connection = connection;
			},
			onEnd: () => {
				this.#connection = 'lost';
			},
		});
		stream.open();
		return () => stream.close();
	}

	#apply({ whole, changes }: LobbyNews): void {
		const tables = whole ? [] : [...this.#tables];
		const place = (id = '') => tables.findIndex((table) => table.id === id);
		for (const { table, summary, before } of changes) {
			const at = place(table);
			if (at >= 0) tables.splice(at, 1, ...(summary ? [summary] : []));
			else if (summary) tables.splice(place(before) < 0 ? tables.length : place(before), 0, summary);
		}
		this.#tables = tables;
		this.#loaded = true;
	}
}

/** The open and running tables of the player on this device. All pages share one stream. */
export class MyTables {
	#openStream: OpenStream;
	#tables = $state.raw<Map<string, Summary>>(new Map());
	#stream: ReturnType<OpenStream> | null = null;
	#watchers = 0;

	constructor(openStream: OpenStream = openServerStream) {
		this.#openStream = openStream;
	}

	/** My turn first, then running, then open; latest first within each group. */
	get tables(): Summary[] {
		const rank = (table: Summary) =>
			isTurnOf(table, me.player?.id ?? '') ? 0 : table.phase === 'running' ? 1 : 2;
		return [...this.#tables.values()].sort((a, b) => rank(a) - rank(b) || b.entered - a.entered);
	}

	/** How many tables wait for my move. */
	get turnCount(): number {
		return this.tables.filter((table) => isTurnOf(table, me.player?.id ?? '')).length;
	}

	/** Starts the stream; the returned function stops it. Needs a known player. */
	watch(): () => void {
		if (this.#watchers++ === 0) this.#open();
		return () => {
			if (--this.#watchers > 0) return;
			this.#stream?.close();
			this.#tables = new Map();
		};
	}

	#open(): void {
		this.#stream = this.#openStream<MyTablesMessage>('me/events', {
			onEvent: (event, data) => {
				if (event === 'mine') this.#apply(data);
			},
			onConnection: () => {},
			onEnd: (problem) => {
				// The server no longer knows this device.
				if (problem.status === 401) setPlayer(null);
			},
		});
		this.#stream.open();
	}

	#apply({ whole, tables }: MyTablesNews): void {
		const all = new Map(whole ? [] : this.#tables);
		for (const table of tables) {
			if (table.phase === 'over') all.delete(table.id);
			else all.set(table.id, table);
		}
		this.#tables = all;
		setTables([...all.values()]);
	}
}

export const myTables = new MyTables();

/** The opponent and game to look for. */
export interface PairingRequest {
	game: string;
	time: TimeTerms;
	rated: boolean;
}

/** The search for an opponent. Listening to the stream means waiting in the queue. */
export class Pairing {
	#openStream: OpenStream;
	#stream: ReturnType<OpenStream> | null = null;
	#request = $state.raw<PairingRequest | null>(null);
	#others = $state(0);

	constructor(
		/** Called with the table when an opponent was found. */
		readonly found: (table: string) => void,
		/** Called when the server refuses. */
		readonly refused: StreamListener['onEnd'],
		openStream: OpenStream = openServerStream,
	) {
		this.#openStream = openStream;
	}

	/** The current search, or null. */
	get request(): PairingRequest | null {
		return this.#request;
	}

	/** How many others wait for the same. */
	get others(): number {
		return this.#others;
	}

	start(request: PairingRequest): void {
		this.cancel();
		this.#request = request;
		const query = new URLSearchParams({ game: request.game });
		for (const [name, value] of Object.entries(request.time)) query.set(name, String(value));
		if (request.rated) query.set('rated', 'true');
		const listener: StreamListener<PairingMessage> = {
			onEvent: (...message) => this.#apply(...message),
			onConnection: () => {},
			onEnd: (problem) => {
				this.cancel();
				this.refused(problem);
			},
		};
		// Keep searching while the page is hidden.
		this.#stream = this.#openStream(`pairing/events?${query}`, listener, { keepOpen: () => true });
		this.#stream.open();
	}

	cancel(): void {
		this.#stream?.close();
		this.#stream = null;
		this.#request = null;
		this.#others = 0;
	}

	#apply(...[event, data]: PairingMessage): void {
		if (event === 'waiting') this.#others = data.waiting;
		if (event !== 'paired') return;
		this.cancel();
		this.found(data.table);
	}
}
