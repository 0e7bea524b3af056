// The server may have tablebases of games that this device cannot solve by itself
// (internal/httpapi). Any other web host serves a file with an empty list in place
// of the list of tablebases, so no request fails there.
import { pause } from '../kernel/pause';
import type { AnalysisView, MatchText, ReviewPly } from './protocol';

/** Tablebases of solved games. Every request but the first may fail at any time; a signal ends it. */
export interface Tablebases {
	/** The ids of the games; empty if there are no tablebases or the server cannot be reached. */
	games(): Promise<string[]>;
	values(game: string, position: string, signal?: AbortSignal): Promise<AnalysisView>;
	/** A perfect move. */
	best(match: MatchText, seed: number, signal?: AbortSignal): Promise<string>;
	acceptsDraw(match: MatchText, seat: number): Promise<boolean>;
	/** Judges the last plies of a match, as many as the server manages in a second. */
	review(match: MatchText, signal?: AbortSignal): Promise<ReviewPly[]>;
}

/** How long to wait for the list, which pages need at once, and for other answers. */
const listTime = 1_500;
const answerTime = 4_000;
/** How long to wait before asking a server again that did not answer. */
const pauseTime = 30_000;
/** So many requests at once, then one in so many milliseconds: less than what a server allows a player. */
const atOnce = 20;
const pace = 125;

/** The server answers, but not this request. */
class Refused extends Error {
	constructor(
		readonly status: number,
		/** When to ask again, in milliseconds; null if that makes no sense. */
		readonly wait: number | null,
	) {
		super(`the server answered ${status}`);
	}
}

/** What is wrong with one request says nothing about the others. */
const aboutOne = [400, 404, 413, 422, 429];

export class Server implements Tablebases {
	#list: Promise<string[]> | undefined;
	#pausedUntil = 0;
	/** When the budget of requests is full again. */
	#fullAt = 0;

	async games(): Promise<string[]> {
		if (!navigator.onLine || Date.now() < this.#pausedUntil) return [];
		this.#list ??= this.#fetch<{ games: string[] }>('tablebases', {}, listTime).then(
			({ games }) => games,
			() => {
				this.#list = undefined;
				this.#pause();
				return [];
			},
		);
		return this.#list;
	}

	values(game: string, position: string, signal?: AbortSignal): Promise<AnalysisView> {
		return this.#request(`values?${new URLSearchParams({ game, position })}`, { signal: signal ?? null });
	}

	async best(match: MatchText, seed: number, signal?: AbortSignal): Promise<string> {
		return (await this.#post<{ move: string }>('values/best', { match, seed }, signal)).move;
	}

	async acceptsDraw(match: MatchText, seat: number): Promise<boolean> {
		return (await this.#post<{ accepts: boolean }>('values/draw', { match, seat })).accepts;
	}

	async review(match: MatchText, signal?: AbortSignal): Promise<ReviewPly[]> {
		return (await this.#post<{ plies: ReviewPly[] }>('values/review', { match }, signal)).plies;
	}

	#post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
		const headers = { 'Content-Type': 'application/json' };
		return this.#request(path, {
			method: 'POST',
			headers,
			body: JSON.stringify(body),
			signal: signal ?? null,
		});
	}

	/** Asks, and once more if it was too often. Only a server that does not answer is left alone for a while. */
	async #request<T>(path: string, request: RequestInit): Promise<T> {
		await this.#turn(request.signal);
		try {
			return await this.#fetch<T>(path, request, answerTime).catch(async (error) => {
				if (!(error instanceof Refused) || error.wait === null) throw error;
				await waitFor(Math.min(error.wait, answerTime), request.signal);
				return this.#fetch<T>(path, request, answerTime);
			});
		} catch (error) {
			const away = !(error instanceof Refused) || !aboutOne.includes(error.status);
			if (away && !request.signal?.aborted) this.#pause();
			throw error;
		}
	}

	/** Waits until the budget allows a request. A reader who steps on meanwhile asks nothing, and uses nothing up. */
	async #turn(signal?: AbortSignal | null): Promise<void> {
		this.#fullAt = Math.max(this.#fullAt, Date.now()) + pace;
		try {
			await waitFor(this.#fullAt - Date.now() - atOnce * pace, signal);
		} catch (error) {
			this.#fullAt -= pace;
			throw error;
		}
	}

	async #fetch<T>(path: string, request: RequestInit, time: number): Promise<T> {
		const stop = new AbortController();
		const timer = setTimeout(() => stop.abort(new DOMException('no answer', 'TimeoutError')), time);
		const abort = () => stop.abort(request.signal?.reason);
		request.signal?.addEventListener('abort', abort);
		try {
			const response = await fetch(`./api/v1/${path}`, { ...request, signal: stop.signal });
			if (!response.ok) throw new Refused(response.status, waitOf(response));
			return (await response.json()) as T;
		} finally {
			clearTimeout(timer);
			request.signal?.removeEventListener('abort', abort);
		}
	}

	#pause(): void {
		this.#pausedUntil = Date.now() + pauseTime;
	}
}

function waitOf({ status, headers }: Response): number | null {
	if (status !== 429) return null;
	return 1_000 * (Number(headers.get('Retry-After')) || 1);
}

/** Fails when the signal ends it. */
async function waitFor(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
	signal?.throwIfAborted();
	if (milliseconds > 0) await pause(milliseconds, signal ?? undefined);
	signal?.throwIfAborted();
}
