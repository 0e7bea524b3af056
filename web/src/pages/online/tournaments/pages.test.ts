import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { messages } from '../../../kernel/announce.svelte';
import { go, route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import { setPlayer } from '../../../net/me.svelte';
import { ann, FakeServer, reset } from '../testing/server';
import NewTournament from './NewTournament.svelte';
import Special from './Special.svelte';
import Tournaments from './Tournaments.svelte';
import { board, row, start, tournament } from './testing/tournament';

const user = userEvent.setup();
const organiser = { ...ann, registered: true };
let server: FakeServer;

beforeEach(() => {
	reset();
	setPlayer(organiser);
	server = new FakeServer();
	server.answer('GET me', { player: organiser, chat: 'free' });
	server.answer('GET groups', {
		groups: [{ id: 'g', name: 'Club', role: 'leader', chat: 'free', since: 0 }],
	});
	server.answer('GET tournaments/cup', tournament());
	return () => vi.unstubAllGlobals();
});

it('lists what runs, what comes and what is over, with my own first', async () => {
	const { summary } = tournament();
	const list = (...more: object[]) => ({ tournaments: more.map((one) => ({ ...summary, ...one })) });
	server.answer('GET tournaments', ({ path }) => {
		if (path.includes('own=true'))
			return path.includes('finished') ? list() : list({ id: 'own', name: 'Mine' });
		if (path.includes('finished')) return list({ id: 'old', name: 'Old', phase: 'over' });
		return list(
			{ id: 'own', name: 'Mine' },
			{ id: 'now', name: 'Now' },
			{ id: 'soon', name: 'Soon', phase: 'open' },
		);
	});
	render(Tournaments);
	const links = async (name: string) =>
		within(await screen.findByRole('region', { name }))
			.getAllByRole('link')
			.map((link) => link.getAttribute('href'));
	expect(await links('My tournaments')).toEqual(['#/tournament/own']);
	expect(await links('Running now')).toEqual(['#/tournament/now']);
	expect(await links('Coming up')).toEqual(['#/tournament/soon']);
	expect(await links('Finished')).toEqual(['#/tournament/old']);
});

it('does not say that nothing runs to those who play in the only tournament', async () => {
	const { summary } = tournament();
	server.answer('GET tournaments', ({ path }) => ({
		tournaments: path.includes('finished') ? [] : [summary],
	}));
	render(Tournaments);
	await screen.findByRole('region', { name: 'My tournaments' });
	expect(screen.queryByRole('region', { name: 'Running now' })).toBeNull();
	expect(screen.queryByRole('region', { name: 'Coming up' })).toBeNull();
});

it('needs an account to organise', async () => {
	setPlayer(ann);
	server.answer('GET me', { player: ann, chat: 'free' });
	render(NewTournament);
	expect(await screen.findByText('You need an account to organise a tournament.')).toBeTruthy();
	expect(screen.queryByRole('button', { name: 'Create the tournament' })).toBeNull();
});

it('creates a tournament of a club with the names of a list', async () => {
	server.answer('POST tournaments', tournament());
	server.answer('POST tournaments/cup/orders', tournament());
	render(NewTournament);
	await user.type(await screen.findByLabelText('Name'), ' Friday ');
	await user.selectOptions(await screen.findByLabelText('Class or club'), 'Club');
	await user.type(screen.getByLabelText('Names, one per line'), 'Ann\nBen; 1600');
	await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
	await eventually(() => expect(route.path).toEqual(['tournament', 'cup']));
	expect(server.last('POST tournaments')?.body).toMatchObject({
		group: 'g',
		settings: { name: 'Friday', form: 'swiss', place: 'boards', rounds: 5 },
	});
	// The server knows for which games a mini-match is better.
	expect(server.last('POST tournaments')?.body.settings).not.toHaveProperty('begins');
	expect(server.last('POST tournaments/cup/orders')?.body.orders).toEqual([
		{ do: 'add', entrant: { name: 'Ann' } },
		{ do: 'add', entrant: { name: 'Ben', rating: 1600 } },
	]);
});

it('changes the tie-breaks from those that an arena has', async () => {
	render(NewTournament);
	await user.click(await screen.findByRole('radio', { name: /^Arena/ }));
	await user.click(screen.getByText('More settings'));
	await user.click(screen.getByRole('button', { name: 'Change the tie-breaks' }));
	const order = within(screen.getByRole('group', { name: 'Tie-breaks, in this order' }));
	expect(
		order.getAllByRole('button', { name: /^Remove/ }).map((one) => one.getAttribute('aria-label')),
	).toEqual(['Remove: Wins', 'Remove: Direct encounter']);
});

it('leaves no tournament behind if a name is refused', async () => {
	go('/tournaments/new');
	server.answer('POST tournaments', tournament());
	server.refuse('POST tournaments/cup/orders', 422, 'entrant.name', { name: 'Ann' });
	server.answer('DELETE tournaments/cup', {});
	render(NewTournament);
	await user.type(await screen.findByLabelText('Names, one per line'), 'Ann\nAnn');
	await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
	expect((await screen.findByRole('alert')).textContent).toContain('Ann');
	expect(server.last('DELETE tournaments/cup')).toBeDefined();
	expect(route.path).toEqual(['tournaments', 'new']);
});

it('imports a report of another program', async () => {
	server.answer('POST tournaments', tournament());
	render(NewTournament);
	const file = new File(['012 Open'], 'open.trf', { type: 'text/plain' });
	await user.upload(await screen.findByLabelText('Import a TRF16 file'), file);
	await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
	await eventually(() => expect(server.last('POST tournaments')?.body).toMatchObject({ trf: '012 Open' }));
});

it('reads a slow file before it creates the tournament, and says if it cannot', async () => {
	server.answer('POST tournaments', tournament());
	render(NewTournament);
	const file = new File(['012 Open'], 'open.trf', { type: 'text/plain' });
	const text = vi.spyOn(file, 'text').mockRejectedValueOnce(new Error('gone'));
	await user.upload(await screen.findByLabelText('Import a TRF16 file'), file);
	await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
	const toasts = () => messages.toasts.map((one) => one.text);
	await eventually(() => expect(toasts()).toContain('The file could not be read.'));
	let read = (_: string) => {};
	text.mockReturnValue(
		new Promise((resolve) => {
			read = resolve;
		}),
	);
	await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
	expect(server.count('POST tournaments')).toBe(0);
	read('012 Open');
	await eventually(() => expect(server.last('POST tournaments')?.body).toMatchObject({ trf: '012 Open' }));
});

it('creates what the form says now, and the same tournament only once', async () => {
	server.refuse('POST tournaments', 503, 'server.busy');
	render(NewTournament);
	const send = async (times: number) => {
		await user.click(screen.getByRole('button', { name: 'Create the tournament' }));
		await eventually(() => expect(server.count('POST tournaments')).toBe(times));
		await screen.findByRole('alert');
		return server.last('POST tournaments')?.body.request;
	};
	await user.type(await screen.findByLabelText('Name'), 'Friday');
	const first = await send(1);
	expect(await send(2)).toBe(first);
	await user.type(screen.getByLabelText('Name'), ' evening');
	expect(await send(3)).not.toBe(first);
});

it('stays on another page when a tournament is created late', async () => {
	const { answer } = server.hold('POST tournaments');
	const shown = render(NewTournament);
	await user.click(await screen.findByRole('button', { name: 'Create the tournament' }));
	await eventually(() => expect(server.count('POST tournaments')).toBe(1));
	go('/learn');
	shown.unmount();
	answer(tournament());
	await new Promise((resolve) => setTimeout(resolve));
	expect(route.path).toEqual(['learn']);
});

it('shows the boards, the time and the leaders on a wall, with nothing to press', async () => {
	go('/tournament/cup/wall');
	const shown = render(Special);
	// At a board, and in the standings.
	expect(await screen.findAllByText('Dan')).toHaveLength(2);
	expect(screen.getByRole('timer')).toBeTruthy();
	expect(screen.queryByRole('button')).toBeNull();
	expect(document.documentElement.dataset.zen).toBe('');
	await user.keyboard('{Escape}');
	expect(route.path).toEqual(['tournament', 'cup']);
	shown.unmount();
	expect(document.documentElement.dataset.zen).toBeUndefined();
});

it('shows the bracket of a knockout on the wall instead of standings, if it fits', async () => {
	const knockout = (duels: number) =>
		tournament({
			summary: { form: 'knockout' },
			bracket: {
				rounds: [Array.from({ length: duels }, () => ({ first: 1, second: 2 })), [{ first: 0, second: 0 }]],
			},
		});
	server.answer('GET tournaments/cup', knockout(8));
	go('/tournament/cup/wall');
	const shown = render(Special);
	expect(await screen.findByRole('heading', { name: 'Bracket' })).toBeTruthy();
	expect(screen.queryByRole('heading', { name: 'Standings' })).toBeNull();
	shown.unmount();
	server.answer('GET tournaments/cup', knockout(16));
	render(Special);
	expect(await screen.findByRole('heading', { name: 'Standings' })).toBeTruthy();
	expect(screen.queryByRole('heading', { name: 'Bracket' })).toBeNull();
});

it('shows on the wall how a knockout has ended', async () => {
	const duel = (first: number, second: number, winner: number) => ({ first, second, winner, result: '1-0' });
	const ended = tournament({
		summary: { form: 'knockout', phase: 'over', round: 2, rounds: 2 },
		bracket: { rounds: [[duel(1, 4, 1), duel(2, 3, 2)], [duel(1, 2, 1)]] },
		standings: [row(1, 1, 2), row(2, 2, 1), row(3, 3, 0), row(3, 4, 0)],
	});
	server.answer('GET tournaments/cup', ended);
	go('/tournament/cup/wall');
	render(Special);
	const winners = within(await screen.findByRole('region', { name: 'Winners' }));
	expect(winners.getAllByRole('listitem').map((one) => one.textContent?.trim())).toEqual([
		'1Ann2',
		'2Ben1',
		'3Cleo0',
		'3Dan0',
	]);
	expect(screen.getByRole('heading', { name: 'Bracket' })).toBeTruthy();
	expect(screen.getByRole('heading', { name: 'Final' })).toBeTruthy();
});

it('shows no standings on the wall before the first result', async () => {
	const rounds = [{ round: 1, at: start, open: 2, games: [board(1, 1, 3), board(2, 4, 2)], byes: [] }];
	server.answer('GET tournaments/cup', tournament({ rounds }));
	go('/tournament/cup/wall');
	render(Special);
	expect(await screen.findByText('Dan')).toBeTruthy();
	expect(screen.queryByRole('heading', { name: 'Standings' })).toBeNull();
});

it('says on the wall who moves first, and shows a code to join before the start', async () => {
	go('/tournament/cup/wall');
	const shown = render(Special);
	expect(await screen.findByText('The player named first moves first.')).toBeTruthy();
	expect(screen.getByRole('heading', { name: 'Standings' })).toBeTruthy();
	shown.unmount();
	const qr = { size: 9, path: 'M0 0h1v1z' };
	server.answer('GET tournaments/cup/links', {
		watch: { link: 'w', qr },
		join: { link: 'j', qr },
		slips: [],
	});
	server.answer(
		'GET tournaments/cup',
		tournament({
			summary: { phase: 'open' },
			settings: { entry: 'link' },
			me: { organiser: true },
			rounds: [],
			standings: [],
		}),
	);
	render(Special);
	expect(await screen.findByRole('img', { name: 'Join the tournament' })).toBeTruthy();
	expect(screen.queryByText('The player named first moves first.')).toBeNull();
	expect(screen.queryByRole('heading', { name: 'Standings' })).toBeNull();
});

it('prints pairings of any round, slips with codes, and standings', async () => {
	const rounds = [
		{ round: 1, at: start, open: 0, games: [board(1, 1, 3, { result: '1-0' })], byes: [] },
		{ round: 2, at: start, open: 2, games: [board(1, 2, 1), board(2, 3, 4, { online: true })], byes: [] },
	];
	const view = tournament({
		rounds,
		me: { organiser: true },
		settings: { reports: 'players', begins: 'both' },
	});
	server.answer('GET tournaments/cup', view);
	const qr = { size: 9, path: 'M0 0h1v1z' };
	server.answer('GET tournaments/cup/links', {
		watch: { link: 'w', qr },
		join: { link: 'j', qr },
		slips: [{ number: 1, code: 'one', link: 'l', qr }],
	});
	go('/tournament/cup/print', { round: '1' });
	render(Special);
	expect(await screen.findByText('1–0')).toBeTruthy();
	go('/tournament/cup/print', { sheet: 'slips' });
	expect(await screen.findByRole('img', { name: 'Enter the result on a phone: Ann' })).toBeTruthy();
	// A board online needs no slip.
	expect(screen.getAllByText('Signature')).toHaveLength(2);
	expect(screen.getByText('1½–½')).toBeTruthy();
	const print = vi.fn();
	vi.stubGlobal('print', print);
	await user.click(screen.getByRole('button', { name: 'Print' }));
	expect(print).toHaveBeenCalledOnce();
	go('/tournament/cup/print', { sheet: 'standings' });
	expect(await screen.findByRole('columnheader', { name: 'BH-1' })).toBeTruthy();
});

it('puts the winners on a podium when it is over', async () => {
	go('/tournament/cup/winners');
	const shown = render(Special);
	expect(await screen.findByText('The tournament is not finished yet.')).toBeTruthy();
	shown.unmount();
	const standings = [row(1, 1, 2), row(2, 2, 1), row(2, 3, 1), row(4, 4, 0)];
	server.answer('GET tournaments/cup', tournament({ summary: { phase: 'over' }, standings }));
	render(Special);
	expect(await screen.findByRole('heading', { level: 1, name: 'Winners: Friday' })).toBeTruthy();
	const steps = screen.getAllByRole('listitem').map((one) => one.textContent ?? '');
	expect(steps[0]).toContain('Ann');
	expect(steps[1]).toMatch(/Ben.*Cleo/s);
	expect(steps[2]).toContain('Dan');
});

it('names the first of every category, too', async () => {
	go('/tournament/cup/winners');
	server.answer(
		'GET tournaments/cup',
		tournament({ summary: { phase: 'over' }, settings: { categories: ['juniors', 'beginners'] } }),
	);
	server.answer('GET tournaments/cup/standings', ({ path }) => ({
		standings: path.includes('juniors') ? [row(1, 4, 1), row(2, 3, 0), row(3, 2, 0), row(4, 1, 0)] : [],
	}));
	render(Special);
	const juniors = within(await screen.findByRole('region', { name: 'juniors' }));
	expect(juniors.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
		'1Dan1',
		'2Cleo0',
		'3Ben0',
	]);
	expect(screen.queryByRole('region', { name: 'beginners' })).toBeNull();
});

it('has no other pages', async () => {
	go('/tournament/cup/elsewhere');
	render(Special);
	expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
