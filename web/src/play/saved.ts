// The game in progress as it is kept on the device. This file loads neither the
// rules nor the pages of a game, so that the home page can ask for it.

import { load, save } from '../app/storage';
import type { Level, MatchText } from '../engine/protocol';
import type { GameClock } from './clock';

export const levels: readonly Level[] = ['1', '2', '3', '4', '5', '6', 'perfect'];

/** Who sits at a seat; people's names are the match's. */
export type Player = { kind: 'person' } | { kind: 'computer'; level: Level };

/** A game with everything that a reload must not lose. */
export interface SavedGame {
	match: MatchText;
	/** By seat. */
	players: Player[];
	/** Makes the moves of the computer reproducible. */
	seed: number;
	clock: GameClock | null;
	/** The day on which it began, as "2026-11-15". */
	date: string;
	over: boolean;
	/** The board was turned by half a turn. */
	flipped: boolean;
	/** Whether partners agreed to advise each other; null where there are none. */
	advice: boolean | null;
}

// Kept here as well, since a browser may refuse to store anything.
let kept: SavedGame | null | undefined;

/** The game that was played last, finished or not. */
export function keptGame(): SavedGame | null {
	if (kept === undefined) kept = load<SavedGame | null>('game', asSavedGame, null);
	return kept;
}

export function keepGame(game: SavedGame): void {
	kept = game;
	save('game', game);
}

/** Forgets what is kept in memory, as a reload of the page does. */
export function forgetKept(): void {
	kept = undefined;
}

/** The game that can be gone on with, if there is one. */
export function savedGame(): { match: MatchText } | null {
	const game = keptGame();
	return game && !game.over ? game : null;
}

/** Whether beginning another game would lose one that is well under way. */
export function wouldLoseGame(): boolean {
	const game = savedGame();
	return game !== null && game.match.moves.length >= 2;
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
	return isList(x.moves, isText) && isList(x.players, isText) && (x.closing === null || isClosing(x.closing));
}

function isClosing(x: unknown): boolean {
	return isFields(x) && isNumber(x.seat) && ['resignation', 'timeout', 'agreement'].includes(String(x.how));
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

/** What was stored, if it is a whole saved game: an older or damaged one is none. */
function asSavedGame(x: unknown): SavedGame | null {
	if (!isFields(x) || !isMatch(x.match) || !isList(x.players, isPlayer)) return null;
	const { match, players, seed, clock, date, over, flipped, advice } = x;
	if (players.length < 2 || !isNumber(seed) || !isText(date)) return null;
	if (typeof over !== 'boolean' || typeof flipped !== 'boolean') return null;
	if (advice !== null && typeof advice !== 'boolean') return null;
	if (clock !== null && !isClock(clock, match.moves.length, players.length)) return null;
	return { match, players, seed, clock, date, over, flipped, advice };
}
