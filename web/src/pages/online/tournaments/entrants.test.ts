// Who takes part, on the page of a tournament: entrants of organisers, and players who join.

import { cleanup, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../match/local/testing/eventually';
import { setPlayer } from '../../../net/me.svelte';
import { ann } from '../testing/server';
import { entrant, freeSelect, orders, section, server, show, signIn, tournament } from './testing/tournament';

const user = userEvent.setup();
beforeEach(signIn);

it('takes names only while somebody can still take part', async () => {
	await show(tournament({ me: { organiser: true } }));
	expect(screen.getByLabelText('Names, one per line')).toBeTruthy();
	cleanup();
	await show(tournament({ summary: { form: 'knockout' }, me: { organiser: true } }));
	expect(screen.queryByLabelText('Names, one per line')).toBeNull();
});

it('adds names from a list', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.type(screen.getByLabelText('Names, one per line'), 'Eve; 1500\nFinn');
	await user.click(screen.getByRole('button', { name: 'Add' }));
	await eventually(() =>
		expect(orders()).toEqual([
			{ do: 'add', entrant: { name: 'Eve', rating: 1500 } },
			{ do: 'add', entrant: { name: 'Finn' } },
		]),
	);
	expect((screen.getByLabelText('Names, one per line') as HTMLTextAreaElement).value).toBe('');
});

it('says that names without an account do not play online', async () => {
	const hint = /You enter the results of their games/;
	await show(tournament({ me: { organiser: true } }));
	expect(screen.queryByText(hint)).toBeNull();
	cleanup();
	await show(tournament({ summary: { place: 'online' }, me: { organiser: true } }));
	expect(screen.getByText(hint)).toBeTruthy();
});

it('enters members of the club with their accounts', async () => {
	const player = (id: string, name: string) => ({
		player: { id, name, registered: true, since: 0 },
		role: 'member',
	});
	server.answer('GET groups/g', {
		group: {},
		members: [player('ann', 'Ann'), player('eve', 'Eve'), player('finn', 'Finn')],
	});
	const entrants = [entrant(1, 'Ann', { players: ['ann'] })];
	await show(
		tournament({
			summary: { group: 'g', phase: 'open' },
			me: { organiser: true },
			entrants,
			rounds: [],
			standings: [],
		}),
	);
	await user.selectOptions(await freeSelect('Add a member'), 'Finn');
	await eventually(() =>
		expect(orders()).toEqual([{ do: 'add', entrant: { name: 'Finn', account: 'finn' } }]),
	);
	await user.click(screen.getByRole('button', { name: 'Add all members' }));
	await eventually(() =>
		expect(orders()).toEqual([
			{ do: 'add', entrant: { name: 'Eve', account: 'eve' } },
			{ do: 'add', entrant: { name: 'Finn', account: 'finn' } },
		]),
	);
});

it('manages an entrant: withdrawal, bye, forbidden opponents', async () => {
	await show(tournament({ me: { organiser: true }, forbidden: [[2, 3]] }));
	await user.click(screen.getByRole('button', { name: 'Manage: Ben' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Ben' }));
	await user.click(dialog.getByRole('button', { name: 'Withdraw from the tournament' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'withdraw', number: 2 }]));
	await user.selectOptions(await freeSelect('Half-point bye in round'), '2');
	await eventually(() => expect(orders()).toEqual([{ do: 'bye', number: 2, round: 2 }]));
	await user.selectOptions(await freeSelect('Never pair with'), 'Ann');
	await eventually(() => expect(orders()).toEqual([{ do: 'forbid', first: 2, second: 1 }]));
	await user.click(dialog.getByRole('button', { name: 'Allow again: Cleo' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'allow', first: 2, second: 3 }]));
});

it('offers no bye that would be refused', async () => {
	const given = (half_byes: number[]) => [entrant(1, 'Ann'), entrant(2, 'Ben', { half_byes })];
	await show(tournament({ settings: { half_byes: 2 }, me: { organiser: true }, entrants: given([2]) }));
	await user.click(screen.getByRole('button', { name: 'Manage: Ben' }));
	const rounds = within(await freeSelect('Half-point bye in round')).getAllByRole('option');
	expect(rounds.map((one) => one.textContent)).toEqual(['', 'Round 3']);
	cleanup();
	await show(tournament({ settings: { half_byes: 1 }, me: { organiser: true }, entrants: given([2]) }));
	await user.click(screen.getByRole('button', { name: 'Manage: Ben' }));
	expect(await screen.findByRole('button', { name: 'Cancel the bye in round 2' })).toBeTruthy();
	expect(screen.queryByLabelText('Half-point bye in round')).toBeNull();
});

it('lets players join by the link, ask for a bye and withdraw', async () => {
	const open = tournament({
		summary: { phase: 'open', round: 0 },
		settings: { entry: 'link' },
		rounds: [],
		open: 0,
	});
	const joined = { ...open, summary: { ...open.summary, seq: 10 }, me: { organiser: false, number: 1 } };
	server.answer('POST tournaments/cup/join', joined);
	server.answer('POST tournaments/cup/bye', { ...joined, entrants: [entrant(1, 'Ann', { half_byes: [2] })] });
	server.answer('POST tournaments/cup/withdraw', {
		...joined,
		entrants: [entrant(1, 'Ann', { withdrawn: true })],
	});
	await show(open, '/tournament/cup/join/code');
	await user.click(section('Join').getByRole('button', { name: 'Join' }));
	await eventually(() =>
		expect(server.last('POST tournaments/cup/join')?.body).toMatchObject({ code: 'code' }),
	);
	await user.selectOptions(await freeSelect('Request a half-point bye'), 'Round 2');
	expect(await screen.findByRole('button', { name: 'Cancel the bye in round 2' })).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Withdraw' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw' }));
	await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
	expect(await screen.findByText('You have withdrawn.')).toBeTruthy();
	expect(screen.getByRole('button', { name: 'Return' })).toBeTruthy();
});

it('lets players of teams join with a friend, also those outside the club', async () => {
	const open = tournament({
		summary: { phase: 'open', round: 0, game: 'quixo4p', group: 'g' },
		settings: { entry: 'anybody', team_size: 2 },
		rounds: [],
		open: 0,
	});
	server.answer('GET me/friends', {
		friends: [
			{ player: 'b', name: 'Ben', state: 'friends', since: 0 },
			{ player: 'c', name: 'Cleo', state: 'asked', since: 0 },
		],
	});
	server.refuse('GET groups/g', 404, 'group.unknown');
	server.answer('POST tournaments/cup/join', open);
	await show(open);
	await user.selectOptions(
		await screen.findByLabelText('Partner'),
		await screen.findByRole('option', { name: 'Ben' }),
	);
	await user.selectOptions(
		await screen.findByLabelText('Partner'),
		await screen.findByRole('option', { name: 'Ben' }),
	);
	expect(screen.queryByRole('option', { name: 'Cleo' })).toBeNull();
	await user.type(screen.getByLabelText('Name of the team'), 'The Cubes');
	await user.click(section('Join').getByRole('button', { name: 'Join' }));
	await eventually(() =>
		expect(server.last('POST tournaments/cup/join')?.body).toMatchObject({ partner: 'b', team: 'The Cubes' }),
	);
});

it('does not offer what cannot be done: joining without the link, or after the end', async () => {
	await show(tournament({ summary: { phase: 'open' }, settings: { entry: 'link' } }));
	expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

it('follows the tournament as the player who joins, who would not be paired otherwise', async () => {
	setPlayer(null);
	await show(tournament({ summary: { phase: 'open' }, settings: { entry: 'anybody' } }));
	const opened = () => server.streams.filter((path) => path.startsWith('tournaments/cup/events')).length;
	expect(opened()).toBe(1);
	setPlayer(ann);
	await eventually(() => expect(opened()).toBe(2));
});
