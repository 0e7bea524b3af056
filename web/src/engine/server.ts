// The server may have tablebases of games that this device cannot solve by itself
// (internal/httpapi). Any other web host serves a file with an empty list in place
// of the list of tablebases, so no request fails there.
import type { AnalysisView, MatchText, ReviewPly } from './protocol';

/** Tablebases of solved games. Every request but the first may fail at any time. */
export interface Tablebases {
	/** The ids of the games; empty if there are no tablebases or the server cannot be reached. */
	games(): Promise<string[]>;
	values(game: string, position: string): Promise<AnalysisView>;
	/** A perfect move. */
	best(match: MatchText, seed: number): Promise<string>;
	acceptsDraw(match: MatchText, seat: number): Promise<boolean>;
	/** Judges the last plies of a match, as many as the server manages in a second. */
	review(match: MatchText): Promise<ReviewPly[]>;
}

/** How long to wait for the list, which pages need at once, and for other answers. */
const listTime = 1_500;
const answerTime = 4_000;
/** How long to wait before asking a server again that did not answer. */
const pauseTime = 30_000;

export class Server implements Tablebases {
	#list: Promise<string[]> | undefined;
	#pausedUntil = 0;

	async games(): Promise<string[]> {
		if (!navigator.onLine || Date.now() < this.#pausedUntil) return [];
		this.#list ??= this.#request<{ games: string[] }>('tablebases', {}, listTime).then(
			({ games }) => games,
			() => {
				this.#list = undefined;
				return [];
			},
		);
		return this.#list;
	}

	values(game: string, position: string): Promise<AnalysisView> {
		return this.#request(`values?${new URLSearchParams({ game, position })}`);
	}

	async best(match: MatchText, seed: number): Promise<string> {
		return (await this.#post<{ move: string }>('values/best', { match, seed })).move;
	}

	async acceptsDraw(match: MatchText, seat: number): Promise<boolean> {
		return (await this.#post<{ accepts: boolean }>('values/draw', { match, seat })).accepts;
	}

	async review(match: MatchText): Promise<ReviewPly[]> {
		return (await this.#post<{ plies: ReviewPly[] }>('values/review', { match })).plies;
	}

	#post<T>(path: string, body: object): Promise<T> {
		const headers = { 'Content-Type': 'application/json' };
		return this.#request(path, { method: 'POST', headers, body: JSON.stringify(body) });
	}

	async #request<T>(path: string, request: RequestInit = {}, time = answerTime): Promise<T> {
		try {
			const response = await fetch(`./api/v1/${path}`, { ...request, signal: AbortSignal.timeout(time) });
			if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
			return (await response.json()) as T;
		} catch (error) {
			this.#pausedUntil = Date.now() + pauseTime;
			throw error;
		}
	}
}
