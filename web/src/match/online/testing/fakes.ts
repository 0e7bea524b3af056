// A table without a server: tests send the events and see what the page sends.

import type { Rules } from '../../../engine/client';
import type { StreamListener, StreamOptions } from '../../../net/stream';
import type { Clock, Player, Table, TableEvent, TableMessage, TableNews } from '../../../net/types';
import { fakeRules } from '../../local/testing/fakes';
import { type Environment, type Listener, TableSession } from '../session.svelte';

export const ann: Player = { id: 'ann', name: 'Ann', registered: false, since: 0 };
export const bob: Player = { id: 'bob', name: 'Bob', registered: false, since: 0 };
/** The server's time at the start. */
export const noon = 1_800_000_000_000;

/** A running game of Quixo between Ann, who begins, and Bob. */
export function tableOf(change: Partial<Table> = {}): Table {
	return {
		id: 'T',
		seq: 3,
		phase: 'running',
		terms: { game: 'quixo', spectators: true, chat: true },
		host: 'ann',
		sitters: [
			{ player: 'ann', name: 'Ann' },
			{ player: 'bob', name: 'Bob' },
		],
		start: '5/5/5/5/5 X',
		moves: [],
		to_move: 0,
		clock: null,
		draw_by: null,
		takeback_by: null,
		rematch_by: [],
		...change,
	};
}

export const openTable = (change: Partial<Table> = {}): Table => {
	const { start: _, ...table } = tableOf({
		phase: 'open',
		seq: 1,
		to_move: null,
		sitters: [{ player: 'ann', name: 'Ann' }, {}],
		...change,
	});
	return table;
};

export function eventOf(
	seq: number,
	kind: TableEvent['kind'],
	body: object = {},
	rest: Partial<Pick<TableEvent, 'by' | 'request'>> = {},
): TableEvent {
	return { table: 'T', seq, at: '2026-11-15T12:00:00Z', kind, body, ...rest } as TableEvent;
}

export function clockOf(left: number[], since = noon, counts = true): Clock {
	return { left_ms: left, since, counts };
}

interface Sent {
	path: string;
	body: Record<string, unknown>;
	request: string;
	answer: (problem?: unknown) => void;
}

/** The environment of a session, with a stream and responses controlled by the test. */
export class FakeTable {
	listener: StreamListener<TableMessage> | null = null;
	options: StreamOptions = {};
	opened = 0;
	reconnects = 0;
	sent: Sent[] = [];
	notified: [string, object][] = [];
	time = noon;
	later: { work: () => void; milliseconds: number }[] = [];
	table: Table;

	constructor(table: Table) {
		this.table = table;
	}

	env(rules: Rules = fakeRules()): Environment {
		return {
			rules,
			now: () => this.time,
			later: (work, milliseconds) => void this.later.push({ work, milliseconds }),
			api: {
				post: <T>(path: string, body: object = {}, request = 'any') =>
					new Promise<T>((resolve, reject) => {
						const answer = (problem?: unknown) =>
							problem === undefined ? resolve({ table: 'T', seq: 0 } as T) : reject(problem);
						this.sent.push({ path, body: body as Record<string, unknown>, request, answer });
					}),
				notify: (path, body) => void this.notified.push([path, body]),
			},
			stream: (_path, listener, options) => this.stream(listener, options),
		};
	}

	stream = (listener: StreamListener<TableMessage>, options: StreamOptions = {}) => ({
		open: () => {
			this.listener = listener;
			this.options = options;
			this.opened++;
		},
		close: () => {},
		reconnect: () => {
			this.reconnects++;
		},
	});

	/** Connects, and sends the table. */
	connect(events: TableEvent[] = []): void {
		this.listener?.onConnection('connected');
		this.say(events);
	}

	cut(): void {
		this.listener?.onConnection('lost');
	}

	/** Sends events, and the table after them. */
	say(events: TableEvent[] = [], change: Partial<Table> = {}): void {
		this.table = { ...this.table, seq: Math.max(this.table.seq, ...events.map(({ seq }) => seq)), ...change };
		const news: TableNews = { events, table: this.table, now: this.time };
		this.listener?.onEvent('table', news);
	}

	/** A player moves. */
	move(text: string, by: string, request?: string): void {
		const ply = this.table.moves.length;
		const event = eventOf(
			this.table.seq + 1,
			'moved',
			{ ply, move: text },
			{ by, ...(request && { request }) },
		);
		const moves = [...this.table.moves, text];
		this.say([event], { moves, to_move: moves.length % this.table.sitters.length });
	}

	get last(): Sent {
		const last = this.sent.at(-1);
		if (!last) throw new Error('nothing was sent');
		return last;
	}
}

/** Records the callbacks in order. */
export function fakeListener(): Listener & { calls: unknown[][] } {
	const calls: unknown[][] = [];
	return {
		calls,
		happened: (events, ply) =>
			void calls.push(['happened', events.map(({ kind }) => kind), ply?.text ?? null]),
		refused: (problem) => void calls.push(['refused', problem]),
		dropped: (move) => void calls.push(['dropped', move]),
		impossible: ({ text }) => void calls.push(['impossible', text]),
		connected: (yes) => void calls.push(['connected', yes]),
		rematched: (table) => void calls.push(['rematched', table]),
	};
}

export function sessionOf(
	fake: FakeTable,
	me: Player | null = ann,
	listener: Listener = fakeListener(),
): TableSession {
	const session = new TableSession('T', me, fake.env(), listener);
	session.enter();
	return session;
}
