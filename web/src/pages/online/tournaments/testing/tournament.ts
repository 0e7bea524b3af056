// A small Swiss tournament at real boards: four names, one round, one result; and its page.

import { render, screen, within } from '@testing-library/svelte';
import { expect, vi } from 'vitest';
import { go } from '../../../../kernel/router.svelte';
import { eventually } from '../../../../match/local/testing/eventually';
import { setPlayer } from '../../../../net/me.svelte';
import type { Entrant, Rank, Tournament, TournamentGame } from '../../../../net/types';
import { ann, FakeServer, reset } from '../../testing/server';
import TournamentPage from '../TournamentPage.svelte';

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

/** The server of the current test. */
export let server: FakeServer;

/** Before each test of the page: Ann, who has an account, on a new server. Returns what ends it. */
export function signIn(): () => void {
	reset();
	setPlayer({ ...ann, registered: true });
	server = new FakeServer();
	server.answer('GET me', { player: { ...ann, registered: true }, chat: 'free' });
	go('/tournament/cup');
	return () => vi.unstubAllGlobals();
}

/** Opens the page, on which all orders are obeyed without a visible change. */
export async function show(view: Tournament, path = '/tournament/cup'): Promise<void> {
	go(path);
	server.answer('GET tournaments/cup', view);
	server.answer('POST tournaments/cup/orders', {
		...view,
		summary: { ...view.summary, seq: view.summary.seq + 1 },
	});
	render(TournamentPage);
	await screen.findByRole('heading', { level: 1, name: view.summary.name });
	await screen.findByRole('heading', { name: 'Standings' });
}

/** The orders sent last. */
export const orders = () => server.last('POST tournaments/cup/orders')?.body.orders;

/** A list to choose from, which waits while something is being done. */
export async function freeSelect(label: string): Promise<HTMLSelectElement> {
	const select = await screen.findByLabelText<HTMLSelectElement>(label);
	await eventually(() => expect(select.disabled).toBe(false));
	return select;
}

/** A part of the page by its heading. */
export const section = (name: string) => within(screen.getByRole('region', { name }));
