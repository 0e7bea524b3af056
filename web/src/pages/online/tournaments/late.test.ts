// Answers that come late on the page of a tournament: another dialog is open, somebody has typed on, or has left.

import { cleanup, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { go, route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import {
	board,
	entrant,
	freeSelect,
	orders,
	server,
	show,
	signIn,
	start,
	tournament,
} from './testing/tournament';

const user = userEvent.setup();
beforeEach(signIn);

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const orderLate = () => server.hold('POST tournaments/cup/orders');
const organiser = { organiser: true };
/** What the page shows after the next order. */
const next = (seq: number, parts: Parameters<typeof tournament>[0] = {}) =>
	tournament({ ...parts, summary: { ...parts.summary, seq }, me: organiser });
/** An answer that can be seen. */
const withEve = () => next(20, { entrants: [...tournament().entrants, entrant(5, 'Eve')] });
const seen = () => screen.findByRole('button', { name: 'Manage: Eve' });

it('closes only the question that was answered', async () => {
	await show(tournament({ me: organiser, open: 0 }));
	const { answer } = orderLate();
	await press('Pair round 2');
	await press('Delete the tournament');
	answer(withEve());
	await seen();
	expect(screen.getByRole('dialog', { name: 'Delete the tournament' })).toBeTruthy();
});

it('does not edit the pairs of the next round when the last one got a result meanwhile', async () => {
	const [first, second] = [board(1, 1, 3), board(2, 4, 2)];
	const round = (round: number, ...games: ReturnType<typeof board>[]) => ({
		round,
		at: start,
		open: games.filter(({ result }) => !result).length,
		games,
		byes: [],
	});
	await show(tournament({ me: organiser, rounds: [round(1, first, second)], open: 2 }));
	await press('Edit the pairs');
	await screen.findByRole('dialog', { name: 'Edit the pairs' });
	const played = round(1, { ...first, result: '1-0' }, { ...second, result: '1-0' });
	server.answer('POST tournaments/cup/orders', next(20, { rounds: [played], open: 0 }));
	await press('Board 1, Ann – Cleo: 1–0');
	await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
	const both = next(21, { summary: { round: 2 }, rounds: [played, round(2, board(1, 1, 4))] });
	server.answer('POST tournaments/cup/orders', both);
	await press('Pair round 2');
	expect(await screen.findByRole('button', { name: 'Edit the pairs' })).toBeTruthy();
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not correct a board again when its round is looked at again', async () => {
	const rounds = [
		{ round: 1, at: start, open: 0, games: [board(1, 1, 3, { result: '1-0' })], byes: [] },
		{ round: 2, at: start, open: 1, games: [board(1, 1, 4)], byes: [] },
	];
	await show(tournament({ summary: { round: 2 }, me: organiser, rounds }));
	await press('Round 1');
	await press('Correct the result at board 1');
	await screen.findByRole('dialog', { name: 'Round 1, board 1' });
	await press('Round 2');
	await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
	await press('Round 1');
	await screen.findByRole('button', { name: 'Correct the result at board 1' });
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the dialog of another entrant open, without the refusal of the first one', async () => {
	for (const refused of [false, true]) {
		await show(tournament({ me: organiser }));
		await press('Manage: Ben');
		const { answer, refuse } = orderLate();
		await press('Save');
		await press('Close');
		await press('Manage: Cleo');
		if (refused) {
			refuse(422, 'tournament.over');
			await new Promise((resolve) => setTimeout(resolve));
		} else {
			answer(withEve());
			await seen();
		}
		expect(screen.getByRole('dialog', { name: 'Cleo' })).toBeTruthy();
		expect(screen.queryByRole('alert')).toBeNull();
		cleanup();
	}
});

it('leaves the dialog of another board open', async () => {
	await show(tournament({ me: organiser }));
	await press('Correct the result at board 1');
	const { answer } = orderLate();
	await press('Board 1, Ann – Cleo: ½–½');
	await press('Close');
	await press('More about board 2');
	answer(withEve());
	await seen();
	expect(screen.getByRole('dialog', { name: 'Round 1, board 2' })).toBeTruthy();
});

it('keeps names that were typed while others were added', async () => {
	await show(tournament({ me: organiser }));
	const field = screen.getByLabelText<HTMLTextAreaElement>('Names, one per line');
	await user.type(field, 'Eve; 1500\nFinn');
	const { answer } = orderLate();
	await press('Add');
	await user.type(field, 'ja\nGus');
	answer(next(20));
	await eventually(() => expect(field.value).toBe('Finnja\nGus'));
	expect(orders()).toHaveLength(2);
});

it('takes one choice after the other', async () => {
	const player = (id: string, name: string) => ({ player: { id, name, registered: true, since: 0 } });
	server.answer('GET groups/g', { group: {}, members: [player('eve', 'Eve'), player('finn', 'Finn')] });
	const parts = { summary: { group: 'g', phase: 'open' as const, round: 0 }, rounds: [], standings: [] };
	await show(tournament({ ...parts, me: { organiser: true, number: 1 } }));
	const choose = async (label: string, option: string, path = 'orders') => {
		const select = await freeSelect(label);
		const { answer } = server.hold(`POST tournaments/cup/${path}`);
		await user.selectOptions(select, option);
		expect(select.disabled).toBe(true);
		answer(tournament({ ...parts, me: { organiser: true, number: 1 } }));
		await freeSelect(label);
	};
	await choose('Add a member', 'Finn');
	await choose('Request a half-point bye', 'Round 2', 'bye');
	await press('Manage: Ben');
	await choose('Half-point bye in round', '2');
	await choose('Never pair with', 'Ann');
});

it('stays on another page when a tournament is deleted late', async () => {
	await show(tournament({ me: organiser }));
	const { answer } = server.hold('DELETE tournaments/cup');
	await press('Delete the tournament');
	await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete the tournament' }));
	go('/learn');
	cleanup();
	answer({});
	await new Promise((resolve) => setTimeout(resolve));
	expect(route.path).toEqual(['learn']);
});

it('does not show codes that no longer work when the new ones cannot be loaded', async () => {
	const qr = { size: 9, path: 'M0 0h1v1z' };
	const links = { watch: { link: 'w', qr }, join: { link: 'old', qr }, slips: [] };
	server.answer('GET tournaments/cup/links', links);
	await show(tournament({ me: organiser, settings: { entry: 'link' } }));
	await user.click(screen.getByText('For phones in the room'));
	expect(await screen.findByDisplayValue('old')).toBeTruthy();
	server.refuse('GET tournaments/cup/links', 503, 'server.busy');
	await press('Renew the codes');
	await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Renew the codes' }));
	expect(await screen.findByRole('alert')).toBeTruthy();
	expect(screen.queryByDisplayValue('old')).toBeNull();
});
