// A game in a URL. All of it is in the query, so that a link needs no server:
//
//	game=pivot & start=4/4/4/4 1 & moves=C@a1_a1-a2+s@b3 & names=Ann_Bob & end=resignation-1
//
// Where the seats have each other's colours, it also has colours=swapped.
//
// Moves and names are joined by "_", which no move contains; in names "_" and
// "~" are written "~u" and "~~". Links are only parsed here; whether the game is
// legal is for the rules to decide.

import type { Closing, MatchText } from '../engine/protocol';
import { go, href } from '../kernel/router.svelte';
import { isClosing } from './closings';

/** The pages that show a game. */
export type MatchPage = 'play' | 'analyse';

/** A link to a game, "#/play?…" or "#/analyse/GAME?…", at a ply if one is given. */
export function matchLink(page: MatchPage, match: MatchText, ply?: number): string {
	return href(...place(page, match, ply));
}

/** Navigates to a game; `replace` adds no history entry. */
export function goToMatch(
	page: MatchPage,
	match: MatchText,
	ply?: number,
	options?: { replace?: boolean },
): void {
	go(...place(page, match, ply), options);
}

function place(
	page: MatchPage,
	match: MatchText,
	ply?: number,
): [path: string, query: Record<string, string>] {
	const query = matchQuery(match, ply);
	return page === 'play' ? ['/play', { game: match.game, ...query }] : [`/analyse/${match.game}`, query];
}

/** A game as a query, without the id of the game. */
export function matchQuery(match: MatchText, ply?: number): Record<string, string> {
	const query: Record<string, string> = {};
	if (match.start) query.start = match.start;
	if (match.moves.length > 0) query.moves = match.moves.join('_');
	if (match.players.some((name) => name !== '')) query.names = match.players.map(writeName).join('_');
	if (match.closing) query.end = `${match.closing.how}-${match.closing.seat}`;
	if (match.swapped) query.colours = 'swapped';
	if (ply !== undefined) query.ply = String(ply);
	return query;
}

/** The game in a query, or null if there is none. Pages with the game in their path pass it in. */
export function matchFromQuery(query: URLSearchParams, game = query.get('game')): MatchText | null {
	if (!game) return null;
	return {
		game,
		start: query.get('start') ?? '',
		moves: split(query.get('moves')),
		players: query.get('names')?.split('_').map(readName) ?? [],
		closing: readClosing(query.get('end')),
		...(query.get('colours') === 'swapped' && { swapped: true }),
	};
}

/** The ply in a query, or null if there is none. */
export function plyFromQuery(query: URLSearchParams): number | null {
	const text = query.get('ply') ?? '';
	return /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** The absolute URL of a link, for sharing. */
export function absolute(link: string): string {
	return new URL(link, window.location.href).href;
}

function split(text: string | null): string[] {
	return (text ?? '').split('_').filter((part) => part !== '');
}

function writeName(name: string): string {
	return name.replaceAll('~', '~~').replaceAll('_', '~u');
}

function readName(text: string): string {
	return text.replace(/~([~u])/g, (_, sign: string) => (sign === 'u' ? '_' : '~'));
}

function readClosing(text: string | null): Closing | null {
	const [, how, seat] = /^([a-z-]+)-(\d)$/.exec(text ?? '') ?? [];
	return isClosing(how) ? { how, seat: Number(seat) } : null;
}
