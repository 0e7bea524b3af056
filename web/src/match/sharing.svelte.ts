// Addresses to send to others. A server has some that other programs can read, unlike
// what follows a "#": sites and messengers show a title and a picture for them, and people
// are led on to the page. Without a server, the address of the page itself is sent.

import type { MatchText } from '../engine/protocol';
import { href } from '../kernel/router.svelte';
import { language } from '../kernel/words/i18n.svelte';
import { fetchServerInfo } from '../net/server';
import { absolute, type MatchPage, matchLink, matchQuery } from './links';

let served = $state(false);
let asked: Promise<void> | undefined;

/** Finds out whether there is a server; pages that share call it when they open. */
export function findServer(): Promise<void> {
	asked ??= fetchServerInfo().then(
		(server) => {
			served = server !== null;
		},
		() => {
			asked = undefined;
		},
	);
	return asked;
}

/** An address of the server, in the language of who shares. */
function shared(path: string, query: Record<string, string> = {}): string {
	const all = new URLSearchParams(query);
	if (language.code !== 'en') all.set('l', language.code);
	const search = all.toString();
	return absolute(`./${path}${search === '' ? '' : `?${search}`}`);
}

/** The address of a table. */
export function tableAddress(id: string): string {
	return served ? shared(`t/${encodeURIComponent(id)}`) : absolute(href(`/table/${id}`));
}

/** The address of a puzzle. */
export function puzzleAddress(game: string, id: string, link: string): string {
	return served ? shared(`p/${game}/${id}`) : absolute(link);
}

/** The address of a game, at a ply if one is given. */
export function matchAddress(page: MatchPage, match: MatchText, ply?: number): string {
	if (!served) return absolute(matchLink(page, match, ply));
	return shared(`${page === 'play' ? 'g' : 'a'}/${match.game}`, matchQuery(match, ply));
}

/** A game as a film, or null without a server. */
export function filmAddress(match: MatchText): string | null {
	return served && match.moves.length > 0 ? shared(`g/${match.game}.gif`, matchQuery(match)) : null;
}

const attribute = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The code that shows a game on another site, or null without a server. */
export function embedCode(match: MatchText, title: string, ply?: number): string | null {
	if (!served) return null;
	const source = shared(`embed/g/${match.game}`, matchQuery(match, ply));
	return `<iframe src="${attribute(source)}" title="${attribute(title)}" width="420" height="540" style="border:0" loading="lazy"></iframe>`;
}
