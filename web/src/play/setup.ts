// From what people chose before a game to the game itself.

import { load, save } from '../app/storage';
import type { GameInfo, Level, MatchText } from '../engine/protocol';
import { type TimeControl, wound } from './clock';
import { levels, type Player, type SavedGame } from './saved';

/** Who shall sit at a seat. */
export interface SeatChoice {
	/** "person" or the level of a computer player. */
	who: 'person' | Level;
	name: string;
}

export type Mode = 'computer' | 'people' | 'mix';

export const clockPresets = ['none', '1+0', '5+5', '10+10', 'custom'] as const;
export type ClockPreset = (typeof clockPresets)[number];

/** The choices before a game, kept by game. */
export interface Setup {
	mode: Mode;
	/** Of the computer, when one person plays against it. */
	level: Level;
	/** The seat of that person: a number as text, or "lot". */
	side: string;
	/** Who begins: a seat as text, or "lot". */
	opener: string;
	/** Who sits where when several people play, before lots are drawn. */
	seats: SeatChoice[];
	/** Whether lots decide who of them holds what. */
	lots: boolean;
	clock: ClockPreset;
	custom: TimeControl;
	advice: boolean;
}

/** The limits of a clock that people set themselves. */
export const clockLimits = { minutes: { least: 1, most: 180 }, increment: { least: 0, most: 60 } };

/** What is chosen for somebody who has never chosen: an easy computer, and the person begins. */
export function usualSetup(info: GameInfo): Setup {
	return {
		mode: 'computer',
		level: '2',
		side: '0',
		opener: String(info.openers[0] ?? 0),
		seats: info.seats.map(() => ({ who: 'person', name: '' })),
		lots: false,
		clock: 'none',
		custom: { minutes: 15, increment: 10 },
		advice: false,
	};
}

export function rememberedSetup(info: GameInfo): Setup {
	const usual = usualSetup(info);
	return load<Setup>(`setup.${info.id}`, (x) => completed(x, usual), usual);
}

export function rememberSetup(info: GameInfo, setup: Setup): void {
	save(`setup.${info.id}`, setup);
}

/** What was stored, with the usual choice wherever it is not one of those on offer. */
function completed(x: unknown, usual: Setup): Setup | null {
	if (typeof x !== 'object' || x === null) return null;
	const stored = x as Partial<Record<keyof Setup, unknown>>;
	const one = <T>(value: unknown, of: readonly T[], otherwise: T) => of.find((v) => v === value) ?? otherwise;
	const seatNumbers = [...usual.seats.keys()].map(String);
	return {
		mode: one(stored.mode, ['computer', 'people', 'mix'] as const, usual.mode),
		level: one(stored.level, levels, usual.level),
		side: one(stored.side, [...seatNumbers, 'lot'], usual.side),
		opener: one(stored.opener, [...seatNumbers, 'lot'], usual.opener),
		seats: usual.seats.map((seat, i) => storedSeat(stored.seats, i) ?? seat),
		lots: stored.lots === true,
		clock: one(stored.clock, clockPresets, usual.clock),
		custom: storedControl(stored.custom) ?? usual.custom,
		advice: stored.advice === true,
	};
}

function storedSeat(seats: unknown, index: number): SeatChoice | null {
	const seat: unknown = Array.isArray(seats) ? seats[index] : null;
	if (typeof seat !== 'object' || seat === null) return null;
	const { who, name } = seat as Partial<Record<keyof SeatChoice, unknown>>;
	const known = (['person', ...levels] as const).find((one) => one === who);
	return known && typeof name === 'string' ? { who: known, name } : null;
}

function storedControl(x: unknown): TimeControl | null {
	if (typeof x !== 'object' || x === null) return null;
	const { minutes, increment } = x as Partial<Record<keyof TimeControl, unknown>>;
	return typeof minutes === 'number' && typeof increment === 'number'
		? limited({ minutes, increment })
		: null;
}

function limited({ minutes, increment }: TimeControl): TimeControl {
	const within = (value: number, { least, most }: { least: number; most: number }) =>
		Math.min(most, Math.max(least, Math.round(value) || least));
	return {
		minutes: within(minutes, clockLimits.minutes),
		increment: within(increment, clockLimits.increment),
	};
}

/** The time that a setup gives each player, or null for none. */
export function timeControl(setup: Setup): TimeControl | null {
	if (setup.clock === 'none') return null;
	if (setup.clock === 'custom') return limited(setup.custom);
	const [minutes = 0, increment = 0] = setup.clock.split('+').map(Number);
	return { minutes, increment };
}

/** What a new game needs from outside: chance and the day. */
export interface Fortune {
	/** At least 0 and below 1, like Math.random. */
	random: () => number;
	today: () => Date;
}

/** Chance and day as they really are. */
export const fortune: Fortune = { random: Math.random, today: () => new Date() };

/** The game that a setup asks for. */
export function newGame(info: GameInfo, setup: Setup, { random, today }: Fortune): SavedGame {
	const draw = (n: number) => Math.floor(random() * n);
	const opener =
		setup.opener === 'lot' ? (info.openers[draw(info.openers.length)] ?? 0) : Number(setup.opener);
	const seats = seated(info, setup, draw);
	const match: MatchText = {
		game: info.id,
		start: info.starts[opener] || (info.starts.find((start) => start !== '') ?? ''),
		moves: [],
		players: seats.map((seat) => (seat.who === 'person' ? seat.name.trim() : '')),
		closing: null,
	};
	const players = seats.map(
		({ who }): Player => (who === 'person' ? { kind: 'person' } : { kind: 'computer', level: who }),
	);
	return { ...around(match, players, { random, today }, timeControl(setup)), advice: adviceOf(info, setup) };
}

function seated(info: GameInfo, setup: Setup, draw: (n: number) => number): SeatChoice[] {
	if (setup.mode === 'computer') {
		const side = setup.side === 'lot' ? draw(info.seats.length) : Number(setup.side);
		return info.seats.map((_, seat) => ({ who: seat === side ? 'person' : setup.level, name: '' }));
	}
	const seats =
		setup.mode === 'people' ? setup.seats.map((seat) => ({ ...seat, who: 'person' as const })) : setup.seats;
	// Turning the whole table keeps partners together.
	return setup.lots ? turned(seats, draw(seats.length)) : seats;
}

function turned<T>(list: T[], by: number): T[] {
	return list.map((_, i) => list[(i + list.length - by) % list.length] as T);
}

function adviceOf(info: GameInfo, setup: Setup): boolean | null {
	return info.seats.length > 2 && setup.mode !== 'computer' ? setup.advice : null;
}

/** A match begun now, or gone on with now, by the players given. */
function around(match: MatchText, players: Player[], fate: Fortune, control: TimeControl | null): SavedGame {
	return {
		match,
		players,
		seed: Math.floor(fate.random() * 2 ** 31),
		clock: control && wound(control, players.length),
		date: dayText(fate.today()),
		over: false,
		flipped: false,
		advice: null,
	};
}

/** The day where the players are, as "2026-11-15". */
function dayText(day: Date): string {
	const two = (n: number) => String(n).padStart(2, '0');
	return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The same players once more, each at the next seat: sides are changed, and partners stay partners. */
export function rematch(game: SavedGame, fate: Fortune): SavedGame {
	const match = { ...game.match, moves: [], players: turned(game.match.players, 1), closing: null };
	return {
		...around(match, turned(game.players, 1), fate, game.clock?.control ?? null),
		flipped: game.flipped,
		advice: game.advice,
	};
}

/** A game from elsewhere, gone on with: by people, or by a person at the seat to move against the computer. */
export function goneOn(
	match: MatchText,
	seats: number,
	against: { level: Level; toMove: number } | null,
): SavedGame {
	const players = Array.from(
		{ length: seats },
		(_, seat): Player =>
			against && seat !== against.toMove ? { kind: 'computer', level: against.level } : { kind: 'person' },
	);
	const names = players.map((player, seat) => (player.kind === 'person' ? (match.players[seat] ?? '') : ''));
	return around({ ...match, players: names }, players, fortune, null);
}
