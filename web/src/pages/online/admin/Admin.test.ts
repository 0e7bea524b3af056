import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { go, route } from '../../../kernel/router.svelte';
import { nextTask } from '../../../kernel/tasks';
import { eventually } from '../../../match/local/testing/eventually';
import { setPlayer } from '../../../net/me.svelte';
import { ann, FakeServer, reset, summary } from '../testing/server';
import Admin from './Admin.svelte';

const user = userEvent.setup();
const ben = { id: 'ben', name: 'Ben', registered: true, since: ann.since };
let server: FakeServer;

beforeEach(() => {
	reset();
	setPlayer({ ...ann, registered: true });
	server = new FakeServer();
	server.answer('GET me', { player: ann });
	server.answer('GET admin/players', { players: [ben] });
	server.answer('GET admin/tables', { tables: [] });
	server.answer('GET admin/audit', {
		entries: [{ seq: 1, at: ann.since, action: 'suspend-failed', player_name: 'Eve' }],
	});
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) => user.click(screen.getByRole('button', { name }));

async function manageBen() {
	render(Admin);
	await user.click(await screen.findByRole('button', { name: 'Manage: Ben' }));
	return within(await screen.findByRole('dialog', { name: 'Ben' }));
}

/** Closes the dialog of Ben while something is done to him, and manages Eve. */
async function manageEveInstead() {
	await press('Close');
	await press('Manage: Eve');
	return within(await screen.findByRole('dialog', { name: 'Eve' }));
}

it('finds players', async () => {
	render(Admin);
	await user.type(await screen.findByLabelText('Name or id'), 'be');
	await press('Search');
	await eventually(() => expect(server.last('GET admin/players')?.path).toContain('text=be'));
});

it('suspends a player for a week, and lifts that', async () => {
	server.answer('PUT admin/players/ben/suspension', {});
	const dialog = await manageBen();
	server.answer('GET admin/players', { players: [{ ...ben, suspended_until: Date.now() + 1e9 }] });
	await user.click(dialog.getByRole('button', { name: 'Suspend for a week' }));
	await dialog.findByRole('button', { name: 'Lift the suspension' });
	const until = Number(server.last('PUT admin/players/ben/suspension')?.body.until);
	expect(until).toBeGreaterThan(Date.now() + 6.9 * 24 * 3600 * 1000);
});

it('shows a sign-in link once', async () => {
	server.answer('POST admin/players/ben/link', { link: 'http://x/#/enter/secret' });
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Sign-in link' }));
	expect(await dialog.findByDisplayValue('http://x/#/enter/secret')).toBeTruthy();
});

it('asks before it gives a player a new password, which is shown once', async () => {
	const dialog = await manageBen();
	server.answer('POST admin/players/ben/password', { password: 'k7t2' });
	await user.click(dialog.getByRole('button', { name: 'New password' }));
	expect(server.last('POST admin/players/ben/password')).toBeUndefined();
	expect(dialog.getByText(/signed out everywhere/)).toBeTruthy();
	await user.click(dialog.getByRole('button', { name: 'New password' }));
	expect(await dialog.findByDisplayValue('k7t2')).toBeTruthy();
	expect(dialog.queryByText(/signed out everywhere/)).toBeNull();
});

it('starts maintenance with a notice, and ends it', async () => {
	server.answer('DELETE admin/maintenance', {});
	server.refuse('PUT admin/maintenance', 422, 'maintenance.long', { most: '500' });
	render(Admin);
	await user.type(await screen.findByLabelText('Notice during maintenance'), 'Back at 8.');
	expect(screen.queryByRole('button', { name: 'End maintenance' })).toBeNull();
	await press('Start maintenance');
	expect(await screen.findByText(/can have at most 500 characters/)).toBeTruthy();
	server.answer('PUT admin/maintenance', {});
	server.answer('GET server', { games: ['quixo'], maintenance: { since: 0, notice: 'Back at 8.' } });
	await press('Start maintenance');
	expect(await screen.findByRole('button', { name: 'Change the notice' })).toBeTruthy();
	expect(server.last('PUT admin/maintenance')?.body).toEqual({ notice: 'Back at 8.' });
	server.answer('GET server', { games: ['quixo'] });
	await press('End maintenance');
	expect(await screen.findByRole('button', { name: 'Start maintenance' })).toBeTruthy();
	expect(server.last('DELETE admin/maintenance')).toBeDefined();
});

it('asks before it deletes a player', async () => {
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	expect(server.last('DELETE admin/players/ben')).toBeUndefined();
	server.answer('DELETE admin/players/ben', {});
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	await eventually(() => expect(server.last('DELETE admin/players/ben')).toBeDefined());
});

it('says why a player could not be deleted', async () => {
	server.refuse('DELETE admin/players/ben', 403, 'admin.only');
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	expect((await dialog.findByRole('alert')).textContent).toBe('Only administrators can do that.');
});

it('shows the link of a player to nobody else if it comes late', async () => {
	server.answer('GET admin/players', { players: [ben, { ...ben, id: 'eve', name: 'Eve' }] });
	const late = server.hold('POST admin/players/ben/link');
	const ofBen = await manageBen();
	await user.click(ofBen.getByRole('button', { name: 'Sign-in link' }));
	const ofEve = await manageEveInstead();
	late.answer({ link: 'http://x/#/enter/secret' });
	await eventually(() => expect(server.count('GET admin/players')).toBe(2));
	await tick();
	expect(ofEve.queryByDisplayValue('http://x/#/enter/secret')).toBeNull();
});

it('leaves the next player open when another one is deleted late', async () => {
	server.answer('GET admin/players', { players: [ben, { ...ben, id: 'eve', name: 'Eve' }] });
	const late = server.hold('DELETE admin/players/ben');
	const ofBen = await manageBen();
	await user.click(ofBen.getByRole('button', { name: 'Delete the player' }));
	await user.click(ofBen.getByRole('button', { name: 'Delete the player' }));
	const ofEve = await manageEveInstead();
	server.answer('GET admin/players', { players: [{ ...ben, id: 'eve', name: 'Eve' }] });
	late.answer({});
	await eventually(() => expect(screen.queryByRole('button', { name: 'Manage: Ben' })).toBeNull());
	await nextTask();
	expect(ofEve.getByRole('button', { name: 'Sign-in link' })).toBeTruthy();
});

it('keeps the name that is typed while something else is done, one thing at a time', async () => {
	const late = server.hold('PUT admin/players/ben/suspension');
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Suspend for a week' }));
	expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sign-in link' }).disabled).toBe(true);
	await user.type(dialog.getByLabelText('New name'), 'jamin');
	server.answer('GET admin/players', { players: [{ ...ben, suspended_until: Date.now() + 1e9 }] });
	late.answer({});
	await dialog.findByRole('button', { name: 'Lift the suspension' });
	expect(dialog.getByLabelText<HTMLInputElement>('New name').value).toBe('Benjamin');
});

it('judges no more games of a player whose dialog was closed', async () => {
	const games = ['abc', 'def'].map((id) => summary(id, { phase: 'over' }));
	server.answer('GET admin/players/ben/fairplay', { player: ben, games });
	const figures = { turns: [], only: 0, found: 0, only_took_ms: 0, others_took_ms: 0, complete: true };
	const late = server.hold('GET admin/players/ben/fairplay/abc');
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Look at rated games' }));
	await eventually(() => expect(server.count('GET admin/players/ben/fairplay/abc')).toBe(1));
	await press('Close');
	late.answer(figures);
	await nextTask();
	expect(server.count('GET admin/players/ben/fairplay/def')).toBe(0);
});

it('shows how long each move of rated games took', async () => {
	const turns = [
		{ ply: 0, took_ms: 1500 },
		{ ply: 2, took_ms: 2100, only: true, found: true },
		{ ply: 4, took_ms: 9000, only: true },
	];
	server.answer('GET admin/players/ben/fairplay', {
		player: ben,
		games: [summary('abc', { phase: 'over' })],
		same_address: ['abc'],
	});
	server.answer('GET admin/players/ben/fairplay/abc', {
		turns,
		only: 2,
		found: 1,
		only_took_ms: 2100,
		others_took_ms: 1500,
		complete: true,
	});
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Look at rated games' }));
	await user.click(await dialog.findByText('How long each move took'));
	expect(dialog.getByText(/same network/)).toBeTruthy();
	for (const text of ['1: 1.5 sec', '3: 2.1 sec, only move, found', '5: 9 sec, only move, missed'])
		expect(dialog.getByText(text)).toBeTruthy();
});

it('draws nobody back to a new club', async () => {
	const late = server.hold('POST groups');
	render(Admin);
	await user.type(await screen.findByLabelText('Name of the class or club'), 'Friday');
	await press('Create');
	cleanup();
	go('/learn');
	late.answer({ id: 'club', name: 'Friday' });
	await nextTask();
	expect(route.path).toEqual(['learn']);
});

it('says what was done, and what failed', async () => {
	render(Admin);
	expect(await screen.findByText(/Suspended \(failed\)/)).toBeTruthy();
});

it.each([
	['Tables', 'admin/tables', 'Finished', 'Manage: '],
	['Reports', 'admin/reports', 'Closed', 'View the report: '],
])(
	'lists what was chosen last, although the list before comes later: %s',
	async (part, path, choice, button) => {
		const listOf = (name: string) => ({
			tables: [summary(name, { sitters: [{ player: name, name }] })],
			reports: [{ seq: 1, at: 0, player: name, player_name: name, reason: 'spam' }],
		});
		const late = server.hold(`GET ${path}`);
		render(Admin);
		const section = within(await screen.findByRole('region', { name: part }));
		server.answer(`GET ${path}`, listOf('Zoe'));
		await user.click(section.getByRole('radio', { name: choice }));
		late.answer(listOf('Bob'));
		expect(await section.findByRole('button', { name: /: / })).toBe(
			section.getByRole('button', { name: `${button}Zoe` }),
		);
	},
);

it('tells others that only administrators may', async () => {
	for (const path of ['players', 'tables', 'audit']) server.refuse(`GET admin/${path}`, 403, 'admin.only');
	render(Admin);
	expect((await screen.findAllByText('Only administrators can do that.')).length).toBeGreaterThan(0);
});
