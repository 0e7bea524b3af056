// A fake server: responses by method and path, and streams controlled by the test.

import { vi } from 'vitest';
import { setPlayer } from '../../../net/me.svelte';
import { forgetServerInfo } from '../../../net/server';
import type { StreamListener } from '../../../net/stream';
import { serverKey } from '../../../net/testing/push';
import type { Player, Summary } from '../../../net/types';
import type { OpenStream } from '../live.svelte';

export interface RecordedRequest {
	method: string;
	path: string;
	body: Record<string, unknown>;
}

type Given = object | string;
type Answer = Given | ((asked: RecordedRequest) => Given | Promise<Given>);

export const ann: Player = { id: 'ann', name: 'Ann', registered: false, since: Date.UTC(2026, 10, 15) };

/** Responds to requests below api/v1; everything without a response is a 404. */
export class FakeServer {
	readonly requests: RecordedRequest[] = [];
	/** The paths of the streams that were opened. */
	readonly streams: string[] = [];
	#answers = new Map<string, Answer>();

	constructor() {
		// Pages that share modules with those of an earlier test remember its server.
		forgetServerInfo();
		this.answer('GET server', {
			name: 'Plateau',
			version: '1',
			games: ['quantik', 'pivot', 'quixo', 'quixo4p'],
			now: 0,
			push_key: serverKey,
			ssh: 2222,
		});
		vi.stubGlobal('fetch', (url: string, request: RequestInit = {}) => this.#fetch(url, request));
	}

	/** `what` is "POST tables", without the query. */
	answer(what: string, answer: Answer): void {
		this.#answers.set(what, answer);
	}

	refuse(what: string, status: number, code: string, params: Record<string, string> = {}): void {
		this.#answers.set(what, () => {
			throw new Response(JSON.stringify({ status, code, detail: code, params }), { status });
		});
	}

	/** Lets requests of a kind wait until they are answered or refused. */
	hold(what: string): { answer: (given: Given) => void; refuse: (status: number, code: string) => void } {
		let [answer, reject] = [(_: Given) => {}, (_: Response) => {}];
		const late = new Promise<Given>((...settle) => {
			[answer, reject] = settle;
		});
		this.answer(what, () => late);
		const refuse = (status: number, code: string) =>
			reject(Response.json({ status, code, detail: code }, { status }));
		return { answer, refuse };
	}

	/** The last request of a kind. */
	last(what: string): RecordedRequest | undefined {
		return this.requests.findLast(({ method, path }) => `${method} ${path.split('?')[0]}` === what);
	}

	/** How many requests of a kind there were. */
	count(what: string): number {
		return this.requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === what).length;
	}

	async #fetch(url: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> {
		const path = url.replace(/^.*api\/v1\//, '');
		const what = `${method} ${path.split('?')[0]}`;
		if (path.split('?')[0]?.endsWith('/events')) {
			this.streams.push(path);
			return silentStream(signal);
		}
		const asked = { method, path, body: body ? JSON.parse(String(body)) : {} };
		this.requests.push(asked);
		try {
			const answer = this.#answers.get(what);
			const given = typeof answer === 'function' ? await answer(asked) : answer;
			if (given === undefined)
				return new Response('{"code":"api.path","detail":"nothing here"}', { status: 404 });
			return new Response(typeof given === 'string' ? given : JSON.stringify(given));
		} catch (refused) {
			return refused as Response;
		}
	}
}

/** A stream that never sends anything. */
function silentStream(signal: AbortSignal | null | undefined): Promise<Response> {
	return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}

/** Signs out and clears the storage. */
export function reset(): void {
	localStorage.clear();
	setPlayer(null);
}

/** Streams controlled by a test. */
export class FakeStreams {
	readonly opened: string[] = [];
	readonly closed: string[] = [];
	listener: StreamListener | null = null;

	readonly openStream: OpenStream = (path, listener) => ({
		open: () => {
			this.opened.push(path);
			this.listener = listener as unknown as StreamListener;
		},
		close: () => {
			this.closed.push(path);
		},
	});

	say(event: string, data: unknown): void {
		this.listener?.onEvent(event, data);
	}
}

export function summary(id: string, more: Partial<Summary> = {}): Summary {
	return {
		id,
		seq: 1,
		phase: 'open',
		terms: { game: 'quantik' },
		host: 'bob',
		sitters: [{ player: 'bob', name: 'Bob' }, {}],
		entered: 0,
		plies: 0,
		...more,
	};
}
