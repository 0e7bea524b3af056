// Finds sections of the manual. Their texts are fetched when somebody first searches.

import type { ManualSection } from 'virtual:manual-search';
import MiniSearch from 'minisearch';

/** A piece of text; `hit` if it is what was looked for. */
export interface Piece {
	text: string;
	hit: boolean;
}

export interface Found {
	section: ManualSection;
	excerpt: Piece[];
}

/** How many results are worth listing, and how long the text around the first hit is. */
const most = 20;
const around = 180;
/** Shorter words are not guessed at. */
const shortest = 5;

export class ManualIndex {
	#index = new MiniSearch<ManualSection>({ fields: ['heading', 'title', 'text'] });
	#sections: Map<string, ManualSection>;

	constructor(sections: ManualSection[]) {
		this.#sections = new Map(sections.map((section) => [section.id, section]));
		this.#index.addAll(sections);
	}

	/** The best sections first. All words must occur; if they do not, the sections with most of them. */
	find(words: string): Found[] {
		const options = {
			prefix: true,
			fuzzy: (word: string) => (word.length < shortest ? false : 0.2),
			boost: { heading: 4, title: 2 },
		};
		const all = this.#index.search(words, { ...options, combineWith: 'AND' });
		const found = all.length > 0 ? all : this.#index.search(words, { ...options, combineWith: 'OR' });
		return found.slice(0, most).flatMap(({ id, terms }) => {
			const section = this.#sections.get(String(id));
			return section ? [{ section, excerpt: excerptOf(section.text, terms) }] : [];
		});
	}
}

/** The text around the first of some words, with all of them marked. */
export function excerptOf(text: string, words: string[]): Piece[] {
	const any = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|');
	const marked = new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, 'giu');
	const first = Math.max(0, text.search(marked));
	const from = first < around / 2 ? 0 : text.indexOf(' ', first - around / 3) + 1;
	const until = text.length - from <= around ? text.length : text.lastIndexOf(' ', from + around);
	const end = until > from ? until : text.length;
	const shown = `${from > 0 ? '…' : ''}${end < text.length ? `${text.slice(from, end).replace(/[\s.,;:]+$/, '')}…` : text.slice(from)}`;
	return shown
		.split(marked)
		.map((text, i) => ({ text, hit: i % 2 === 1 }))
		.filter(({ text }) => text !== '');
}

let loading: Promise<ManualIndex> | undefined;

/** The index, made when it is first needed. */
export function manualIndex(): Promise<ManualIndex> {
	loading ??= import('virtual:manual-search').then(
		({ default: sections }) => new ManualIndex(sections),
		(error) => {
			loading = undefined;
			throw error;
		},
	);
	return loading;
}
