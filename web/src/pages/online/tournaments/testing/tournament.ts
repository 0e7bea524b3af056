// A small Swiss tournament at real boards: four names, one round, one result.

import type { Entrant, Rank, Tournament, TournamentGame } from '../../../../net/types';

export const start = Date.UTC(2026, 10, 20, 19);

export function entrant(number: number, name: string, more: Partial<Entrant> = {}): Entrant {
	return { number, name, ...more };
}

export function board(
	board: number,
	first: number,
	second: number,
	more: Partial<TournamentGame> = {},
): TournamentGame {
	return { board, first, second, ...more };
}

export function row(rank: number, number: number, points: number, more: Partial<Rank> = {}): Rank {
	return {
		rank,
		number,
		points,
		games: 1,
		won: points,
		drawn: 0,
		lost: 1 - points,
		tie_breaks: [1, 1],
		...more,
	};
}

type Parts = {
	[Part in 'summary' | 'settings' | 'me']?: Partial<Tournament[Part]>;
} & Partial<Omit<Tournament, 'summary' | 'settings' | 'me'>>;

/** The tournament, with some parts changed. */
export function tournament({ summary, settings, me, ...rest }: Parts = {}): Tournament {
	return {
		summary: {
			id: 'cup',
			seq: 9,
			name: 'Friday',
			game: 'quixo',
			form: 'swiss',
			place: 'boards',
			phase: 'running',
			changed: start,
			round: 1,
			rounds: 3,
			entrants: 4,
			...summary,
		},
		settings: {
			name: 'Friday',
			game: 'quixo',
			form: 'swiss',
			rounds: 3,
			begins: 'alternating',
			advance: 'hand',
			entry: 'organiser',
			tie_breaks: ['buchholz1', 'wins'],
			half_byes: 1,
			late_until: 2,
			team_size: 1,
			...settings,
		},
		entrants: [entrant(1, 'Ann'), entrant(2, 'Ben'), entrant(3, 'Cleo'), entrant(4, 'Dan')],
		rounds: [
			{ round: 1, at: start, open: 1, games: [board(1, 1, 3, { result: '1-0' }), board(2, 4, 2)], byes: [] },
		],
		standings: [
			row(1, 1, 1),
			row(2, 2, 0, { decided: { by: 'buchholz1', value: 1.5, next: 1 } }),
			row(3, 3, 0),
			row(3, 4, 0),
		],
		forbidden: [],
		open: 1,
		now: start,
		me: { organiser: false, ...me },
		...rest,
	};
}
