// Translations. A message is a text with parameters such as {name}, or an object
// of texts by plural form, selected by the parameter n. {name.form} is a form of the
// word that the parameter names: with shape = "cone", {shape.opposing} is the message
// word.cone.opposing, so that translators control articles and endings.

import type { Key } from './keys';

export type { Key };

const loaders = {
	en: () => import('virtual:words/en'),
	fr: () => import('virtual:words/fr'),
	nl: () => import('virtual:words/nl'),
	de: () => import('virtual:words/de'),
	es: () => import('virtual:words/es'),
	it: () => import('virtual:words/it'),
	pt: () => import('virtual:words/pt'),
};

export type LanguageCode = keyof typeof loaders;

/** The languages by their own names. */
export const languages: readonly { code: LanguageCode; name: string }[] = [
	{ code: 'en', name: 'English' },
	{ code: 'fr', name: 'Français' },
	{ code: 'nl', name: 'Nederlands' },
	{ code: 'de', name: 'Deutsch' },
	{ code: 'es', name: 'Español' },
	{ code: 'it', name: 'Italiano' },
	{ code: 'pt', name: 'Português' },
];

type Messages = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
type Params = Record<string, string | number>;

/** A sentence of the rules or the server: its code and parameters, and the English text. */
export interface Phrase {
	code: string;
	params: Params;
	text: string;
}

/** What a verdict of the rules says about the end of a game. */
interface Ending {
	reason: Phrase | null;
	line: string[];
	lineKind: string;
}

let code = $state.raw<LanguageCode>('en');
let messages = $state.raw<Messages>({});
let plurals = new Intl.PluralRules('en');
type ListType = 'unit' | 'conjunction';
let lists: Partial<Record<ListType, Intl.ListFormat>> = {};

/** The current language; it changes when its messages are loaded. */
export const language = {
	get code() {
		return code;
	},
};

export function isLanguage(text: string): text is LanguageCode {
	return Object.hasOwn(loaders, text);
}

/** Loads a language and switches to it. */
export async function setLanguage(wanted: LanguageCode): Promise<void> {
	const loaded = await loaders[wanted]();
	plurals = new Intl.PluralRules(wanted);
	lists = {};
	code = wanted;
	messages = loaded.default;
	document.documentElement.lang = wanted;
}

/** The first supported language in a list such as navigator.languages. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
	for (const tag of wanted) {
		const short = tag.toLowerCase().split('-')[0] ?? '';
		if (isLanguage(short)) return short;
	}
	return 'en';
}

/** The message of a key, with its parameters filled in. */
export function t(key: Key, params: Params = {}): string {
	return fill(lookUp(key, params) ?? key, params, String);
}

/** A number in the format of the language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
	return new Intl.NumberFormat(code, options).format(value);
}

/** A day in the format of the language: "15 Nov". `time` is in milliseconds since 1970. */
export function formatDay(time: number): string {
	return new Intl.DateTimeFormat(code, { day: 'numeric', month: 'short' }).format(time);
}

/** A list: "a, b", or as a conjunction "a and b". */
export function formatList(parts: string[], type: ListType): string {
	// Most lists have one item, and formatters are slow to create.
	if (parts.length < 2) return parts[0] ?? '';
	lists[type] ??= new Intl.ListFormat(code, { type, style: type === 'unit' ? 'short' : 'long' });
	return lists[type].format(parts);
}

/** A phrase of the rules or the server, as a translated sentence. */
export function phrase(p: Phrase): string {
	const message = lookUp(`phrase.${p.code}`);
	if (message === undefined) return sentence(p.text);
	const text = fill(message, p.params, (value) => lookUp(`word.${value}`) ?? String(value));
	return beginsWithName(message, p.params) ? text : sentence(text);
}

/** Why a game is over, with the decisive line. */
export function reason(verdict: Ending): string {
	if (verdict.reason === null) return '';
	const params = { ...verdict.reason.params };
	if (verdict.line.length > 0) params.line = lineName(verdict.line, verdict.lineKind);
	return phrase({ ...verdict.reason, params });
}

/** Where a line lies: "row 3 (a3 b3 c3 d3)". */
export function lineName(cells: string[], kind: string): string {
	const first = cells[0] ?? '';
	const params = { cells: cells.join(' '), column: first.charAt(0), row: first.slice(1) };
	return fill(lookUp(`line.${kind}`) ?? '{cells}', params, String);
}

/** Games whose pieces and seats are named like those of another, such as the same game on a smaller board. */
const namesakes = new Map<string, string>();

export function nameLike(game: string, other: string): void {
	namesakes.set(game, other);
}

/** What a letter on the board means: "dark sphere"; '' is an empty cell or a neutral cube. */
export function pieceName(game: string, letter: string): string {
	return lookUp(`piece.${namesakes.get(game) ?? game}.${letter || 'none'}`) ?? letter;
}

/** The name of a game. Product names are not translated, "Quixo for four" is. */
export function gameName(game: { id: string }): string {
	return lookUp(`game.${game.id}`) ?? game.id;
}

/** A seat by its colour: "Dark", "Crosses", "X1". */
export function seatName(game: string, seat: number): string {
	return lookUp(`seat.${namesakes.get(game) ?? game}.${seat}`) ?? String(seat + 1);
}

function lookUp(key: string, params: Params = {}): string | undefined {
	const message = messages[key];
	if (typeof message !== 'object') return message;
	return message[plurals.select(Number(params.n))] ?? message.other;
}

/** Fills in the parameters of a message; `show` formats plain ones. */
function fill(message: string, params: Params, show: (value: string | number) => string): string {
	return message.replace(/\{(\w+)(?:\.(\w+))?\}/g, (gap, name: string, form?: string) => {
		const value = params[name];
		if (value === undefined) return gap;
		return form === undefined ? show(value) : (lookUp(`word.${value}.${form}`) ?? String(value));
	});
}

/** Whether a message starts with something that is not a word, such as a cell: b3 must not become B3. */
function beginsWithName(message: string, params: Params): boolean {
	const [, name = ''] = /^\{(\w+)\}/.exec(message) ?? [];
	return name !== '' && lookUp(`word.${params[name]}`) === undefined;
}

function sentence(text: string): string {
	return text.charAt(0).toLocaleUpperCase(code) + text.slice(1);
}
