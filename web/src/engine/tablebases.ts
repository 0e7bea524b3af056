// The engine of this device, with tablebases of solved games. If they know a game,
// they are asked first; if they do not answer, the engine searches.
import type { Thinker } from './client';
import type { GameInfo, MatchText, ReviewPly } from './protocol';
import type { Tablebases } from './server';

/** Marks the games with a tablebase as exact. */
export function markExact(games: GameInfo[], solved: string[]): GameInfo[] {
	return games.map((game) => (solved.includes(game.id) ? { ...game, exact: true } : game));
}

export function withTablebases(local: Thinker, tablebases: Tablebases): Thinker {
	/** Asks the tablebases if they know the game, otherwise the engine. */
	async function first<T>(game: string, ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
		const solved = await tablebases.games();
		if (!solved.includes(game)) return otherwise();
		try {
			return await ask();
		} catch {
			return otherwise();
		}
	}

	return {
		analyse: (game, position, options) =>
			first(
				game,
				() => tablebases.values(game, position, options.signal),
				() => local.analyse(game, position, options),
			),
		choose: (match, level, options) => {
			const chosen = () => local.choose(match, level, options);
			if (level !== 'perfect') return chosen();
			return first(match.game, () => tablebases.best(match, options.seed, options.signal), chosen);
		},
		acceptsDraw: (match, seat) =>
			first(
				match.game,
				() => tablebases.acceptsDraw(match, seat),
				() => local.acceptsDraw(match, seat),
			),
		review: async (match, options) => {
			let judged: ReviewPly[] = [];
			const left = () => firstPlies(match, match.moves.length - judged.length);
			const ask = async (): Promise<ReviewPly[]> => {
				while (judged.length < match.moves.length && !options.signal?.aborted) {
					const plies = await tablebases.review(left(), options.signal);
					if (plies.length === 0) throw new Error('the server judged no ply');
					judged = [...plies, ...judged];
					for (const ply of [...plies].reverse()) options.onPly?.(ply);
				}
				return judged;
			};
			return first(match.game, ask, async () => [...(await local.review(left(), options)), ...judged]);
		},
	};
}

/** A match as it was after some of its plies. */
function firstPlies(match: MatchText, plies: number): MatchText {
	if (plies === match.moves.length) return match;
	return { ...match, moves: match.moves.slice(0, plies), closing: null };
}
