import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

it('asks before it deletes a player', async () => {
	const dialog = await manageBen();
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	expect(server.last('DELETE admin/players/ben')).toBeUndefined();
	server.answer('DELETE admin/players/ben', {});
	await user.click(dialog.getByRole('button', { name: 'Delete the player' }));
	await eventually(() => expect(server.last('DELETE admin/players/ben')).toBeDefined());
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
	for (const text of ['1: 1.5 sec', '3: 2.1 sec, only move, found', '5: 9 sec, only move, missed'])
		expect(dialog.getByText(text)).toBeTruthy();
});

it('says what was done, and what failed', async () => {
	render(Admin);
	expect(await screen.findByText(/Suspended \(failed\)/)).toBeTruthy();
});

it('tells others that only administrators may', async () => {
	for (const path of ['players', 'tables', 'audit']) server.refuse(`GET admin/${path}`, 403, 'admin.only');
	render(Admin);
	expect((await screen.findAllByText('Only administrators can do that.')).length).toBeGreaterThan(0);
});
