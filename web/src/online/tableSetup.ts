// From what people choose before they open a table to what the server is told.
//
// Chairs 1 and 3 are the first party, chairs 2 and 4 the second. Whoever opens
// a table sits on the first chair, so the first party is "we" and the second
// "they"; who of them holds what is decided by the terms or by lots.

import { showcases } from '../app/featuredGames';
import { load, save } from '../app/storage';
import type { GameInfo, Level } from '../engine/protocol';
import type { Party, Terms, TimeTerms } from '../net/types';
import { levels } from '../play/saved';

/** Who shall sit on a chair. */
export type ChairChoice = 'me' | 'open' | Level;

export const minutePresets = ['3+2', '5+5', '10+10', '30+0', 'own'] as const;
export type MinutePreset = (typeof minutePresets)[number];
export const dayPresets = ['1', '3', '7', '14'] as const;
export type DayPreset = (typeof dayPresets)[number];

/** How long players may think. */
export interface TimeChoice {
	kind: 'none' | 'minutes' | 'days';
	preset: MinutePreset;
	/** Where the preset is "own". */
	minutes: number;
	seconds: number;
	days: DayPreset;
}

/** The bounds of a clock that people set themselves. */
export const timeLimits = { minutes: { least: 1, most: 360 }, seconds: { least: 0, most: 300 } };

/** All that is chosen before a table is opened, kept by game. */
export interface TableChoice {
	chairs: ChairChoice[];
	/** Who holds the first side, and who begins; "lot" leaves it to the lot. */
	side: Party | 'lot';
	begins: Party | 'lot';
	time: TimeChoice;
	listed: boolean;
	rated: boolean;
	spectators: boolean;
	chat: boolean;
	advice: boolean;
}

export const usualTime: TimeChoice = { kind: 'none', preset: '5+5', minutes: 15, seconds: 10, days: '1' };

/** How many sit at a game, before the rules have been asked. */
export function seatsOf(game: string): number {
	return showcases.find(({ id }) => id === game)?.players ?? 2;
}

/** What is chosen for somebody who has never chosen: a private table without a clock, the other seats for whoever comes. */
export function usualTable(game: string): TableChoice {
	const chairs = Array.from({ length: seatsOf(game) }, (_, i): ChairChoice => (i === 0 ? 'me' : 'open'));
	return {
		chairs,
		side: 'lot',
		begins: 'lot',
		time: usualTime,
		listed: false,
		rated: false,
		spectators: true,
		chat: true,
		advice: false,
	};
}

export function rememberedTable(game: string): TableChoice {
	const usual = usualTable(game);
	return load(`table.${game}`, (x) => completed(x, usual), usual);
}

export function rememberTable(game: string, choice: TableChoice): void {
	save(`table.${game}`, choice);
}

const one = <T>(value: unknown, of: readonly T[], otherwise: T) => of.find((v) => v === value) ?? otherwise;
const fields = (x: unknown) => (typeof x === 'object' && x !== null ? (x as Record<string, unknown>) : null);

/** What was stored, with the usual choice wherever it is not one of those on offer. */
function completed(x: unknown, usual: TableChoice): TableChoice | null {
	const stored = fields(x);
	if (!stored) return null;
	const chairs: unknown[] = Array.isArray(stored.chairs) ? stored.chairs : [];
	const parties = ['first', 'second', 'lot'] as const;
	const flag = (name: 'listed' | 'rated' | 'spectators' | 'chat' | 'advice') =>
		typeof stored[name] === 'boolean' ? stored[name] : usual[name];
	return {
		chairs: usual.chairs.map((chair, i) =>
			one(chairs[i], i === 0 ? (['me', 'open', ...levels] as const) : (['open', ...levels] as const), chair),
		),
		side: one(stored.side, parties, usual.side),
		begins: one(stored.begins, parties, usual.begins),
		time: completedTime(stored.time),
		listed: flag('listed'),
		rated: flag('rated'),
		spectators: flag('spectators'),
		chat: flag('chat'),
		advice: flag('advice'),
	};
}

/** A choice of time from elsewhere, with the usual one wherever it cannot be used. */
export function completedTime(x: unknown): TimeChoice {
	const stored = fields(x) ?? {};
	return {
		kind: one(stored.kind, ['none', 'minutes', 'days'] as const, usualTime.kind),
		preset: one(stored.preset, minutePresets, usualTime.preset),
		minutes: within(stored.minutes, timeLimits.minutes, usualTime.minutes),
		seconds: within(stored.seconds, timeLimits.seconds, usualTime.seconds),
		days: one(stored.days, dayPresets, usualTime.days),
	};
}

function within(value: unknown, { least, most }: { least: number; most: number }, otherwise: number): number {
	return typeof value === 'number' && Number.isFinite(value)
		? Math.min(most, Math.max(least, Math.round(value)))
		: otherwise;
}

/** The clock of a choice as the server is told. */
export function timeTerms(choice: TimeChoice): TimeTerms {
	const time = completedTime(choice);
	if (time.kind === 'none') return {};
	if (time.kind === 'days') return { days: Number(time.days) };
	const [minutes = 0, seconds = 0] =
		time.preset === 'own' ? [time.minutes, time.seconds] : time.preset.split('+').map(Number);
	return { main_ms: minutes * 60_000, ...(seconds > 0 && { increment_ms: seconds * 1000 }) };
}

/** Whether a game with these chairs can change ratings: only people do. */
export function canBeRated(choice: TableChoice, kept: boolean): boolean {
	return kept && choice.chairs.every((chair) => chair === 'me' || chair === 'open');
}

/** Whether one side always begins, so that choosing the side is choosing who begins. */
export function openerIsFixed(info: GameInfo | null): boolean {
	return info?.openers.length === 1;
}

/** What POST /tables is told. */
export interface NewTable {
	terms: Terms;
	chairs: ({ me: true } | { level: Level } | Record<string, never>)[];
}

export function newTable(game: string, info: GameInfo | null, choice: TableChoice, kept: boolean): NewTable {
	const sits = choice.chairs[0] === 'me';
	const terms: Terms = { game };
	if (sits && choice.side !== 'lot') terms.first_side = choice.side;
	if (sits && choice.begins !== 'lot' && !openerIsFixed(info)) terms.begins = choice.begins;
	const time = timeTerms(choice.time);
	if (Object.keys(time).length > 0) terms.time = time;
	if (choice.listed) terms.listed = true;
	if (choice.rated && canBeRated(choice, kept)) terms.rated = true;
	if (choice.spectators) terms.spectators = true;
	if (choice.chat) terms.chat = true;
	if (choice.advice && choice.chairs.length > 2) terms.advice = true;
	const chairs = choice.chairs.map((chair) => {
		if (chair === 'me') return { me: true as const };
		return chair === 'open' ? {} : { level: chair };
	});
	return { terms, chairs };
}
