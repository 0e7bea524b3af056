// How one's games against the computer ended, by game and level, saved on the device.

import { load, onSavedElsewhere, save } from '../../kernel/storage';
import type { SavedGame } from './saved';

export interface Tally {
	won: number;
	drawn: number;
	lost: number;
}

/** By game, then by level. */
type Results = Record<string, Record<string, Tally>>;

const key = 'results';

function isFields(x: unknown): x is Record<string, unknown> {
	return typeof x === 'object' && x !== null && !Array.isArray(x);
}

function isTally(x: unknown): x is Tally {
	return (
		isFields(x) &&
		[x.won, x.drawn, x.lost].every((count) => Number.isSafeInteger(count) && Number(count) >= 0)
	);
}

/** What can be read of what was stored. */
function check(x: unknown): Results | null {
	if (!isFields(x)) return null;
	const games = Object.entries(x).filter((entry): entry is [string, Record<string, unknown>] =>
		isFields(entry[1]),
	);
	return Object.fromEntries(
		games.map(([game, levels]) => [
			game,
			Object.fromEntries(
				Object.entries(levels).filter((entry): entry is [string, Tally] => isTally(entry[1])),
			),
		]),
	);
}

let results = $state.raw<Results>(load(key, check, {}));

/** The results of a game against a level; reactive. */
export function resultsAgainst(game: string, level: string): Tally {
	return results[game]?.[level] ?? { won: 0, drawn: 0, lost: 0 };
}

/** The games that have results; reactive. */
export function gamesWithResults(): string[] {
	return Object.keys(results).filter((game) => Object.keys(results[game] ?? {}).length > 0);
}

/** Adds the result of a game of one side against the other, if people had one side and one level the other. */
export function countResult(
	{ match, players }: SavedGame,
	teams: readonly number[],
	winner: number | null,
): void {
	const own = new Set(teams.filter((_, seat) => players[seat]?.kind === 'person'));
	const levels = new Set(players.flatMap((player) => (player.kind === 'computer' ? [player.level] : [])));
	const theirs = new Set(teams.filter((_, seat) => players[seat]?.kind === 'computer'));
	const [team] = own;
	const [level] = levels;
	if (own.size !== 1 || theirs.size !== 1 || levels.size !== 1 || team === undefined || !level) return;
	if (theirs.has(team)) return;
	add(match.game, level, winner === null ? 'drawn' : winner === team ? 'won' : 'lost');
}

function add(game: string, level: string, how: keyof Tally): void {
	// Another tab may have added others in the meantime.
	results = load(key, check, {});
	const tally = resultsAgainst(game, level);
	results = {
		...results,
		[game]: { ...results[game], [level]: { ...tally, [how]: tally[how] + 1 } },
	};
	save(key, results);
}

onSavedElsewhere(key, () => {
	results = load(key, check, {});
});
