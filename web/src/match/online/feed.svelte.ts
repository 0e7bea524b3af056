// The stream of a table: its messages, whether the connection holds, and the server's
// time.

import type { Api, ProblemError } from '../../net/api';
import type { Connection, Stream, StreamListener, StreamOptions } from '../../net/stream';
import { seeTable } from '../../net/turns.svelte';
import type { Heartbeat, Table, TableMessage, TableNews } from '../../net/types';
import { ServerTime } from './clock';

/** What a feed needs from outside. */
export interface FeedEnvironment {
	api: Pick<Api, 'notify'>;
	stream: (
		path: string,
		listener: StreamListener<TableMessage>,
		options: StreamOptions,
	) => Pick<Stream, 'open' | 'close' | 'reconnect'>;
	/** The device's time in milliseconds. */
	now: () => number;
	later: (work: () => void, milliseconds: number) => void;
}

/** Callbacks of a feed, and what it has to know. */
export interface FeedListener {
	news: (news: TableNews) => void;
	/** Who is connected. */
	present: (players: string[]) => void;
	/** The connection was lost or restored. */
	connected: (yes: boolean) => void;
	/** Whether this page must stay connected while it is hidden. */
	keepOpen: () => boolean;
	/** Whether heartbeats are answered, because the player's clock depends on it. */
	answersBeats: (table: Table) => boolean;
	/** The last event that was handled; 0 for none. */
	seq: () => number;
}

/** How long a page may be behind before it reconnects. */
const staleAfter = 2_000;

export class TableFeed {
	readonly time: ServerTime;
	#id: string;
	#env: FeedEnvironment;
	#listener: FeedListener;
	#stream: Pick<Stream, 'open' | 'close' | 'reconnect'>;
	#connection = $state.raw<Connection>('connecting');
	#lostAt = $state.raw<number | null>(null);
	#ended = $state.raw<ProblemError | null>(null);
	/** The server's latest table, which may still have to be shown. */
	#latest: Table | null = null;

	constructor(id: string, env: FeedEnvironment, listener: FeedListener) {
		this.#id = id;
		this.#env = env;
		this.#listener = listener;
		this.time = new ServerTime(env.now);
		this.#stream = this.#newStream();
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** When the connection was lost, by the device's time; null while it holds. */
	get lostAt(): number | null {
		return this.#lostAt;
	}

	/** Why the table cannot be watched. */
	get ended(): ProblemError | null {
		return this.#ended;
	}

	open(): void {
		this.#stream.open();
	}

	close(): void {
		this.#stream.close();
	}

	/** A request failed, which the stream may not have noticed yet. */
	suspect(): void {
		if (this.#connection === 'connected') this.#stream.reconnect();
	}

	/** Subscribes again, to what comes after the last handled event. */
	restart(): void {
		this.#stream.close();
		this.#stream = this.#newStream();
		this.#stream.open();
	}

	#newStream(): Pick<Stream, 'open' | 'close' | 'reconnect'> {
		const seq = this.#listener.seq();
		const after = seq === 0 ? {} : { after: String(seq) };
		return this.#env.stream(
			`tables/${this.#id}/events`,
			{
				onEvent: (...message) => this.#onEvent(...message),
				onConnection: (connection) => this.#onConnection(connection),
				onEnd: (problem) => {
					this.#ended = problem;
				},
			},
			{ keepOpen: () => this.#listener.keepOpen(), ...after },
		);
	}

	#onConnection(connection: Connection): void {
		const before = this.#connection;
		const lostAt = this.#lostAt;
		this.#connection = connection;
		if (connection === 'lost') {
			this.#lostAt ??= this.#env.now();
			if (before === 'connected') this.#listener.connected(false);
		}
		if (connection === 'connected') {
			this.#lostAt = null;
			if (lostAt !== null) this.#listener.connected(true);
		}
	}

	#onEvent(...[event, data]: TableMessage): void {
		if (event === 'table') {
			this.time.sync(data.now);
			this.#latest = data.table;
			seeTable(data.table);
			this.#listener.news(data);
		}
		if (event === 'here') this.#listener.present(data.players);
		if (event === 'beat') this.#onHeartbeat(data);
	}

	#onHeartbeat({ nonce, seq, now }: Heartbeat): void {
		this.time.sync(now);
		if (this.#latest && this.#listener.answersBeats(this.#latest))
			this.#env.api.notify(`tables/${this.#id}/beat`, { nonce });
		const behind = () => seq > Math.max(this.#listener.seq(), this.#latest?.seq ?? 0);
		if (!behind()) return;
		this.#env.later(() => {
			if (behind()) this.#stream.reconnect();
		}, staleAfter);
	}
}
