// The page of a tournament: what everybody sees, and its settings, links and end.

import { cleanup, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import {
	board,
	entrant,
	orders,
	row,
	section,
	server,
	show,
	signIn,
	start,
	tournament,
} from './testing/tournament';

const user = userEvent.setup();
beforeEach(signIn);

/** The rows of a table below its head, with their cells. */
const rowsOf = (part: ReturnType<typeof section>) =>
	part
		.getAllByRole('row')
		.slice(1)
		.map((one) =>
			within(one)
				.getAllByRole('cell')
				.map((cell) => cell.textContent?.trim())
				.join(' '),
		);

it('shows pairings, results and standings with what decided', async () => {
	await show(tournament());
	const pairings = section('Round 1');
	expect(rowsOf(pairings)).toEqual(['1 Ann Cleo 1–0', '2 Dan Ben …']);
	expect(pairings.getByText('1 result is missing.')).toBeTruthy();
	expect(screen.getByText('Ahead on Buchholz cut 1: 1½ to 1')).toBeTruthy();
	expect(screen.getByText(/^Buchholz cut 1: The points of all opponents/)).toBeTruthy();
	expect(screen.queryByRole('heading', { name: 'Organise' })).toBeNull();
	expect(screen.getByRole('link', { name: 'TRF16' }).getAttribute('href')).toContain(
		'tournaments/cup/export?format=trf',
	);
});

it('shows a round robin as players by players, with both results of a double one', async () => {
	const met = (opponent: number, points: number | null, more = {}) => ({
		opponent,
		place: 0,
		points,
		played: true,
		...more,
	});
	server.answer('GET tournaments/cup/crosstable', {
		rows: [
			{ standing: row(1, 2, 2.5), cells: [met(1, 1), met(3, 0.5), met(3, 1, { bye: true, played: false })] },
			{
				standing: row(2, 3, 0.5),
				cells: [{ opponent: 0, place: 0, points: 0, played: false, bye: true }, met(2, 0.5)],
			},
			{ standing: row(3, 1, 0), cells: [met(2, 0), met(3, null)] },
		],
	});
	await show(tournament({ summary: { form: 'roundrobin' }, settings: { form: 'roundrobin', double: true } }));
	await user.click(screen.getByText('Crosstable'));
	const table = within(await screen.findByRole('group', { name: 'Crosstable' }));
	expect(rowsOf(table)).toEqual(['1  ½ 1f 1 2½', '2 ½   ½', '3 0 …  0']);
	expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
		'#',
		'Name',
		'1',
		'2',
		'3',
		'Points',
	]);
	expect(screen.getByText(/^Each cell has the points of the player in the row/)).toBeTruthy();
});

it('says in words that a game of an arena was not finished', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const rounds = [
		{ round: 1, at: start, open: 0, games: [board(1, 1, 3, { result: '--' as const })], byes: [] },
	];
	await show(tournament({ summary: { form: 'arena', phase: 'over' }, rounds, open: 0 }));
	expect(rowsOf(section('Pairings'))).toEqual(['Ann Cleo not finished in time']);
});

it('draws the bracket of a knockout', async () => {
	const bracket = {
		rounds: [
			[
				{ first: 1, second: 0, winner: 1 },
				{ first: 2, second: 3, board: 1, result: '0-1', winner: 3 },
			],
			[{ first: 1, second: 3 }],
		],
	};
	await show(
		tournament({ summary: { form: 'knockout' }, settings: { form: 'knockout', tie_breaks: [] }, bracket }),
	);
	const drawing = section('Bracket');
	expect(drawing.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
		'Semi-finals',
		'Final',
	]);
	expect(drawing.getByText('bye')).toBeTruthy();
	expect(drawing.getAllByText('goes through')).toHaveLength(2);
});

it('shows the time of an arena, streaks, and the last games first', async () => {
	server.answer('GET tournaments/cup/crosstable', {
		rows: [{ standing: row(1, 1, 6), cells: [{ points: 1 }, { points: 1 }, { points: null }] }],
	});
	const rounds = [
		{ round: 1, at: start, open: 1, games: [board(1, 1, 2)], byes: [] },
		{ round: 2, at: start, open: 0, games: [board(1, 3, 4, { result: '1-0' })], byes: [] },
	];
	await show(
		tournament({
			summary: { form: 'arena' },
			settings: { form: 'arena' },
			rounds,
			ends: start + 50 * 60_000,
		}),
	);
	// The page may take some seconds.
	expect(section('Arena').getByRole('timer').textContent).toMatch(/^(50:00|49:\d\d)$/);
	expect(await screen.findByText(/2 wins in a row/)).toBeTruthy();
	// Boards have numbers where people have to find them.
	expect(rowsOf(section('Pairings'))).toEqual(['Cleo Dan 1–0', 'Ann Ben …']);
});

it('shows the first games of a long arena when somebody asks for them', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const rounds = Array.from({ length: 40 }, (_, i) => ({
		round: i + 1,
		at: start,
		open: 0,
		games: [board(1, 1, 2, { result: '1-0' })],
		byes: [],
	}));
	await show(tournament({ summary: { form: 'arena' }, settings: { form: 'arena' }, rounds }));
	expect(rowsOf(section('Pairings'))).toHaveLength(30);
	await user.click(section('Pairings').getByRole('button', { name: 'Show more' }));
	expect(rowsOf(section('Pairings'))).toHaveLength(40);
});

it('says that somebody has a break from an arena, and nothing of it when it is over', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const entrants = [
		entrant(1, 'Ann', { withdrawn: true }),
		entrant(2, 'Ben'),
		entrant(3, 'Cleo'),
		entrant(4, 'Dan'),
	];
	const arena = (phase: 'running' | 'over') =>
		tournament({ summary: { form: 'arena', phase }, settings: { form: 'arena' }, entrants });
	await show(arena('running'));
	expect(section('Standings').getByText('on a break')).toBeTruthy();
	expect(section('Entrants (4)').getByText('on a break')).toBeTruthy();
	cleanup();
	await show(arena('over'));
	expect(screen.queryByText(/on a break|withdrawn/)).toBeNull();
});

it('ranks a category by itself, and asks for it once', async () => {
	server.answer('GET tournaments/cup/standings', { standings: [row(1, 4, 0)] });
	await show(tournament({ settings: { categories: ['juniors'] } }));
	await user.selectOptions(screen.getByLabelText('Category'), 'juniors');
	const standings = section('Standings');
	await eventually(() =>
		expect(standings.getAllByRole('rowheader').map((one) => one.textContent?.trim())).toEqual(['Dan']),
	);
	expect(server.count('GET tournaments/cup/standings')).toBe(1);
});

it('leads to the winners when it is over, and lets the organiser reopen it', async () => {
	const view = tournament({ summary: { phase: 'over' }, open: 0 });
	await show({ ...view, me: { organiser: true, number: 1 } });
	expect(screen.getByText('Your rank: 1. Points: 1.')).toBeTruthy();
	expect(screen.getAllByRole('link', { name: 'Winners' })[0]?.getAttribute('href')).toBe(
		'#/tournament/cup/winners',
	);
	await user.click(screen.getByRole('button', { name: 'Reopen' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'reopen' }]));
	expect(screen.queryByRole('button', { name: 'Correct the result at board 1' })).toBeNull();
});

it('changes settings without touching what the games depend on', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(section('Organise').getByRole('button', { name: 'Settings' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
	expect(dialog.queryByRole('group', { name: 'Format' })).toBeNull();
	await user.click(dialog.getByText('More settings'));
	await user.click(dialog.getByRole('button', { name: 'Move up: Wins' }));
	await user.type(dialog.getByLabelText('Categories'), 'juniors');
	await user.click(dialog.getByRole('button', { name: 'Save' }));
	await eventually(() => expect(server.last('POST tournaments/cup/orders')).toBeDefined());
	expect(orders()).toMatchObject([
		{
			do: 'settings',
			settings: {
				tie_breaks: ['wins', 'buchholz1'],
				categories: ['juniors'],
				begins: 'alternating',
				form: 'swiss',
			},
		},
	]);
});

it('renews the codes after a question', async () => {
	const qr = { size: 9, path: 'M0 0h1v1z' };
	const links = (code: string) => ({ watch: { link: 'w', qr }, join: { link: code, qr }, slips: [] });
	server.answer('GET tournaments/cup/links', links('old'));
	await show(tournament({ me: { organiser: true }, settings: { entry: 'link' } }));
	await user.click(screen.getByText('For phones in the room'));
	expect(await screen.findByDisplayValue('old')).toBeTruthy();
	server.answer('GET tournaments/cup/links', links('new'));
	await user.click(screen.getByRole('button', { name: 'Renew the codes' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Renew the codes' }));
	await user.click(dialog.getByRole('button', { name: 'Renew the codes' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'renew-codes' }]));
	expect(await screen.findByDisplayValue('new')).toBeTruthy();
});

it('says once why links cannot be shown', async () => {
	server.refuse('GET tournaments/cup/links', 503, 'server.busy');
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByText('For phones in the room'));
	expect(await screen.findByRole('alert')).toBeTruthy();
	expect(server.count('GET tournaments/cup/links')).toBe(1);
});

it('deletes a tournament after a question', async () => {
	await show(tournament({ me: { organiser: true } }));
	server.answer('DELETE tournaments/cup', {});
	await user.click(screen.getByRole('button', { name: 'Delete the tournament' }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(dialog.getByRole('button', { name: 'Delete the tournament' }));
	await eventually(() => expect(route.path).toEqual(['tournaments']));
});
