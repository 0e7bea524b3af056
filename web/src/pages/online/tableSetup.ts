// From the form for a new table to the request.
//
// Chairs 1 and 3 are the first party, chairs 2 and 4 the second. The host sits on
// the first chair, so the first party is "we" and the second "they". The terms or
// chance decide who plays which side.

import { announcedVariant } from '../../board/looks';
import type { GameInfo, Level } from '../../engine/protocol';
import { load, save } from '../../kernel/storage';
import { levels } from '../../match/local/saved';
import type { Party, Terms, TimeTerms } from '../../net/types';
import { featuredGames } from '../home/featuredGames';

/** Who should sit on a chair. */
export type ChairChoice = 'me' | 'open' | Level;

export const minutePresets = ['3+2', '5+5', '10+10', '30+0', 'own'] as const;
export type MinutePreset = (typeof minutePresets)[number];
export const dayPresets = ['1', '3', '7', '14'] as const;
export type DayPreset = (typeof dayPresets)[number];

export interface TimeChoice {
	kind: 'none' | 'minutes' | 'days';
	preset: MinutePreset;
	/** If the preset is "own". */
	minutes: number;
	seconds: number;
	days: DayPreset;
}

/** The limits of a custom clock. */
export const timeLimits = { minutes: { least: 1, most: 360 }, seconds: { least: 0, most: 300 } };

/** The form for a new table, saved per game. */
export interface TableSetup {
	chairs: ChairChoice[];
	/** Who plays the first side, and who begins. */
	side: Party | 'random';
	begins: Party | 'random';
	time: TimeChoice;
	listed: boolean;
	/** The class or club on whose page members find the table; '' for none. It is not saved. */
	group: string;
	/** What the table is called; '' for most. It is not saved. */
	name: string;
	rated: boolean;
	spectators: boolean;
	chat: boolean;
	advice: boolean;
	/** Whether players announce their lines, where there is a game for that. */
	announce: boolean;
}

export const defaultTime: TimeChoice = { kind: 'none', preset: '5+5', minutes: 15, seconds: 10, days: '1' };

/** The number of players of a game, before the rules are loaded. */
export function seatsOf(game: string): number {
	return featuredGames.find(({ id }) => id === game)?.players ?? 2;
}

/** The default: a private table without a clock, with open seats. */
export function defaultTableSetup(game: string): TableSetup {
	const chairs = Array.from({ length: seatsOf(game) }, (_, i): ChairChoice => (i === 0 ? 'me' : 'open'));
	return {
		chairs,
		side: 'random',
		begins: 'random',
		time: defaultTime,
		listed: false,
		group: '',
		name: '',
		rated: false,
		spectators: true,
		chat: true,
		advice: false,
		announce: false,
	};
}

export function loadTableSetup(game: string): TableSetup {
	const defaults = defaultTableSetup(game);
	return load(`table.${game}`, (x) => withDefaults(x, defaults), defaults);
}

export function saveTableSetup(game: string, choice: TableSetup): void {
	save(`table.${game}`, choice);
}

const oneOf = <T>(value: unknown, of: readonly T[], otherwise: T) => of.find((v) => v === value) ?? otherwise;
const asObject = (x: unknown) =>
	typeof x === 'object' && x !== null ? (x as Record<string, unknown>) : null;

/** A saved setup, with defaults for invalid values. */
function withDefaults(x: unknown, defaults: TableSetup): TableSetup | null {
	const stored = asObject(x);
	if (!stored) return null;
	const chairs: unknown[] = Array.isArray(stored.chairs) ? stored.chairs : [];
	const parties = ['first', 'second', 'random'] as const;
	const flag = (name: 'listed' | 'rated' | 'spectators' | 'chat' | 'advice' | 'announce') =>
		typeof stored[name] === 'boolean' ? stored[name] : defaults[name];
	return {
		chairs: defaults.chairs.map((chair, i) =>
			oneOf(
				chairs[i],
				i === 0 ? (['me', 'open', ...levels] as const) : (['open', ...levels] as const),
				chair,
			),
		),
		side: oneOf(stored.side, parties, defaults.side),
		begins: oneOf(stored.begins, parties, defaults.begins),
		time: timeWithDefaults(stored.time),
		listed: flag('listed'),
		group: '',
		name: '',
		rated: flag('rated'),
		spectators: flag('spectators'),
		chat: flag('chat'),
		advice: flag('advice'),
		announce: flag('announce'),
	};
}

/** A saved time control, with defaults for invalid values. */
export function timeWithDefaults(x: unknown): TimeChoice {
	const stored = asObject(x) ?? {};
	return {
		kind: oneOf(stored.kind, ['none', 'minutes', 'days'] as const, defaultTime.kind),
		preset: oneOf(stored.preset, minutePresets, defaultTime.preset),
		minutes: within(stored.minutes, timeLimits.minutes, defaultTime.minutes),
		seconds: within(stored.seconds, timeLimits.seconds, defaultTime.seconds),
		days: oneOf(stored.days, dayPresets, defaultTime.days),
	};
}

function within(value: unknown, { least, most }: { least: number; most: number }, otherwise: number): number {
	return typeof value === 'number' && Number.isFinite(value)
		? Math.min(most, Math.max(least, Math.round(value)))
		: otherwise;
}

/** The time control for the request. */
export function timeTerms(choice: TimeChoice): TimeTerms {
	const time = timeWithDefaults(choice);
	if (time.kind === 'none') return {};
	if (time.kind === 'days') return { days: Number(time.days) };
	const [minutes = 0, seconds = 0] =
		time.preset === 'own' ? [time.minutes, time.seconds] : time.preset.split('+').map(Number);
	return { main_ms: minutes * 60_000, ...(seconds > 0 && { increment_ms: seconds * 1000 }) };
}

/** Whether the game can be rated: only between registered people, and not with lines announced. */
export function canBeRated(choice: TableSetup, registered: boolean): boolean {
	return registered && !choice.announce && choice.chairs.every((chair) => chair === 'me' || chair === 'open');
}

/** Whether one side always begins, so that choosing the side decides who begins. */
export function openerIsFixed(info: GameInfo | null): boolean {
	return info?.openers.length === 1 && !info.free_colours;
}

/** The body of POST /tables. */
export interface NewTableRequest {
	terms: Terms;
	chairs: ({ me: true } | { level: Level } | Record<string, never>)[];
}

export function newTableRequest(
	game: string,
	info: GameInfo | null,
	choice: TableSetup,
	registered: boolean,
): NewTableRequest {
	const sits = choice.chairs[0] === 'me';
	const terms: Terms = { game: (choice.announce && announcedVariant(game)) || game };
	if (sits && choice.side !== 'random') terms.first_side = choice.side;
	if (sits && choice.begins !== 'random' && !openerIsFixed(info)) terms.begins = choice.begins;
	const time = timeTerms(choice.time);
	if (Object.keys(time).length > 0) terms.time = time;
	if (choice.listed) terms.listed = true;
	else if (choice.group !== '') terms.group = choice.group;
	if (choice.name.trim() !== '') terms.name = choice.name.trim();
	if (choice.rated && canBeRated(choice, registered)) terms.rated = true;
	if (choice.spectators) terms.spectators = true;
	if (choice.chat) terms.chat = true;
	if (choice.advice && choice.chairs.length > 2) terms.advice = true;
	const chairs = choice.chairs.map((chair) => {
		if (chair === 'me') return { me: true as const };
		return chair === 'open' ? {} : { level: chair };
	});
	return { terms, chairs };
}
