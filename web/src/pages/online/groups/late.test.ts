// Answers that come late: after another member was chosen, while somebody types on, or when the page is gone.

import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { go, route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import { askAgain } from '../../../net/me.svelte';
import { detectServerAgain } from '../../../net/presence.svelte';
import Cards from './Cards.svelte';
import { cardsOf, keepCards } from './cards.svelte';
import GroupPage from './GroupPage.svelte';
import Groups from './Groups.svelte';
import Invited from './Invited.svelte';
import { bea, card, emma, group, page, server, signIn, teacher } from './testing/group';

const user = userEvent.setup();
beforeEach(signIn);

const pupils = {
	group,
	members: [
		...page.members,
		{ player: bea, role: 'member', since: 0, here: false, managed: true, card: true },
	],
};
const beaCard = { ...card, player: 'bea', name: 'Bea', code: 'beas-code' };

async function manage(name: string) {
	await user.click(await screen.findByRole('button', { name: `Manage: ${name}` }));
	return within(await screen.findByRole('dialog', { name }));
}
const closeDialog = () => user.click(screen.getByRole('button', { name: 'Close' }));
const loads = () => server.count('GET groups/g');

const namesField = () => screen.findByLabelText<HTMLTextAreaElement>('Names, one per line');
async function add(names: string) {
	await user.type(await namesField(), names);
	await user.click(screen.getByRole('button', { name: 'Create accounts and cards' }));
}

it('shows the link of an account that was handed over until the page is left', async () => {
	server.answer('POST groups/g/members/emma/handover', { link: 'http://x.example/#/enter/emma' });
	render(GroupPage);
	const dialog = await manage('Emma');
	const [admin, pupil] = page.members;
	server.answer('GET groups/g', { group, members: [admin, { ...pupil, managed: undefined }] });
	await user.click(dialog.getByRole('button', { name: 'Hand over the account' }));
	await eventually(() => expect(dialog.queryByRole('button', { name: 'Hand over the account' })).toBeNull());
	expect(dialog.getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
	await closeDialog();
	expect((await manage('Emma')).getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
});

it('shows the link of an account to nobody else, and where it belongs', async () => {
	server.answer('GET groups/g', pupils);
	const { answer } = server.hold('POST groups/g/members/emma/handover');
	render(GroupPage);
	await user.click((await manage('Emma')).getByRole('button', { name: 'Hand over the account' }));
	await closeDialog();
	const dialog = await manage('Bea');
	answer({ link: 'http://x.example/#/enter/emma' });
	await eventually(() => expect(loads()).toBe(2));
	expect(dialog.queryByDisplayValue(/enter/)).toBeNull();
	await closeDialog();
	expect((await manage('Emma')).getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
});

it('leaves the dialog of somebody else open when a member is removed late', async () => {
	server.answer('GET groups/g', pupils);
	const { answer } = server.hold('DELETE groups/g/members/emma');
	render(GroupPage);
	const dialog = await manage('Emma');
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await closeDialog();
	await manage('Bea');
	server.answer('GET groups/g', { group, members: pupils.members.filter(({ player }) => player !== emma) });
	answer({});
	await eventually(() => expect(screen.queryByRole('button', { name: 'Manage: Emma' })).toBeNull());
	expect(screen.getByRole('dialog', { name: 'Bea' })).toBeTruthy();
});

it('does not open the dialog again when somebody comes back who was removed', async () => {
	server.answer('DELETE groups/g/members/emma', {});
	server.answer('PATCH groups/g', {});
	render(GroupPage);
	const dialog = await manage('Emma');
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	server.answer('GET groups/g', { group, members: [page.members[0]] });
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await eventually(() => expect(screen.queryByRole('button', { name: 'Manage: Emma' })).toBeNull());
	server.answer('GET groups/g', page);
	await user.click(screen.getByRole('button', { name: 'Rename' }));
	await screen.findByRole('button', { name: 'Manage: Emma' });
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves the chat that was chosen last, also while another choice is being saved', async () => {
	const { answer } = server.hold('PATCH groups/g');
	render(GroupPage);
	await user.click(await screen.findByRole('radio', { name: 'preset phrases only' }));
	await user.click(screen.getByRole('radio', { name: 'off' }));
	expect(server.count('PATCH groups/g')).toBe(1);
	answer({});
	await eventually(() => expect(server.last('PATCH groups/g')?.body).toEqual({ chat: 'off' }));
	await eventually(() => expect(loads()).toBe(2));
	expect(server.count('PATCH groups/g')).toBe(2);
});

it('shows the chat that is saved if a choice is refused', async () => {
	server.refuse('PATCH groups/g', 403, 'group.rights');
	render(GroupPage);
	await user.click(await screen.findByRole('radio', { name: 'off' }));
	await screen.findByRole('alert');
	expect(screen.getByRole<HTMLInputElement>('radio', { name: /rest of the server/ }).checked).toBe(true);
	expect(server.count('PATCH groups/g')).toBe(1);
});

it('keeps cards that were not shown yet when more names are added or refused', async () => {
	const refused = [{ line: 2, name: 'admin', code: 'name.reserved', detail: 'reserved', params: {} }];
	server.answer('POST groups/g/members', { made: [emma], known: 0, refused });
	server.answer('POST groups/g/cards', { cards: [card] });
	render(GroupPage);
	await add('Emma\nadmin');
	await screen.findByRole('alert');
	server.refuse('POST groups/g/members', 409, 'group.full');
	await user.clear(await namesField());
	await add('Bea');
	await eventually(() => expect(loads()).toBe(3));
	expect(cardsOf('g')).toEqual([card]);
	server.answer('POST groups/g/members', { made: [bea], known: 0, refused: [] });
	server.answer('POST groups/g/cards', { cards: [beaCard] });
	await user.click(screen.getByRole('button', { name: 'Create accounts and cards' }));
	await eventually(() => expect(route.path).toEqual(['groups', 'g', 'cards']));
	expect(cardsOf('g')).toEqual([card, beaCard]);
});

it('prints only new cards when the ones before were shown', async () => {
	keepCards('g', [card]);
	go('/groups/g/cards');
	render(Cards);
	await screen.findByText(card.code);
	keepCards('g', [beaCard]);
	expect(cardsOf('g')).toEqual([beaCard]);
});

it('sends a list that was changed as another one, and the same list as the same', async () => {
	server.answer('POST groups/g/members', { made: [emma], known: 0, refused: [] });
	server.refuse('POST groups/g/cards', 503, 'server.busy');
	render(GroupPage);
	const sent = () => server.last('POST groups/g/members')?.body;
	const send = async (times: number) => {
		await user.click(screen.getByRole('button', { name: 'Create accounts and cards' }));
		await eventually(() => expect(loads()).toBe(times));
		return sent()?.request;
	};
	await user.type(await namesField(), 'Emma');
	const first = await send(2);
	expect(await send(3)).toBe(first);
	await user.type(await namesField(), '\nZoe');
	expect(await send(4)).not.toBe(first);
	expect(sent()?.names).toEqual(['Emma', 'Zoe']);
});

it('keeps names that were typed while others were added', async () => {
	const { answer } = server.hold('POST groups/g/members');
	server.answer('POST groups/g/cards', { cards: [card] });
	render(GroupPage);
	await add('Emma');
	await user.type(await namesField(), '\nZoe');
	answer({ made: [emma], known: 0, refused: [] });
	await eventually(() => expect(loads()).toBe(2));
	expect((await namesField()).value).toBe('Zoe');
	expect(route.path).toEqual(['groups', 'g']);
	expect(cardsOf('g')).toEqual([card]);
});

it('shows the second of two changes that follow each other closely', async () => {
	server.answer('PATCH groups/g', {});
	server.answer('DELETE groups/g/members/emma/card', {});
	render(GroupPage);
	await screen.findByRole('radio', { name: 'off' });
	const { answer } = server.hold('GET groups/g');
	await user.click(screen.getByRole('radio', { name: 'off' }));
	await eventually(() => expect(loads()).toBe(2));
	await user.click((await manage('Emma')).getByRole('button', { name: 'Revoke the card' }));
	const [admin, pupil] = page.members;
	const changed = { group, members: [admin, { ...pupil, card: false }] };
	await eventually(() => expect(server.count('DELETE groups/g/members/emma/card')).toBe(1));
	server.answer('GET groups/g', changed);
	answer(page);
	expect(await screen.findByText(/no card/i)).toBeTruthy();
});

it('shows a group although nobody says whether the player is an administrator', async () => {
	server.answer('GET groups/g', { ...page, group: { ...group, role: 'member' } });
	server.refuse('GET me', 503, 'server.busy');
	void askAgain().catch(() => {});
	render(GroupPage);
	expect(await screen.findByText('Emma')).toBeTruthy();
	await eventually(() => expect(server.count('GET me')).toBeGreaterThan(1));
});

/** Goes to another page, before the server answers. */
async function leaveBefore(answer: () => void) {
	go('/learn');
	cleanup();
	answer();
	await new Promise((resolve) => setTimeout(resolve));
	expect(route.path).toEqual(['learn']);
}
const confirm = (name: string) =>
	user.click(within(screen.getByRole('dialog', { name })).getByRole('button', { name }));

it('stays on another page when a club is founded late', async () => {
	server.answer('GET server', { name: 'Plateau', version: '1', games: ['quixo'], now: 0, clubs: true });
	await detectServerAgain();
	server.answer('GET groups', { groups: [] });
	const { answer } = server.hold('POST groups');
	render(Groups);
	await user.click(await screen.findByRole('button', { name: 'Start a club' }));
	await user.type(await screen.findByLabelText('Name of the club'), 'Friday');
	await confirm('Start a club');
	await leaveBefore(() => answer({ ...group, id: 'new' }));
});

it('stays on another page when a class is deleted late', async () => {
	const { answer } = server.hold('DELETE groups/g');
	render(GroupPage);
	await user.click(await screen.findByRole('button', { name: 'Delete the class or club' }));
	await confirm('Delete the class or club');
	await leaveBefore(() => answer({}));
});

it('stays on another page when somebody has left a class late', async () => {
	server.answer('GET groups/g', { ...page, group: { ...group, role: 'member' } });
	const { answer } = server.hold('DELETE groups/g/members/ann');
	render(GroupPage);
	await user.click(await screen.findByRole('button', { name: 'Leave' }));
	await confirm('Leave');
	await leaveBefore(() => answer({}));
});

it('stays on another page when cards are made late, and keeps them', async () => {
	const { answer } = server.hold('POST groups/g/cards');
	render(GroupPage);
	await user.click((await manage('Emma')).getByRole('button', { name: 'New card' }));
	await leaveBefore(() => answer({ cards: [card] }));
	expect(cardsOf('g')).toEqual([card]);
});

it('stays on another page when an invitation is accepted late', async () => {
	go('/invited/secret');
	server.answer('POST invitations/look', { group_name: 'Club', role: 'member', until: 0 });
	const { answer } = server.hold('POST invitations/accept');
	render(Invited);
	await user.click(await screen.findByRole('button', { name: 'Join (Ann)' }));
	await leaveBefore(() => answer({ player: teacher, group: 'g' }));
});

it('looks for tables again after every answer, also a failure', async () => {
	const timers = vi.spyOn(globalThis, 'setTimeout');
	onTestFinished(() => timers.mockRestore());
	const looks = () =>
		timers.mock.calls.filter(([, delay]) => delay === 10_000).map(([work]) => work as () => void);
	const look = async (count: number) => {
		await eventually(() => expect(looks()).toHaveLength(count));
		looks().at(-1)?.();
	};
	render(GroupPage);
	await look(1);
	server.refuse('GET groups/g/tables', 503, 'busy');
	await look(2);
	await look(3);
	await eventually(() => expect(server.count('GET groups/g/tables')).toBe(4));
});
