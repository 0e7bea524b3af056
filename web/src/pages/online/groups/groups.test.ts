import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { go, route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import { me, setPlayer } from '../../../net/me.svelte';
import { detectServerAgain } from '../../../net/presence.svelte';
import { ann, summary } from '../testing/server';
import { tournament } from '../tournaments/testing/tournament';
import Cards from './Cards.svelte';
import { cardsOf, keepCards } from './cards.svelte';
import GroupPage from './GroupPage.svelte';
import Groups from './Groups.svelte';
import Invited from './Invited.svelte';
import { bea, card, emma, group, page, server, signIn, teacher } from './testing/group';

const user = userEvent.setup();
beforeEach(signIn);

async function paste(names: string) {
	render(GroupPage);
	await user.type(await screen.findByLabelText('Names, one per line'), names);
	await user.click(screen.getByRole('button', { name: 'Create accounts and cards' }));
}

it('makes accounts and cards of a list of names, and shows the sheet', async () => {
	server.answer('POST groups/g/members', { made: [emma], known: 0, refused: [] });
	server.answer('POST groups/g/cards', { cards: [card] });
	await paste('Emma\n\n Ben ');
	await eventually(() => expect(route.path).toEqual(['groups', 'g', 'cards']));
	expect(server.last('POST groups/g/members')?.body).toMatchObject({ names: ['Emma', 'Ben'] });
	expect(cardsOf('g')).toEqual([card]);
	expect(cardsOf('other')).toEqual([]);
});

it('keeps the names that were refused, and says why', async () => {
	const refused = [{ line: 2, name: 'admin', code: 'name.reserved', detail: 'reserved', params: {} }];
	server.answer('POST groups/g/members', { made: [emma], known: 0, refused });
	server.answer('POST groups/g/cards', { cards: [card] });
	await paste('Emma\nadmin');
	expect((await screen.findByRole('alert')).textContent).toContain('reserved');
	expect((screen.getByLabelText('Names, one per line') as HTMLTextAreaElement).value).toBe('admin');
	expect(route.path).toEqual(['groups', 'g']);
	expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Cards' })).toBeTruthy();
});

it('asks before it removes a member, whose account is deleted', async () => {
	render(GroupPage);
	await user.click(await screen.findByRole('button', { name: 'Manage: Emma' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Emma' }));
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	expect(dialog.getByText(/The account is deleted/)).toBeTruthy();
	expect(server.last('DELETE groups/g/members/emma')).toBeUndefined();
	server.answer('DELETE groups/g/members/emma', {});
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await eventually(() => expect(server.last('DELETE groups/g/members/emma')).toBeDefined());
});

it('opens a class to everybody, and offers that in no club', async () => {
	server.answer('PATCH groups/g', page);
	const { unmount } = render(GroupPage);
	const legend = 'Who may play and chat with members who have a card?';
	const contact = within(await screen.findByRole('group', { name: legend }));
	expect(contact.getByRole<HTMLInputElement>('radio', { name: 'Only members' }).checked).toBe(true);
	await user.click(contact.getByRole('radio', { name: 'Everybody on this server' }));
	await eventually(() => expect(server.last('PATCH groups/g')?.body).toEqual({ contact: 'everybody' }));
	unmount();
	server.answer('GET groups/g', { ...page, group: { ...group, contact: undefined, owner: teacher.id } });
	render(GroupPage);
	await screen.findByRole('group', { name: 'Chat at tables with members' });
	expect(screen.queryByRole('group', { name: legend })).toBeNull();
});

it('shows members without the rights of a leader nothing to manage', async () => {
	server.answer('GET groups/g', { ...page, group: { ...group, role: 'member' } });
	render(GroupPage);
	await screen.findByText('Emma');
	expect(screen.queryByRole('button', { name: /Manage/ })).toBeNull();
	expect(screen.queryByLabelText('Names, one per line')).toBeNull();
});

it('has a lobby of its own, where members open tables for each other', async () => {
	server.answer('GET groups/g/tables', { tables: [summary('t7', { host: 'emma' })] });
	render(GroupPage);
	const lobby = within(await screen.findByRole('region', { name: 'Open tables of members' }));
	expect((await lobby.findByRole('link', { name: /^Go to the table/ })).getAttribute('href')).toBe(
		'#/table/t7',
	);
	expect(lobby.getByRole('link', { name: 'Open a table for members' }).getAttribute('href')).toBe(
		'#/online?group=g',
	);
});

it('shows the tournaments of a club and its leaderboard, and lets leaders organise', async () => {
	const { summary } = tournament({ summary: { group: 'g' } });
	server.answer('GET tournaments', ({ path }) => ({
		tournaments: path.includes('finished') ? [] : [summary],
	}));
	server.answer('GET groups/g/leaderboard/quixo', {
		standings: [{ player: emma, rating: { value: 1612.4 } }],
	});
	render(GroupPage);
	const tournaments = within(await screen.findByRole('region', { name: 'Tournaments' }));
	expect((await tournaments.findByRole('link', { name: 'Friday' })).getAttribute('href')).toBe(
		'#/tournament/cup',
	);
	expect(server.last('GET tournaments')?.path).toContain('group=g');
	expect(tournaments.getByRole('link', { name: 'New tournament' }).getAttribute('href')).toBe(
		'#/tournaments/new?group=g',
	);
	const leaderboard = within(screen.getByRole('region', { name: 'Leaderboard' }));
	await user.selectOptions(leaderboard.getByLabelText('Which game?'), 'Quixo');
	expect((await leaderboard.findByRole('listitem')).textContent).toMatch(/Emma\s*1,612/);
	expect(server.count('GET groups/g/leaderboard/quixo')).toBe(1);
});

it('shows cards only after they were made', async () => {
	go('/groups/g/cards');
	keepCards('g', [card]);
	const shown = render(Cards);
	expect(await screen.findByText('k7fm-2xqp-9wra-h3td')).toBeTruthy();
	expect(screen.getByText(/x\.example\/#\/enter/)).toBeTruthy();
	shown.unmount();
	keepCards('', []);
	render(Cards);
	await user.click(await screen.findByRole('button', { name: 'New cards for everybody' }));
	server.answer('POST groups/g/cards', { cards: [card] });
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(dialog.getByRole('button', { name: 'New cards for everybody' }));
	await eventually(() =>
		expect(server.last('POST groups/g/cards')?.body).toMatchObject({ players: ['emma'] }),
	);
});

it('makes an account by an invitation', async () => {
	setPlayer(null);
	go('/invited/secret');
	server.answer('POST invitations/look', { group_name: 'Club', role: 'member', until: 0 });
	server.answer('POST invitations/accept', { player: emma, group: 'g' });
	render(Invited);
	expect(await screen.findByText('You are invited to join “Club”.')).toBeTruthy();
	await user.type(screen.getByLabelText('Your name'), 'Emma');
	await user.type(screen.getByLabelText('Password'), 'a long one');
	await user.click(screen.getByRole('button', { name: 'Create the account' }));
	await eventually(() => expect(route.path).toEqual(['groups', 'g']));
	expect(server.last('POST invitations/accept')?.body).toMatchObject({ token: 'secret', name: 'Emma' });
	expect(me.player).toEqual(emma);
});

it('says that an invitation has ended', async () => {
	go('/invited/secret');
	server.refuse('POST invitations/look', 403, 'invitation.unknown');
	render(Invited);
	expect((await screen.findByRole('alert')).textContent).toContain('Ask for a new one');
});

const club = { ...group, name: 'Friday', owner: 'ann' };

it('founds a club, and says why not', async () => {
	server.answer('GET server', { name: 'Plateau', version: '1', games: ['quixo'], now: 0, clubs: true });
	await detectServerAgain();
	server.answer('GET groups', { groups: [] });
	server.refuse('POST groups', 422, 'name.reserved');
	render(Groups);
	await user.click(await screen.findByRole('button', { name: 'Start a club' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Start a club' }));
	await user.type(dialog.getByLabelText('Name of the club'), 'admin');
	await user.click(dialog.getByRole('button', { name: 'Start a club' }));
	expect(await dialog.findByText(/reserved/)).toBeTruthy();
	server.answer('POST groups', { ...club, id: 'new' });
	await user.click(dialog.getByRole('button', { name: 'Start a club' }));
	await eventually(() => expect(route.path).toEqual(['groups', 'new']));
	expect(server.last('POST groups')?.body).toMatchObject({ name: 'admin' });
});

it('offers no club to guests, nor where only administrators make them', async () => {
	server.answer('GET groups', { groups: [] });
	server.answer('GET server', { name: 'Plateau', version: '1', games: ['quixo'], now: 0, clubs: true });
	await detectServerAgain();
	setPlayer(ann);
	const shown = render(Groups);
	expect(await screen.findByText('You need an account to start a club.')).toBeTruthy();
	shown.unmount();
	server.answer('GET server', { name: 'Plateau', version: '1', games: ['quixo'], now: 0, clubs: false });
	await detectServerAgain();
	setPlayer(teacher);
	render(Groups);
	await screen.findByText('You do not belong to a class or club on this server.');
	expect(screen.queryByRole('button', { name: 'Start a club' })).toBeNull();
});

it('lets the owner of a club hand it over and dissolve it, without accounts or cards', async () => {
	server.answer('GET groups/g', {
		group: club,
		members: [
			{ player: teacher, role: 'leader', since: ann.since, here: true },
			{ player: bea, role: 'member', since: ann.since, here: false },
		],
	});
	render(GroupPage);
	expect(await screen.findByText(/owner/)).toBeTruthy();
	expect(screen.queryByLabelText('Names, one per line')).toBeNull();
	expect(screen.queryByRole('link', { name: 'Cards' })).toBeNull();
	expect(screen.queryByRole('button', { name: 'Manage: Ann' })).toBeNull();
	expect(screen.getByRole('button', { name: 'Dissolve the club' })).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Manage: Bea' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Bea' }));
	await user.click(dialog.getByRole('button', { name: 'Hand over the club' }));
	expect(dialog.getByText('The club then belongs to Bea. You stay a leader.')).toBeTruthy();
	expect(server.last('PUT groups/g/owner')).toBeUndefined();
	server.answer('PUT groups/g/owner', {});
	const [, confirm] = dialog.getAllByRole('button', { name: 'Hand over the club' });
	await user.click(confirm as HTMLElement);
	await eventually(() => expect(server.last('PUT groups/g/owner')?.body).toMatchObject({ player: 'bea' }));
});

it('lets a leader who does not own the club invite, manage members and leave', async () => {
	server.answer('GET groups/g', {
		group: { ...club, owner: 'bea' },
		members: [
			{ player: bea, role: 'leader', since: ann.since, here: true },
			{ player: teacher, role: 'leader', since: ann.since, here: true },
			{ player: emma, role: 'member', since: ann.since, here: false },
		],
	});
	render(GroupPage);
	expect(await screen.findByRole('button', { name: 'Manage: Emma' })).toBeTruthy();
	expect(screen.queryByRole('button', { name: 'Manage: Bea' })).toBeNull();
	expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy();
	expect(screen.getByRole('button', { name: 'Create a link' })).toBeTruthy();
	expect(screen.queryByLabelText('They become leaders')).toBeNull();
	expect(screen.queryByRole('button', { name: 'Dissolve the club' })).toBeNull();
	expect(screen.queryByLabelText('Name of the club')).toBeNull();
});

it('asks before somebody leaves, and names the owner first', async () => {
	server.answer('GET groups/g', {
		group: { ...club, owner: 'bea', role: 'member' },
		members: [
			{ player: teacher, role: 'member', since: ann.since, here: true },
			{ player: bea, role: 'leader', since: ann.since, here: true },
		],
	});
	server.answer('DELETE groups/g/members/ann', {});
	render(GroupPage);
	const members = within(await screen.findByRole('region', { name: 'Members' }));
	expect(members.getAllByRole('link').map((link) => link.textContent)).toEqual(['Bea', 'Ann']);
	await user.click(members.getByRole('button', { name: 'Leave' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Leave' }));
	expect(dialog.getByText('You need a new invitation to come back.')).toBeTruthy();
	expect(server.last('DELETE groups/g/members/ann')).toBeUndefined();
	await user.click(dialog.getByRole('button', { name: 'Leave' }));
	await eventually(() => expect(server.last('DELETE groups/g/members/ann')).toBeTruthy());
	expect(route.path).toEqual(['groups']);
});

it('lists the invitations that somebody can still use', async () => {
	const one = { id: 'new', group: 'g', uses: 2, used: 1, until: ann.since, since: ann.since };
	server.answer('GET invitations', { invitations: [one, { ...one, id: 'old', used: 2 }] });
	render(GroupPage);
	expect(await screen.findByText(/^1 of 2 used/)).toBeTruthy();
	expect(screen.getAllByRole('button', { name: 'Revoke' })).toHaveLength(1);
});

it('shows those who are not signed in the way to their account', async () => {
	setPlayer(null);
	server.refuse('GET me', 401, 'session.none');
	server.refuse('GET groups/g', 401, 'session.none');
	render(GroupPage);
	expect(await screen.findByRole('link', { name: 'Account' })).toBeTruthy();
});
