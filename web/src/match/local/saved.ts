// A game as it is saved on the device. This file imports neither the rules nor the
// pages, so that the home page can use it.

import type { Level, MatchText } from '../../engine/protocol';
import type { GameClock } from '../clock';
import { isClosing } from '../closings';

export const levels: readonly Level[] = ['1', '2', '3', '4', '5', '6', 'perfect'];

/** Who sits at a seat; names of people are in the match. */
export type Player = { kind: 'person' } | { kind: 'computer'; level: Level };

/** A game with everything that must survive a reload. */
export interface SavedGame {
	match: MatchText;
	/** By seat. */
	players: Player[];
	/** Makes the computer's moves reproducible. */
	seed: number;
	clock: GameClock | null;
	/** The day it started, as "2026-11-15". */
	date: string;
	over: boolean;
	/** Whether its result is in the statistics: it counts once, even if moves are taken back after the end. */
	counted: boolean;
	/** The board is turned by 180 degrees. */
	flipped: boolean;
	/** Whether partners may advise each other; null if there are none. */
	advice: boolean | null;
}

type Fields = Record<string, unknown>;

function isFields(x: unknown): x is Fields {
	return typeof x === 'object' && x !== null;
}

function isList<T>(x: unknown, is: (item: unknown) => item is T): x is T[] {
	return Array.isArray(x) && x.every(is);
}

const isText = (x: unknown): x is string => typeof x === 'string';
const isNumber = (x: unknown): x is number => typeof x === 'number' && Number.isFinite(x);

function isMatch(x: unknown): x is MatchText {
	if (!isFields(x) || !isText(x.game) || !isText(x.start)) return false;
	if (x.swapped !== undefined && typeof x.swapped !== 'boolean') return false;
	return isList(x.moves, isText) && isList(x.players, isText) && (x.closing === null || isEnd(x.closing));
}

function isEnd(x: unknown): boolean {
	return isFields(x) && isNumber(x.seat) && isClosing(x.how);
}

function isPlayer(x: unknown): x is Player {
	if (!isFields(x)) return false;
	return x.kind === 'person' || (x.kind === 'computer' && levels.some((level) => level === x.level));
}

function isClock(x: unknown, plies: number, seats: number): x is GameClock {
	if (!isFields(x) || !isFields(x.control) || !isNumber(x.spent)) return false;
	if (!isNumber(x.control.minutes) || !isNumber(x.control.increment)) return false;
	const isTimes = (times: unknown): times is number[] => isList(times, isNumber) && times.length === seats;
	return isList(x.times, isTimes) && x.times.length === plies + 1;
}

/** A valid saved game, or null. */
export function asSavedGame(x: unknown): SavedGame | null {
	if (!isFields(x) || !isMatch(x.match) || !isList(x.players, isPlayer)) return null;
	// Earlier versions did not count results.
	const { match, players, seed, clock, date, over, counted = over, flipped, advice } = x;
	if (players.length < 2 || !isNumber(seed) || !isText(date)) return null;
	if (typeof over !== 'boolean' || typeof counted !== 'boolean' || typeof flipped !== 'boolean') return null;
	if (advice !== null && typeof advice !== 'boolean') return null;
	if (clock !== null && !isClock(clock, match.moves.length, players.length)) return null;
	return { match, players, seed, clock, date, over, counted, flipped, advice };
}
