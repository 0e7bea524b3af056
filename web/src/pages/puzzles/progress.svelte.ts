// Solved puzzles, saved on the device.

import { countOf, unionOfLists } from '../../kernel/lists';
import { load, onSavedElsewhere, save } from '../../kernel/storage';
import { daysBetween } from './day';

interface Streak {
	/** The last day on which the puzzle of the day was solved; '' before the first. */
	day: string;
	/** The number of days in a row, including that day. */
	length: number;
	/** The longest streak ever. */
	best: number;
}

/** Puzzles solved in a row without a mistake. */
interface Row {
	/** When it last changed, in milliseconds since 1970. */
	at: number;
	length: number;
	best: number;
}

export interface Progress {
	/** The ids of solved puzzles, by game. */
	solved: Record<string, string[]>;
	streak: Streak;
	row: Row;
}

const key = 'puzzles';
const none: Progress = {
	solved: {},
	streak: { day: '', length: 0, best: 0 },
	row: { at: 0, length: 0, best: 0 },
};

function check(x: unknown): Progress | null {
	if (typeof x !== 'object' || x === null) return null;
	const { solved, streak, row } = x as Partial<Record<keyof Progress, unknown>>;
	return { solved: checkSolved(solved), streak: checkStreak(streak), row: checkRow(row) };
}

function checkSolved(x: unknown): Progress['solved'] {
	if (typeof x !== 'object' || x === null || Array.isArray(x)) return none.solved;
	const lists = Object.entries(x).filter(
		(entry): entry is [string, string[]] =>
			Array.isArray(entry[1]) && entry[1].every((id) => typeof id === 'string'),
	);
	return Object.fromEntries(lists);
}

function checkStreak(x: unknown): Streak {
	if (typeof x !== 'object' || x === null) return none.streak;
	const { day, length, best } = x as Partial<Record<keyof Streak, unknown>>;
	if (typeof day !== 'string' || !isCount(length)) return none.streak;
	// Earlier versions did not keep the longest one.
	return { day, length, best: isCount(best) ? Math.max(best, length) : length };
}

function checkRow(x: unknown): Row {
	if (typeof x !== 'object' || x === null) return none.row;
	const { at, length, best } = x as Partial<Record<keyof Row, unknown>>;
	return isCount(at) && isCount(length) && isCount(best) ? { at, length, best } : none.row;
}

function isCount(x: unknown): x is number {
	return typeof x === 'number' && Number.isSafeInteger(x) && x >= 0;
}

let progress = $state.raw<Progress>(load(key, check, none));

/** The ids of the solved puzzles of a game; reactive. */
export function solvedIn(game: string): readonly string[] {
	return progress.solved[game] ?? [];
}

/** The streak of puzzles of the day: up to today, or up to yesterday if today's is not solved yet. */
export function streakOn(day: string): number {
	const { streak } = progress;
	return daysBetween(streak.day, day) <= 1 ? streak.length : 0;
}

/** Whether a puzzle of the day was solved on a day. */
export function daySolved(day: string): boolean {
	return progress.streak.day === day;
}

/** How many puzzles were solved in a row without a mistake; reactive. */
export function rowNow(): number {
	return progress.row.length;
}

/** The longest streak and the longest row; reactive. */
export function bests(): { days: number; row: number } {
	return { days: progress.streak.best, row: progress.row.best };
}

/**
 * Marks a puzzle as solved, and the day if it is a puzzle of the day. Only the first
 * time counts for the row, and only without a mistake.
 */
export function markSolved(
	game: string,
	id: string,
	day: string | null,
	clean = false,
	now = Date.now(),
): void {
	change(({ solved, streak, row }) => ({
		solved: unionOfLists(solved, { [game]: [id] }),
		streak: day === null ? streak : extended(streak, day),
		row: clean && !solved[game]?.includes(id) ? withLength(row, row.length + 1, now) : row,
	}));
}

/** A mistake ends the row, unless the puzzle was solved before. */
export function markFailed(game: string, id: string, now = Date.now()): void {
	change((known) => ({
		...known,
		row:
			known.row.length === 0 || known.solved[game]?.includes(id) ? known.row : withLength(known.row, 0, now),
	}));
}

/** All of it, for other devices. */
export function currentProgress(): Progress {
	return progress;
}

/** Adds what another device knows. */
export function adoptProgress(theirs: unknown): void {
	const known = check(theirs);
	if (known) change((own) => merged(own, known));
}

function change(next: (known: Progress) => Progress): void {
	// Another tab may have solved others in the meantime.
	progress = next(merged(load(key, check, none), progress));
	save(key, progress);
}

function withLength({ best }: Row, length: number, at: number): Row {
	return { at, length, best: Math.max(best, length) };
}

onSavedElsewhere(key, () => {
	const theirs = load(key, check, none);
	progress = merged(theirs, progress);
	if (countOf(progress.solved) > countOf(theirs.solved)) save(key, progress);
});

/** What either tab has solved is solved; the streak that reaches further and the row that changed last count. */
function merged(a: Progress, b: Progress): Progress {
	const [earlier, later] = a.streak.day < b.streak.day ? [a.streak, b.streak] : [b.streak, a.streak];
	const length = earlier.day === later.day ? Math.max(earlier.length, later.length) : later.length;
	const row = a.row.at > b.row.at ? a.row : b.row;
	return {
		solved: unionOfLists(a.solved, b.solved),
		streak: { day: later.day, length, best: Math.max(a.streak.best, b.streak.best) },
		row: { ...row, best: Math.max(a.row.best, b.row.best) },
	};
}

function extended({ day: last, length, best }: Streak, day: string): Streak {
	const days = daysBetween(last, day);
	// An earlier day is one of another time zone, or of a clock that was wrong.
	if (days <= 0) return { day: last, length, best };
	const next = days === 1 ? length + 1 : 1;
	return { day, length: next, best: Math.max(best, next) };
}
