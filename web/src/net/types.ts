// What the server and the pages say to each other below /api/v1: the
// TypeScript face of the description that the server gives of itself
// (openapi.json). Times are milliseconds since 1970 where nothing else is
// said; seats and chairs are counted from 0.

/** What GET /server says of the server. */
export interface ServerInfo {
	name: string;
	version: string;
	games: string[];
	now: number;
}

/** Who holds a chair or a seat: a person, a computer player by its level, or with no field at all nobody. */
export interface Sitter {
	player?: string;
	name?: string;
	level?: string;
}

/** Which party: chairs 1 and 3 are the first, chairs 2 and 4 the second. */
export type Party = 'first' | 'second';

/** How long players may think; without a field there is no clock. */
export interface TimeTerms {
	main_ms?: number;
	increment_ms?: number;
	/** For every single move; excludes the others. */
	days?: number;
}

/** What is agreed on before a game. */
export interface Terms {
	game: string;
	/** Left to the lot where it is missing, as is who begins. */
	first_side?: Party;
	begins?: Party;
	time?: TimeTerms;
	listed?: boolean;
	rated?: boolean;
	spectators?: boolean;
	chat?: boolean;
	/** Partners have a channel of their own. */
	advice?: boolean;
}

export type Phase = 'open' | 'running' | 'over';
/** From the view of the first team; "*" is no game, or one that was called off. */
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';
export type Channel = 'table' | 'partners';

/** What lists show of a table. */
export interface Summary {
	id: string;
	seq: number;
	phase: Phase;
	terms: Terms;
	host: string;
	/** By chair while the table is open, by seat from the start on. */
	sitters: Sitter[];
	/** When the phase began. */
	entered: number;
	plies: number;
	result?: Result;
	/** A code. */
	reason?: string;
	to_move?: number;
	/** Of the sitters in this game, by player; of open tables only. */
	ratings?: Record<string, number>;
}

export interface Clock {
	/** By seat; missing where each move has days, or nobody has a clock. */
	left_ms?: number[];
	days?: number;
	/** Since when the table waits for the seat to move. */
	since: number;
	/** Whether the time of the seat to move runs. */
	counts: boolean;
}

export interface RatingChange {
	player: string;
	before: number;
	after: number;
	/** How many rated games the player has played with this one. */
	games: number;
}

/** A table as it stands after some of its events. */
export interface Table {
	id: string;
	seq: number;
	phase: Phase;
	terms: Terms;
	host: string;
	/** By chair while the table is open, by seat from the start on. */
	sitters: Sitter[];
	/** The text of the start position, from the start on. */
	start?: string;
	moves: string[];
	to_move: number | null;
	clock: Clock | null;
	/** The seats whose offers stand. */
	draw_by: number | null;
	takeback_by: number | null;
	rematch_by: number[];
	result?: Result;
	/** A code. */
	reason?: string;
	ratings?: RatingChange[];
	/** The tables of the games before and after, where there was a rematch. */
	previous?: string;
	next?: string;
	/** The server does not know all that happened: the table can only be looked at. */
	newer?: boolean;
}

/** Something that happened at a table; `kind` and `body` as in docs/online.md. */
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

/** The body of an event of the kind "said". */
export interface Said {
	channel: Channel;
	text: string;
}

export interface Player {
	id: string;
	name: string;
	/** Whether the name is kept by an account. */
	kept: boolean;
	since: number;
}

export interface Rating {
	value: number;
	deviation: number;
	games: number;
}

/** Of the stream of a table: what has happened, and the table as it stands after it and maybe more. */
export interface TableNews {
	events: TableEvent[];
	table: Table;
	now: number;
}

/** Of the stream of a table: the players who are there. */
export interface Presence {
	players: string[];
}

/** Of the stream of a table: a sign of life, by which a stale page notices that it is one. */
export interface Beat {
	nonce: number;
	seq: number;
	ply: number;
	clock: Clock | null;
	now: number;
}

/** The answer to a command: the table, and the number of the event that the command caused. */
export interface Done {
	table: string;
	seq: number;
}

/** What GET /tables/{id} answers. */
export interface TableNow {
	table: Table;
	here: string[];
	now: number;
}

/** What is wrong, as application/problem+json. */
export interface Problem {
	title?: string;
	status: number;
	/** Stable; the pages say it in their own words. */
	code: string;
	/** In English. */
	detail?: string;
	params?: Record<string, string>;
}

/** Of the stream of the lobby: changes since the last news, or with `whole` all that is there. */
export interface LobbyNews {
	whole: boolean;
	changes: { table: string; summary: Summary | null }[];
	version: number;
}

/** Of the stream of one's own tables: each that has changed, or with `whole` all that are open or running. */
export interface MineNews {
	whole: boolean;
	tables: Summary[];
}

/** What GET /games answers. */
export interface GamesPage {
	games: Summary[];
	/** The cursor of what follows; missing on the last page. */
	next?: string;
}

/** What GET /players/{id} answers. */
export interface Profile {
	player: Player;
	/** By game. */
	ratings: Record<string, Rating>;
	/** How many games are finished. */
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

/** A key for programs; what opens the door is told only once, when it is made. */
export interface Token {
	id: string;
	label: string;
	since: number;
	used?: number;
}

/** What GET /me answers. */
export interface Me {
	player: Player;
	ratings: Record<string, Rating>;
	/** Whether there is one. */
	password: boolean;
	passkeys: Passkey[];
	tokens: Token[];
}
