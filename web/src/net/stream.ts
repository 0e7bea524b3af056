// Server-sent events without gaps. Streams are read by fetch: unlike EventSource it
// reports why the server refused, can resume after any event, and can be aborted
// when nothing arrives.
//
//	           ┌────────── retry, later each time ◄──────────┐
//	           ▼                                              │
//	open ─► connecting ─► connected ─ cut, silence, offline ──┤
//	           ▲              │                               │
//	           │           hidden for a minute             refused ─► end: no retry
//	           └─── shown ─── paused
//
// A listener that fails does not end a stream, either: the error is reported, and the
// stream subscribes again after the last event that was handled.
//
// Browsers allow six connections per host for all its pages, so a hidden page gives
// up its own unless it has to stay connected.

import { report } from '../kernel/report';
import { address, type Fetch, ProblemError, problemOf } from './api';
import { withSeen } from './seen';
import type { Problem } from './types';

export interface ServerEvent {
	event: string;
	/** '' if the event has none; the last id stays valid. */
	id: string;
	data: string;
}

export type Connection = 'connecting' | 'connected' | 'lost' | 'paused';

/** The messages of a stream: the name of an event, and its data. */
export type Message = [event: string, data: unknown];

/** Callbacks of a stream. */
export interface StreamListener<M extends Message = Message> {
	/** Newer servers may send events that are not in `M`; they can be ignored. */
	onEvent: (...message: M) => void;
	onConnection: (connection: Connection) => void;
	/** The server refused the stream; it will not be retried. */
	onEnd: (problem: ProblemError) => void;
}

/** What a stream needs from the browser. */
export interface StreamEnvironment {
	fetch: Fetch;
	random: () => number;
	/** Whether the page is visible. */
	visible: () => boolean;
	/** Reports changes of visibility and network until the returned function is called. */
	watch: (happened: (what: 'shown' | 'hidden' | 'online' | 'offline') => void) => () => void;
	later: (work: () => void, milliseconds: number) => () => void;
	/** Monotonic time in milliseconds. */
	now: () => number;
}

const minRetryDelay = 500;
const maxRetryDelay = 15_000;
/** The server sends something about every 15 seconds; after this long it is gone. */
const maxSilence = 40_000;
const pauseAfter = 60_000;

export interface StreamOptions {
	/** Whether to stay connected while the page is hidden. */
	keepOpen?: () => boolean;
	/** The id of the last known event. */
	after?: string;
}

export class Stream<M extends Message = Message> {
	#path: string;
	#listener: StreamListener<M>;
	#env: StreamEnvironment;
	#keepOpen: () => boolean;
	#lastID: string;
	/** The last event that the listener could not handle. */
	#failedID = '';
	#connection: Connection | null = null;
	#open = false;
	#hidden = false;
	#failures = 0;
	#lastHeardAt = 0;
	#attempt: AbortController | null = null;
	#timers: Partial<Record<'retry' | 'silence' | 'pause', () => void>> = {};
	#unwatch: (() => void) | null = null;

	constructor(
		path: string,
		listener: StreamListener<M>,
		options: StreamOptions = {},
		env: StreamEnvironment = browser(),
	) {
		this.#path = path;
		this.#listener = listener;
		this.#env = env;
		this.#keepOpen = options.keepOpen ?? (() => false);
		this.#lastID = options.after ?? '';
	}

	/** Starts the stream. */
	open(): void {
		if (this.#open) return;
		this.#open = true;
		this.#unwatch = this.#env.watch((what) => this.#onPageChange(what));
		this.#hidden = !this.#env.visible();
		if (this.#hidden) this.#pauseLater();
		void this.#connect();
	}

	/** Stops for good. */
	close(): void {
		this.#open = false;
		this.#unwatch?.();
		this.#abort();
		this.#timer('pause', null);
	}

	/** Reconnects after the last event, for a page that noticed that it is behind. */
	reconnect(): void {
		if (!this.#open || this.#connection === 'paused') return;
		this.#abort();
		void this.#connect();
	}

	#onPageChange(what: 'shown' | 'hidden' | 'online' | 'offline'): void {
		if (what === 'hidden') {
			this.#hidden = true;
			this.#pauseLater();
			return;
		}
		if (what === 'shown') {
			this.#hidden = false;
			this.#timer('pause', null);
			const silent = this.#env.now() - this.#lastHeardAt > maxSilence;
			if (this.#connection === 'connected' && !silent) return;
		}
		// Even offline the server may be on this machine, so try.
		if (this.#connection === 'paused' && what !== 'shown') return;
		this.#failures = 0;
		this.#abort();
		void this.#connect();
	}

	#pauseLater(): void {
		const pause = () => {
			if (!this.#hidden) return;
			if (this.#keepOpen()) return this.#timer('pause', pause, pauseAfter);
			this.#abort();
			this.#setConnection('paused');
		};
		this.#timer('pause', pause, pauseAfter);
	}

	async #connect(): Promise<void> {
		const attempt = new AbortController();
		this.#attempt = attempt;
		if (this.#connection !== 'lost') this.#setConnection('connecting');
		this.#watchForSilence(attempt);
		const headers: Record<string, string> = { Accept: 'text/event-stream' };
		if (this.#lastID !== '') headers['Last-Event-ID'] = this.#lastID;
		const request = { headers, cache: 'no-store', signal: attempt.signal } as const;
		try {
			const response = await this.#env.fetch(address(withSeen(this.#path)), request);
			if (!response.ok || !response.body) throw await problemOf(response);
			const alive = () => {
				if (!attempt.signal.aborted) this.#watchForSilence(attempt);
			};
			for await (const event of readEvents(response.body, alive)) {
				if (attempt.signal.aborted) return;
				this.#dispatch(event);
			}
		} catch (error) {
			if (attempt.signal.aborted) return;
			if (error instanceof ProblemError && !error.temporary) return this.#end(error);
		}
		if (!attempt.signal.aborted) this.#retryLater();
	}

	#dispatch(event: ServerEvent): void {
		try {
			if (!this.#handle(event)) return;
		} catch (error) {
			report(error, 'stream');
			// It is tried once more after resubscribing; if it fails again, it is skipped.
			if (event.id !== '' && event.id !== this.#failedID) {
				this.#failedID = event.id;
				this.#retryLater();
				return;
			}
		}
		if (event.id !== '') this.#lastID = event.id;
		this.#failures = 0;
	}

	/** Passes an event on; returns false if it was the last one. */
	#handle({ event, data }: ServerEvent): boolean {
		const value: unknown = JSON.parse(data);
		if (event === 'end') {
			this.#end(new ProblemError(value as Problem));
			return false;
		}
		this.#setConnection('connected');
		this.#listener.onEvent(...([event, value] as unknown as M));
		return true;
	}

	/** Gives up an attempt after a long silence. */
	#watchForSilence(attempt: AbortController): void {
		this.#lastHeardAt = this.#env.now();
		const silent = () => {
			attempt.abort();
			this.#retryLater();
		};
		this.#timer('silence', silent, maxSilence);
	}

	#retryLater(): void {
		this.#abort();
		this.#setConnection('lost');
		const pause = Math.min(maxRetryDelay, minRetryDelay * 2 ** this.#failures++);
		// The jitter spreads clients that lost the same server.
		this.#timer('retry', () => void this.#connect(), pause * (0.5 + this.#env.random() / 2));
	}

	#end(problem: ProblemError): void {
		this.close();
		this.#listener.onEnd(problem);
	}

	#abort(): void {
		this.#attempt?.abort();
		this.#attempt = null;
		this.#timer('silence', null);
		this.#timer('retry', null);
	}

	#timer(name: 'retry' | 'silence' | 'pause', work: (() => void) | null, milliseconds = 0): void {
		this.#timers[name]?.();
		delete this.#timers[name];
		if (work && this.#open) this.#timers[name] = this.#env.later(work, milliseconds);
	}

	#setConnection(connection: Connection): void {
		if (this.#connection === connection || !this.#open) return;
		this.#connection = connection;
		this.#listener.onConnection(connection);
	}
}

/**
 * Parses an event stream: lines of fields, with an empty line after each event. Every
 * line counts as a sign of life, even comments.
 */
export async function* readEvents(
	body: ReadableStream<Uint8Array>,
	alive: () => void = () => {},
): AsyncGenerator<ServerEvent> {
	let fields = { event: '', id: '', data: [] as string[] };
	for await (const line of linesOf(body)) {
		alive();
		if (line === '') {
			if (fields.data.length > 0)
				yield { event: fields.event || 'message', id: fields.id, data: fields.data.join('\n') };
			fields = { event: '', id: '', data: [] };
			continue;
		}
		const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
		if (name === 'data') fields.data.push(value);
		if (name === 'event' || name === 'id') fields[name] = value;
	}
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const reader = body
		.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
		.getReader();
	let rest = '';
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			const lines = (rest + value).split(/\r\n|\n/);
			rest = lines.pop() ?? '';
			yield* lines;
		}
	} finally {
		void reader.cancel().catch(() => {});
	}
}

function browser(): StreamEnvironment {
	return {
		fetch: (url, request) => fetch(url, request),
		random: Math.random,
		visible: () => document.visibilityState === 'visible',
		watch: (happened) => {
			const seen = () => happened(document.visibilityState === 'visible' ? 'shown' : 'hidden');
			const online = () => happened('online');
			const offline = () => happened('offline');
			document.addEventListener('visibilitychange', seen);
			addEventListener('online', online);
			addEventListener('offline', offline);
			return () => {
				document.removeEventListener('visibilitychange', seen);
				removeEventListener('online', online);
				removeEventListener('offline', offline);
			};
		},
		later: (work, milliseconds) => {
			const timer = setTimeout(work, milliseconds);
			return () => clearTimeout(timer);
		},
		now: () => performance.now(),
	};
}
