// Solved puzzles, saved on the device.

import { countOf, unionOfLists } from '../../kernel/lists';
import { load, onSavedElsewhere, save } from '../../kernel/storage';
import { daysBetween } from './day';

interface Streak {
	/** The last day on which the puzzle of the day was solved; '' before the first. */
	day: string;
	/** The number of days in a row, including that day. */
	length: number;
}

interface Progress {
	/** The ids of solved puzzles, by game. */
	solved: Record<string, string[]>;
	streak: Streak;
}

const key = 'puzzles';
const none: Progress = { solved: {}, streak: { day: '', length: 0 } };

function check(x: unknown): Progress | null {
	if (typeof x !== 'object' || x === null) return null;
	const { solved, streak } = x as Partial<Record<keyof Progress, unknown>>;
	return { solved: checkSolved(solved), streak: checkStreak(streak) };
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
	const { day, length } = x as Partial<Record<keyof Streak, unknown>>;
	return typeof day === 'string' && typeof length === 'number' ? { day, length } : none.streak;
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

/** Marks a puzzle as solved, and the day if it is a puzzle of the day. */
export function markSolved(game: string, id: string, day: string | null): void {
	// Another tab may have solved others in the meantime.
	const { solved, streak } = merged(load(key, check, none), progress);
	progress = {
		solved: unionOfLists(solved, { [game]: [id] }),
		streak: day === null ? streak : extended(streak, day),
	};
	save(key, progress);
}

onSavedElsewhere(key, () => {
	const theirs = load(key, check, none);
	progress = merged(theirs, progress);
	if (countOf(progress.solved) > countOf(theirs.solved)) save(key, progress);
});

/** What either tab has solved is solved; the streak that reaches further counts. */
function merged(a: Progress, b: Progress): Progress {
	const [earlier, later] = a.streak.day < b.streak.day ? [a.streak, b.streak] : [b.streak, a.streak];
	const length = earlier.day === later.day ? Math.max(earlier.length, later.length) : later.length;
	return { solved: unionOfLists(a.solved, b.solved), streak: { day: later.day, length } };
}

function extended(streak: Streak, day: string): Streak {
	switch (daysBetween(streak.day, day)) {
		case 0:
			return streak;
		case 1:
			return { day, length: streak.length + 1 };
		default:
			return { day, length: 1 };
	}
}
