// Finished games, page by page. Each page takes two requests: the list, and the
// records, from which the rules make boards.

import type { Rules } from '../../engine/client';
import type { GameInfo, MatchText, PositionView } from '../../engine/protocol';
import { address, api, ConnectionError, problemOf } from '../../net/api';
import type { GamesPage, Summary } from '../../net/types';

/** Filters by player and game; '' means any. */
export interface Filter {
	player: string;
	game: string;
}

/** A finished game; `end` is loaded a moment later, or never if the record cannot be read. */
export interface Finished {
	summary: Summary;
	end: { match: MatchText; position: PositionView } | null;
}

const pageSize = 12;

/** The query for games. */
export function gamesQuery({ player, game }: Filter, more: Record<string, string> = {}): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries({ player, game, ...more }))
		if (value !== '') query.set(name, value);
	return query.size > 0 ? `?${query}` : '';
}

/** Records as text. */
async function fetchRecords(query: string): Promise<string> {
	const response = await fetch(address(`games/records${query}`)).catch((error: unknown) => {
		throw new ConnectionError(error);
	});
	if (!response.ok) throw await problemOf(response);
	return response.text();
}

/** The server's maximum page size. */
const largestPage = 100;

/** The records of all games. */
export async function allRecords(filter: Filter): Promise<string> {
	const texts: string[] = [];
	for (let cursor: string | undefined = ''; cursor !== undefined; ) {
		const query = gamesQuery(filter, { cursor, limit: String(largestPage) });
		const [page, text] = await Promise.all([api.get<GamesPage>(`games${query}`), fetchRecords(query)]);
		if (text !== '') texts.push(text);
		cursor = page.next;
	}
	return texts.join('\n');
}

export class FinishedGames {
	#rules: Rules;
	#games = $state.raw<Finished[]>([]);
	#next = $state.raw<string | null>('');
	#infos = $state.raw<GameInfo[]>([]);

	constructor(
		readonly filter: Filter,
		rules: Rules,
		readonly records: typeof fetchRecords = fetchRecords,
	) {
		this.#rules = rules;
	}

	/** Latest first. */
	get games(): Finished[] {
		return this.#games;
	}

	/** Whether there are more pages. */
	get more(): boolean {
		return this.#next !== null;
	}

	/** Whether the first page is loaded. */
	get loaded(): boolean {
		return this.#next !== '';
	}

	info(game: string): GameInfo | undefined {
		return this.#infos.find(({ id }) => id === game);
	}

	/** Loads the next page. */
	async load(): Promise<void> {
		if (this.#next === null) return;
		const query = gamesQuery(this.filter, { cursor: this.#next, limit: String(pageSize) });
		const [page, infos] = await Promise.all([api.get<GamesPage>(`games${query}`), this.#rules.games()]);
		this.#infos = infos;
		this.#games = [...this.#games, ...page.games.map((summary) => ({ summary, end: null }))];
		this.#next = page.next ?? null;
		if (page.games.length > 0) await this.#addBoards(query, page.games);
	}

	/**
	 * Boards are optional: without readable records the list has none. Records are in the
	 * order of the games and do not name their tables, whose ids are secret; tables
	 * without a game have no record.
	 */
	async #addBoards(query: string, page: Summary[]): Promise<void> {
		const text = await this.records(query).catch(() => '');
		const records = await this.#rules.readRecords(text).catch(() => []);
		const ends = new Map<string, Finished['end']>();
		for (const { id, terms, plies } of page) {
			const match = records[0]?.match;
			if (match?.game !== terms.game || match.moves.length !== plies) continue;
			records.shift();
			const view = await this.#rules.match(match).catch(() => null);
			if (view) ends.set(id, { match, position: view.now });
		}
		this.#games = this.#games.map((one) => ({ ...one, end: ends.get(one.summary.id) ?? one.end }));
	}
}
