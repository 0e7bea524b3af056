// The types of the API below /api/v1, as in openapi.json. Times are milliseconds since
// 1970 unless stated otherwise; seats and chairs are counted from 0.

/** GET /server */
export interface ServerInfo {
	name: string;
	version: string;
	games: string[];
	now: number;
}

/** The player on a chair or seat: a person, a computer player with its level, or nobody if all fields are missing. */
export interface Sitter {
	player?: string;
	name?: string;
	level?: string;
}

/** Chairs 1 and 3 are the first party, chairs 2 and 4 the second. */
export type Party = 'first' | 'second';

/** The time control; no clock if empty. */
export interface TimeTerms {
	main_ms?: number;
	increment_ms?: number;
	/** Days per move; excludes the others. */
	days?: number;
}

/** The terms of a game. */
export interface Terms {
	game: string;
	/** Random if missing, like `begins`. */
	first_side?: Party;
	begins?: Party;
	time?: TimeTerms;
	listed?: boolean;
	rated?: boolean;
	spectators?: boolean;
	chat?: boolean;
	/** Partners have their own chat channel. */
	advice?: boolean;
}

export type Phase = 'open' | 'running' | 'over';
/** From the first team's side; "*" is no game, or an aborted one. */
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';
export type Channel = 'table' | 'partners';

/** A table in a list. */
export interface Summary {
	id: string;
	seq: number;
	phase: Phase;
	terms: Terms;
	host: string;
	/** By chair while the table is open, by seat once the game has started. */
	sitters: Sitter[];
	/** When the phase started. */
	entered: number;
	plies: number;
	result?: Result;
	/** A code. */
	reason?: string;
	to_move?: number;
	/** Ratings of the players in this game, by player id; for open tables only. */
	ratings?: Record<string, number>;
}

export interface Clock {
	/** By seat; missing with days per move or without a clock. */
	left_ms?: number[];
	days?: number;
	/** Since when the seat to move has been on turn. */
	since: number;
	/** Whether the clock of the seat to move is running. */
	counts: boolean;
}

export interface RatingChange {
	player: string;
	before: number;
	after: number;
	/** Rated games of the player, including this one. */
	games: number;
}

/** The state of a table after some of its events. */
export interface Table {
	id: string;
	seq: number;
	phase: Phase;
	terms: Terms;
	host: string;
	/** By chair while the table is open, by seat once the game has started. */
	sitters: Sitter[];
	/** The start position, once the game has started. */
	start?: string;
	moves: string[];
	to_move: number | null;
	clock: Clock | null;
	/** The seats with open offers. */
	draw_by: number | null;
	takeback_by: number | null;
	rematch_by: number[];
	result?: Result;
	/** A code. */
	reason?: string;
	ratings?: RatingChange[];
	/** The tables of the games before and after, if there was a rematch. */
	previous?: string;
	next?: string;
	/** Some events are from a newer server version: the table is read-only. */
	newer?: boolean;
}

/** An event of a table; `kind` and `body` as in docs/online.md. */
export interface TableEvent {
	table: string;
	seq: number;
	/** RFC 3339. */
	at: string;
	by?: string;
	request?: string;
	kind: string;
	body: unknown;
}

/** The body of an event of kind "said". */
export interface Said {
	channel: Channel;
	text: string;
}

export interface Player {
	id: string;
	name: string;
	/** Whether the name belongs to an account. */
	registered: boolean;
	since: number;
}

export interface Rating {
	value: number;
	deviation: number;
	games: number;
}

/** In a table's stream: new events, and the table after them or later. */
export interface TableNews {
	events: TableEvent[];
	table: Table;
	now: number;
}

/** In a table's stream: the connected players. */
export interface Presence {
	players: string[];
}

/** In a table's stream: sent regularly, so that a stale page notices. */
export interface Heartbeat {
	nonce: number;
	seq: number;
	ply: number;
	clock: Clock | null;
	now: number;
}

/** The response to a command: the table and the number of the event it caused. */
export interface CommandResult {
	table: string;
	seq: number;
}

/** GET /tables/{id} */
export interface TableSnapshot {
	table: Table;
	here: string[];
	now: number;
}

/** An error, as application/problem+json. */
export interface Problem {
	title?: string;
	status: number;
	/** Stable; the pages translate it. */
	code: string;
	/** In English. */
	detail?: string;
	params?: Record<string, string>;
}

/** In the lobby's stream: changes, or with `whole` the whole list. */
export interface LobbyNews {
	whole: boolean;
	changes: { table: string; summary: Summary | null }[];
	version: number;
}

/** In the stream of one's own tables: changed tables, or with `whole` all that are open or running. */
export interface MyTablesNews {
	whole: boolean;
	tables: Summary[];
}

/** GET /games */
export interface GamesPage {
	games: Summary[];
	/** The cursor of the next page; missing on the last one. */
	next?: string;
}

/** GET /players/{id} */
export interface Profile {
	player: Player;
	/** By game. */
	ratings: Record<string, Rating>;
	/** Finished games. */
	games: number;
}

export interface Standing {
	player: Player;
	rating: Rating;
}

export interface Passkey {
	id: string;
	label: string;
	since: number;
}

/** A token for programs; its secret is shown only once. */
export interface Token {
	id: string;
	label: string;
	since: number;
	used?: number;
}

/** GET /me */
export interface Me {
	player: Player;
	ratings: Record<string, Rating>;
	/** Whether a password is set. */
	password: boolean;
	passkeys: Passkey[];
	tokens: Token[];
}
