// From the form for a new game to the game.

import type { GameInfo, Level, MatchText } from '../../engine/protocol';
import { load, save } from '../../kernel/storage';
import { newClock, type TimeControl } from '../clock';
import { levels, type Player, type SavedGame } from './saved';

/** Who should sit at a seat. */
export interface SeatChoice {
	/** "person" or the level of a computer player. */
	who: 'person' | Level;
	name: string;
}

export type Mode = 'computer' | 'people' | 'mix';

export const clockPresets = ['none', '1+0', '5+5', '10+10', 'custom'] as const;
export type ClockPreset = (typeof clockPresets)[number];

/** The form for a new game, saved per game. */
export interface Setup {
	mode: Mode;
	/** The level of the computer, for one person against it. */
	level: Level;
	/** The side of that person: a number as text, or "random". */
	side: string;
	/** The side that begins: a number as text, or "random". */
	opener: string;
	/** Who sits where among several people, before seats are shuffled. */
	seats: SeatChoice[];
	/** Whether to assign the seats at random. */
	randomSeats: boolean;
	clock: ClockPreset;
	custom: TimeControl;
	advice: boolean;
	/** Whether players announce their lines, where there is a game for that. */
	announce: boolean;
}

/** The limits of a custom clock. */
export const clockLimits = { minutes: { least: 1, most: 180 }, increment: { least: 0, most: 60 } };

/** The default: an easy computer player, and the person begins, or lots are drawn for it. */
export function defaultSetup(info: GameInfo): Setup {
	return {
		mode: 'computer',
		level: '2',
		side: '0',
		// Where colours are free, the leaflet draws lots.
		opener: info.free_colours ? 'random' : String(info.openers[0] ?? 0),
		seats: info.seats.map(() => ({ who: 'person', name: '' })),
		randomSeats: false,
		clock: 'none',
		custom: { minutes: 15, increment: 10 },
		advice: false,
		announce: false,
	};
}

export function loadSetup(info: GameInfo): Setup {
	const defaults = defaultSetup(info);
	return load<Setup>(`setup.${info.id}`, (x) => withDefaults(x, defaults), defaults);
}

export function saveSetup(info: GameInfo, setup: Setup): void {
	save(`setup.${info.id}`, setup);
}

/** A saved setup, with defaults for invalid values. */
function withDefaults(x: unknown, defaults: Setup): Setup | null {
	if (typeof x !== 'object' || x === null) return null;
	const stored = x as Partial<Record<keyof Setup, unknown>>;
	const oneOf = <T>(value: unknown, of: readonly T[], otherwise: T) =>
		of.find((v) => v === value) ?? otherwise;
	const seats = [...defaults.seats.keys()].map(String);
	return {
		mode: oneOf(stored.mode, ['computer', 'people', 'mix'] as const, defaults.mode),
		level: oneOf(stored.level, levels, defaults.level),
		side: oneOf(stored.side, [...seats, 'random'], defaults.side),
		opener: oneOf(stored.opener, [...seats, 'random'], defaults.opener),
		seats: defaults.seats.map((seat, i) => storedSeat(stored.seats, i) ?? seat),
		randomSeats: stored.randomSeats === true,
		clock: oneOf(stored.clock, clockPresets, defaults.clock),
		custom: storedControl(stored.custom) ?? defaults.custom,
		advice: stored.advice === true,
		announce: stored.announce === true,
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
		? clamped({ minutes, increment })
		: null;
}

function clamped({ minutes, increment }: TimeControl): TimeControl {
	const within = (value: number, { least, most }: { least: number; most: number }) =>
		Math.min(most, Math.max(least, Math.round(value) || least));
	return {
		minutes: within(minutes, clockLimits.minutes),
		increment: within(increment, clockLimits.increment),
	};
}

/** The time control of a setup, or null. */
export function timeControl(setup: Setup): TimeControl | null {
	if (setup.clock === 'none') return null;
	if (setup.clock === 'custom') return clamped(setup.custom);
	const [minutes = 0, increment = 0] = setup.clock.split('+').map(Number);
	return { minutes, increment };
}

/** What a new game needs from outside: random numbers and the date. */
export interface Environment {
	/** At least 0 and below 1, like Math.random. */
	random: () => number;
	today: () => Date;
}

/** The real random source and date. */
export const systemEnvironment: Environment = { random: Math.random, today: () => new Date() };

/** The game for a setup. */
export function newGame(info: GameInfo, setup: Setup, { random, today }: Environment): SavedGame {
	const draw = (n: number) => Math.floor(random() * n);
	const openers = sidesToBegin(info);
	const opener = setup.opener === 'random' ? (openers[draw(openers.length)] ?? 0) : Number(setup.opener);
	// Where colours are free, the seats are in turn order: the second side begins from the first seat.
	const swapped = info.free_colours && opener === 1;
	const sides = assignSides(info, setup, draw);
	const seats = swapped ? sides.toReversed() : sides;
	const match: MatchText = {
		game: info.id,
		start: info.starts[opener] || (info.starts.find((start) => start !== '') ?? ''),
		moves: [],
		players: seats.map((seat) => (seat.who === 'person' ? seat.name.trim() : '')),
		closing: null,
		...(swapped && { swapped }),
	};
	const players = seats.map(
		({ who }): Player => (who === 'person' ? { kind: 'person' } : { kind: 'computer', level: who }),
	);
	return {
		...savedGameFor(match, players, { random, today }, timeControl(setup)),
		advice: adviceOf(info, setup),
	};
}

/** The sides that may move first. */
export function sidesToBegin(info: GameInfo): number[] {
	return info.free_colours ? info.seats.map((_, side) => side) : info.openers;
}

/** Who plays which side. */
function assignSides(info: GameInfo, setup: Setup, draw: (n: number) => number): SeatChoice[] {
	if (setup.mode === 'computer') {
		const side = setup.side === 'random' ? draw(info.seats.length) : Number(setup.side);
		return info.seats.map((_, seat) => ({ who: seat === side ? 'person' : setup.level, name: '' }));
	}
	const seats =
		setup.mode === 'people' ? setup.seats.map((seat) => ({ ...seat, who: 'person' as const })) : setup.seats;
	// Rotating the seats keeps partners together.
	return setup.randomSeats ? rotated(seats, draw(seats.length)) : seats;
}

function rotated<T>(list: T[], by: number): T[] {
	return list.map((_, i) => list[(i + list.length - by) % list.length] as T);
}

function adviceOf(info: GameInfo, setup: Setup): boolean | null {
	return info.seats.length > 2 && setup.mode !== 'computer' ? setup.advice : null;
}

/** A game that starts or continues now. */
function savedGameFor(
	match: MatchText,
	players: Player[],
	env: Environment,
	control: TimeControl | null,
): SavedGame {
	return {
		match,
		players,
		seed: Math.floor(env.random() * 2 ** 31),
		clock: control && newClock(control, players.length),
		date: dayText(env.today()),
		over: false,
		counted: false,
		flipped: false,
		advice: null,
	};
}

/** The local day, as "2026-11-15". */
function dayText(day: Date): string {
	const two = (n: number) => String(n).padStart(2, '0');
	return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The same players, each at the next seat: sides change, partners stay together. */
export function rematch(game: SavedGame, env: Environment): SavedGame {
	const match = { ...game.match, moves: [], players: rotated(game.match.players, 1), closing: null };
	return {
		...savedGameFor(match, rotated(game.players, 1), env, game.clock?.control ?? null),
		flipped: game.flipped,
		advice: game.advice,
	};
}

/** Continues a shared game: between people, or a person at the seat to move against the computer. */
export function continueGame(
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
	// Somebody else played a part of it, so it says nothing about a level.
	return { ...savedGameFor({ ...match, players: names }, players, systemEnvironment, null), counted: true };
}
