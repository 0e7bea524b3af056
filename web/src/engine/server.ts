// What the server knows of games that this device does not know by itself: it
// may have tables of solved games (internal/httpapi). Any other web host has a
// file in place of the list of tables, which is empty: nothing is asked there
// that would not be found.
import type { AnalysisView, MatchText, ReviewPly } from './protocol';

/** Tables of solved games. Every question but the first may fail at any time. */
export interface Tables {
	/** The ids of the games; none where there are no tables or the server is out of reach. */
	games(): Promise<string[]>;
	values(game: string, position: string): Promise<AnalysisView>;
	/** A perfect move. */
	best(match: MatchText, seed: number): Promise<string>;
	acceptsDraw(match: MatchText, seat: number): Promise<boolean>;
	/** Judges the last plies of a match, as many as take a second. */
	review(match: MatchText): Promise<ReviewPly[]>;
}

/** How long to wait for the list, for which pages wait, and for other answers. */
const listTime = 1_500;
const answerTime = 4_000;
/** How long a server is left alone that did not answer. */
const restTime = 30_000;

export class Server implements Tables {
	#list: Promise<string[]> | undefined;
	#restsUntil = 0;

	async games(): Promise<string[]> {
		if (!navigator.onLine || Date.now() < this.#restsUntil) return [];
		this.#list ??= this.#ask<{ games: string[] }>('tables.json', {}, listTime).then(
			({ games }) => games,
			() => {
				this.#list = undefined;
				return [];
			},
		);
		return this.#list;
	}

	values(game: string, position: string): Promise<AnalysisView> {
		return this.#ask(`values?${new URLSearchParams({ game, position })}`);
	}

	async best(match: MatchText, seed: number): Promise<string> {
		return (await this.#post<{ move: string }>('best', { match, seed })).move;
	}

	async acceptsDraw(match: MatchText, seat: number): Promise<boolean> {
		return (await this.#post<{ accepts: boolean }>('draw', { match, seat })).accepts;
	}

	async review(match: MatchText): Promise<ReviewPly[]> {
		return (await this.#post<{ plies: ReviewPly[] }>('review', { match })).plies;
	}

	#post<T>(what: string, body: object): Promise<T> {
		const headers = { 'Content-Type': 'application/json' };
		return this.#ask(what, { method: 'POST', headers, body: JSON.stringify(body) });
	}

	async #ask<T>(what: string, request: RequestInit = {}, time = answerTime): Promise<T> {
		try {
			const response = await fetch(`./api/${what}`, { ...request, signal: AbortSignal.timeout(time) });
			if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
			return (await response.json()) as T;
		} catch (error) {
			this.#restsUntil = Date.now() + restTime;
			throw error;
		}
	}
}
