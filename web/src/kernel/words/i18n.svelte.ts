// Translations. A message is a text with parameters such as {name}, or an object of
// texts by the plural categories of the language (CLDR), selected by the parameter n.
// {name.form} is a form of what the parameter names, so that translators control
// articles and endings: docs/translating.md.

import all from 'virtual:languages';
import type { Bundle, Key, ParamsOf } from './keys';

export type { Bundle, Key };

/** The code of a language, such as "fr" or "pt-BR". */
export type LanguageCode = string;

/** The languages by their own names. */
export const languages: readonly { code: LanguageCode; name: string }[] = all;

/** A side of a game, whose name has forms. */
export interface Side {
	/** The game and the seat, as in the keys of its names: "pivot.0". */
	readonly side: string;
}

/** Who a sentence is about: somebody by name, a side, or partners. */
export type Who = string | Side | readonly (string | Side)[];

type Messages = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
type Param = Who | number;
type Params = Record<string, Param>;

/** A sentence of the rules or the server: its code and parameters, and the English text. */
export interface Phrase {
	code: string;
	params: Record<string, string | number>;
	text: string;
}

/** What a verdict of the rules says about the end of a game. */
interface Ending {
	reason: Phrase | null;
	line: string[];
	line_kind: string;
}

/** What was loaded of each language. */
const tables = new Map<LanguageCode, Messages>();
/** What pages have asked for. */
const wantedBundles = new Set<Bundle>(['start']);
let wantedLanguage: LanguageCode = 'en';

let code = $state.raw<LanguageCode>('en');
let messages = $state.raw<Messages>({});
let locale = 'en';
let plurals = new Intl.PluralRules(locale);
type ListType = 'unit' | 'conjunction';
let conjunctions: Intl.ListFormat | undefined;

/** The current language; it changes when its messages are loaded. */
export const language = {
	get code() {
		return code;
	},
	/** The tag by whose rules numbers and dates are written: "pt-PT" for "pt", which alone means Brazil's. */
	get locale() {
		void code; // changes with it
		return locale;
	},
};

export function isLanguage(text: string): text is LanguageCode {
	return all.some((each) => each.code === text);
}

/** Loads a language, with all that pages have asked for, and switches to it. */
export async function setLanguage(wanted: LanguageCode): Promise<void> {
	wantedLanguage = wanted;
	try {
		await load(wanted, [...wantedBundles]);
	} catch (error) {
		if (wantedLanguage === wanted) wantedLanguage = code;
		throw error;
	}
	if (wantedLanguage !== wanted) return;
	conjunctions = undefined;
	code = wanted;
	messages = tableOf(wanted);
	locale = t('locale');
	plurals = new Intl.PluralRules(locale);
	document.documentElement.lang = wanted;
}

/**
 * Loads messages that not every page has, together with the code that shows them. Nothing is drawn again:
 * nobody asks for a message before it is here.
 */
export async function withWords<T>(wanted: readonly Bundle[], content: Promise<T>): Promise<T> {
	const [loaded] = await Promise.all([content, addBundles(wanted)]);
	return loaded;
}

async function addBundles(wanted: readonly Bundle[]): Promise<void> {
	for (const bundle of wanted) wantedBundles.add(bundle);
	let loaded: LanguageCode;
	do {
		loaded = wantedLanguage;
		await load(loaded, wanted);
		// Somebody may have chosen another language meanwhile.
	} while (loaded !== wantedLanguage);
}

function tableOf(language: LanguageCode): Messages {
	const table = tables.get(language) ?? {};
	tables.set(language, table);
	return table;
}

async function load(language: LanguageCode, wanted: readonly Bundle[]): Promise<void> {
	const loaders = all.find((each) => each.code === language)?.load;
	if (loaders === undefined) throw new Error(`there is no language ${language}`);
	const parts = await Promise.all(wanted.map((bundle) => loaders[bundle]?.()));
	Object.assign(tableOf(language), ...parts.map((part) => part?.default));
}

/** The first supported language in a list such as navigator.languages: "pt-BR" before "pt". */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
	for (const tag of wanted) {
		const parts = tag.toLowerCase().split('-');
		for (let length = parts.length; length > 0; length--) {
			const part = parts.slice(0, length).join('-');
			const found = all.find((each) => each.code.toLowerCase() === part);
			if (found) return found.code;
		}
	}
	return 'en';
}

/** The message of a key, with its parameters filled in. */
export function t<K extends Key>(key: K, ...given: ParamsOf<K>): string {
	const params: Params = given[0] ?? {};
	const message = lookUp(key, params) ?? key;
	const text = fill(message, params, nameText, nameForm);
	return beginsWithForm(message, params) ? sentence(text) : text;
}

/** A number in the format of the language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
	// The first formatter takes a phone a tenth of a second, and counts look the same without it (a test compares).
	if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
	return new Intl.NumberFormat(locale, options).format(value);
}

/** A date in the format of the language. `time` is in milliseconds since 1970. */
export function formatDate(time: number, options: Intl.DateTimeFormatOptions): string {
	return new Intl.DateTimeFormat(language.locale, options).format(time);
}

/** A day in the format of the language: "15 Nov". `time` is in milliseconds since 1970. */
export function formatDay(time: number): string {
	return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(time);
}

/** A list: "a, b", or as a conjunction "a and b". */
export function formatList(parts: string[], type: ListType): string {
	if (parts.length < 2) return parts[0] ?? '';
	// The browser's formatter takes a phone a tenth of a second to create, and most lists need no "and".
	if (type === 'unit') return parts.reduce((items, item) => t('list.next', { items, item }));
	conjunctions ??= new Intl.ListFormat(locale, { type, style: 'long' });
	return conjunctions.format(parts);
}

/** A phrase of the rules or the server, as a translated sentence. */
export function phrase(p: Phrase): string {
	const message = lookUp(`phrase.${p.code}`);
	if (message === undefined) return sentence(p.text);
	const text = fill(message, p.params, wordText, wordForm);
	return beginsWithName(message, p.params) ? text : sentence(text);
}

/** Why a game is over, with the decisive line. */
export function reason(verdict: Ending): string {
	if (verdict.reason === null) return '';
	const params = { ...verdict.reason.params };
	if (verdict.line.length > 0) params.line = lineName(verdict.line, verdict.line_kind, verdict.reason.code);
	return phrase({ ...verdict.reason, params });
}

/** Where a line lies: "row 3 (a3 b3 c3 d3)". Some languages have other words for it after some reasons. */
export function lineName(cells: string[], kind: string, code = ''): string {
	const first = cells[0] ?? '';
	const params = { cells: cells.join(' '), column: first.charAt(0), row: first.slice(1) };
	const message = lookUp(`line.${kind}.${code}`) ?? lookUp(`line.${kind}`) ?? '{cells}';
	return fill(message, params, nameText, nameForm);
}

/** Games whose pieces and seats are named like those of another, such as the same game on a smaller board. */
const namesakes = new Map<string, string>();

export function nameLike(game: string, other: string): void {
	namesakes.set(game, other);
}

/** Games whose two seats have each other's colours: the game, and the letter of the same piece of the other seat. */
const swaps = new Map<string, { game: string; letter: (letter: string) => string }>();

export function nameSwapped(id: string, game: string, letter: (letter: string) => string): void {
	swaps.set(id, { game, letter });
}

/** What a letter on the board means: "dark sphere"; '' is an empty cell or a neutral cube. */
export function pieceName(game: string, letter: string): string {
	const swap = swaps.get(game);
	if (swap !== undefined) return pieceName(swap.game, swap.letter(letter));
	return lookUp(`piece.${namesakes.get(game) ?? game}.${letter || 'none'}`) ?? letter;
}

/** The name of a game. Product names are not translated, "Quixo for four" is. */
export function gameName(game: { id: string }): string {
	return lookUp(`game.${game.id}`) ?? game.id;
}

/** An action in the audit log; one of a newer server as it is. */
export function actionName(action: string): string {
	return lookUp(`admin.action.${action}`) ?? action;
}

/** A seat by its colour, as a label: "Dark", "Crosses", "X1". */
export function seatName(game: string, seat: number): string {
	return nameText(sideOf(game, seat));
}

/** A seat for a sentence, which finds the forms of its name. */
export function sideOf(game: string, seat: number): Side {
	const swap = swaps.get(game);
	if (swap !== undefined) return sideOf(swap.game, 1 - seat);
	return { side: `${namesakes.get(game) ?? game}.${seat}` };
}

function lookUp(key: string, params: Params = {}): string | undefined {
	const message = messages[key];
	if (typeof message !== 'object') return message;
	return message[plurals.select(Number(params.n))] ?? message.other;
}

type Show = (value: Param) => string;
type ShowForm = (value: Param, form: string) => string;

/** Fills in the parameters of a message. */
function fill(message: string, params: Params, show: Show, showForm: ShowForm): string {
	return message.replace(/\{(\w+)(?:\.(\w+))?\}/g, (gap, name: string, form?: string) => {
		const value = params[name];
		if (value === undefined) return gap;
		return form === undefined ? show(value) : showForm(value, form);
	});
}

/** Names that people chose are shown as they are, those of sides in the current language. */
function nameText(value: Param): string {
	if (isList(value)) return formatList(value.map(nameText), 'conjunction');
	if (typeof value !== 'object') return String(value);
	return lookUp(`seat.${value.side}`) ?? String(Number(value.side.split('.').pop()) + 1);
}

/** A form of a name: a side may have its own, otherwise it is made as for any name. */
function nameForm(value: Param, form: string): string {
	if (isList(value) && value.length === 1) return nameForm(value[0] ?? '', form);
	const own = typeof value === 'object' && !isList(value) ? lookUp(`seat.${value.side}.${form}`) : undefined;
	if (own !== undefined) return own;
	const name = nameText(value);
	const usual = isList(value) ? lookUp(`names.${form}`) : lookUp(`name.${form}`);
	return usual === undefined ? name : fill(usual, { name }, nameText, nameForm);
}

function isList(value: Param): value is readonly (string | Side)[] {
	return Array.isArray(value);
}

function wordText(value: Param): string {
	return lookUp(`word.${value}`) ?? String(value);
}

function wordForm(value: Param, form: string): string {
	return lookUp(`word.${value}.${form}`) ?? String(value);
}

/** Whether a message starts with a form, which is written as within a sentence, and not with a name: bob must not become Bob. */
function beginsWithForm(message: string, params: Params): boolean {
	const [, name = '', form = ''] = /^[¡¿]?\{(\w+)\.(\w+)\}/.exec(message) ?? [];
	const value = params[name];
	return value !== undefined && !nameForm(value, form).startsWith(nameText(value));
}

/** Whether a message starts with something that is not a word, such as a cell: b3 must not become B3. */
function beginsWithName(message: string, params: Params): boolean {
	const [, name = ''] = /^\{(\w+)\}/.exec(message) ?? [];
	return name !== '' && lookUp(`word.${params[name]}`) === undefined;
}

function sentence(text: string): string {
	return text.replace(/\p{L}/u, (first) => first.toLocaleUpperCase(code));
}
