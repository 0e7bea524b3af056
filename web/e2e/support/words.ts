// The messages of the pages as their translators wrote them.

import { readdirSync, readFileSync } from 'node:fs';

type Message = string | Record<string, string>;
const folder = new URL('../../../rulebook/words/', import.meta.url);

export type Language = string;
export const languages: Language[] = readdirSync(new URL('../../../rulebook/text/', import.meta.url));

/** All messages of a language by their keys. */
export function messagesOf(language: Language): Map<string, Message> {
	const files = readdirSync(new URL(`${language}/`, folder));
	const areas = files.map((file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')));
	return new Map(areas.flatMap((area: Record<string, Message>) => Object.entries(area)));
}

/** All texts that messages of a language can have; some have several, by a number. */
export function formsOf(language: Language): string[] {
	const messages = [...messagesOf(language).values()];
	return messages.flatMap((message) => (typeof message === 'string' ? [message] : Object.values(message)));
}

/** Matches a message whatever it is filled with, in whole texts. */
export function pattern(message: string): RegExp {
	const [first = '', ...rest] = message.split(/\{[\w.]+\}/).map(escaped);
	return new RegExp(`^${[first, ...rest].join('.+')}$`, 'i');
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
