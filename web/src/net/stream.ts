// Events from the server that never miss one. A stream is read by fetch, which
// in contrast to EventSource tells why the server refused, lets a page say after
// which event it wants to go on, and can be given up when nothing is heard.
//
//	           ┌────────── pause, longer each time ◄─────────┐
//	           ▼                                              │
//	open ─► connecting ─► connected ─ cut, silence, offline ──┤
//	           ▲              │                               │
//	           │           hidden for a minute             ended ─► the server said no: it does not come back
//	           └─── shown ─── resting
//
// A browser has six connections for all pages of a host, so a page that nobody
// looks at gives its own back unless it must hear at once.

import { address, type Fetch, ProblemError, problemOf } from './api';
import type { Problem } from './types';

export interface ServerEvent {
	event: string;
	/** '' where the event has none: then the last one stays. */
	id: string;
	data: string;
}

export type Connection = 'connecting' | 'connected' | 'lost' | 'resting';

/** What a stream tells. */
export interface StreamListener {
	/** An event, its data read as JSON. */
	heard: (event: string, data: unknown) => void;
	changed: (connection: Connection) => void;
	/** The server will not let this page listen: the stream is at its end. */
	ended: (problem: ProblemError) => void;
}

/** What a stream needs of the world. */
export interface StreamWorld {
	fetch: Fetch;
	random: () => number;
	/** Whether anybody looks at the page. */
	visible: () => boolean;
	/** Tells of changes of the page and its connection until it is called off. */
	watch: (happened: (what: 'shown' | 'hidden' | 'online' | 'offline') => void) => () => void;
	later: (work: () => void, milliseconds: number) => () => void;
	/** Milliseconds since any moment. */
	now: () => number;
}

const shortestPause = 500;
const longestPause = 15_000;
/** The server is heard about every 15 seconds; after this long it is not there any more. */
const longestSilence = 40_000;
const hiddenFor = 60_000;

export interface StreamOptions {
	/** Whether the page must hear at once even while nobody looks at it. */
	stays?: () => boolean;
	/** The id of the last event that is known. */
	after?: string;
}

export class Stream {
	#path: string;
	#listener: StreamListener;
	#world: StreamWorld;
	#stays: () => boolean;
	#lastID: string;
	#connection: Connection | null = null;
	#open = false;
	#hidden = false;
	#failures = 0;
	#heardAt = 0;
	#attempt: AbortController | null = null;
	#timers: Partial<Record<'pause' | 'silence' | 'rest', () => void>> = {};
	#unwatch: (() => void) | null = null;

	constructor(
		path: string,
		listener: StreamListener,
		options: StreamOptions = {},
		world: StreamWorld = browser(),
	) {
		this.#path = path;
		this.#listener = listener;
		this.#world = world;
		this.#stays = options.stays ?? (() => false);
		this.#lastID = options.after ?? '';
	}

	/** Begins to listen. */
	open(): void {
		if (this.#open) return;
		this.#open = true;
		this.#unwatch = this.#world.watch((what) => this.#happened(what));
		this.#hidden = !this.#world.visible();
		if (this.#hidden) this.#restLater();
		void this.#connect();
	}

	/** Stops for good. */
	close(): void {
		this.#open = false;
		this.#unwatch?.();
		this.#quit();
		this.#timer('rest', null);
	}

	/** Listens anew after the last event: for a page that has noticed that it is behind. */
	again(): void {
		if (!this.#open || this.#connection === 'resting') return;
		this.#quit();
		void this.#connect();
	}

	#happened(what: 'shown' | 'hidden' | 'online' | 'offline'): void {
		if (what === 'hidden') {
			this.#hidden = true;
			this.#restLater();
			return;
		}
		if (what === 'shown') {
			this.#hidden = false;
			this.#timer('rest', null);
			const silent = this.#world.now() - this.#heardAt > longestSilence;
			if (this.#connection === 'connected' && !silent) return;
		}
		// Without a network the server may still be on this machine: trying tells.
		if (this.#connection === 'resting' && what !== 'shown') return;
		this.#failures = 0;
		this.#quit();
		void this.#connect();
	}

	#restLater(): void {
		const rest = () => {
			if (!this.#hidden) return;
			if (this.#stays()) return this.#timer('rest', rest, hiddenFor);
			this.#quit();
			this.#change('resting');
		};
		this.#timer('rest', rest, hiddenFor);
	}

	async #connect(): Promise<void> {
		const attempt = new AbortController();
		this.#attempt = attempt;
		if (this.#connection !== 'lost') this.#change('connecting');
		this.#listenFor(attempt);
		const headers: Record<string, string> = { Accept: 'text/event-stream' };
		if (this.#lastID !== '') headers['Last-Event-ID'] = this.#lastID;
		const request = { headers, cache: 'no-store', signal: attempt.signal } as const;
		try {
			const response = await this.#world.fetch(address(this.#path), request);
			if (!response.ok || !response.body) throw await problemOf(response);
			const alive = () => {
				if (!attempt.signal.aborted) this.#listenFor(attempt);
			};
			for await (const event of readEvents(response.body, alive)) {
				if (attempt.signal.aborted) return;
				this.#take(event);
			}
		} catch (error) {
			if (attempt.signal.aborted) return;
			if (error instanceof ProblemError && !error.passing) return this.#end(error);
		}
		if (!attempt.signal.aborted) this.#lose();
	}

	#take({ event, id, data }: ServerEvent): void {
		const value: unknown = JSON.parse(data);
		if (event === 'end') {
			this.#end(new ProblemError(value as Problem));
			return;
		}
		this.#change('connected');
		this.#listener.heard(event, value);
		if (id !== '') this.#lastID = id;
		this.#failures = 0;
	}

	/** Gives an attempt up when it has been silent for long. */
	#listenFor(attempt: AbortController): void {
		this.#heardAt = this.#world.now();
		const silent = () => {
			attempt.abort();
			this.#lose();
		};
		this.#timer('silence', silent, longestSilence);
	}

	#lose(): void {
		this.#quit();
		this.#change('lost');
		const pause = Math.min(longestPause, shortestPause * 2 ** this.#failures++);
		// Many who lost the same server do not come back in one moment.
		this.#timer('pause', () => void this.#connect(), pause * (0.5 + this.#world.random() / 2));
	}

	#end(problem: ProblemError): void {
		this.close();
		this.#listener.ended(problem);
	}

	#quit(): void {
		this.#attempt?.abort();
		this.#attempt = null;
		this.#timer('silence', null);
		this.#timer('pause', null);
	}

	#timer(name: 'pause' | 'silence' | 'rest', work: (() => void) | null, milliseconds = 0): void {
		this.#timers[name]?.();
		delete this.#timers[name];
		if (work && this.#open) this.#timers[name] = this.#world.later(work, milliseconds);
	}

	#change(connection: Connection): void {
		if (this.#connection === connection || !this.#open) return;
		this.#connection = connection;
		this.#listener.changed(connection);
	}
}

/**
 * The events of a stream as they come: fields in lines, an empty line after
 * each event. Every line is a sign of life, also one that is part of no event.
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

function browser(): StreamWorld {
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
