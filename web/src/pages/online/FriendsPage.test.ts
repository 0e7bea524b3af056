import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { setPlayer } from '../../net/me.svelte';
import type { Friend } from '../../net/types';
import FriendsPage from './FriendsPage.svelte';
import { ann, FakeServer, reset } from './testing/server';

const user = userEvent.setup();
const friend = (name: string): Friend => ({ player: name, name, state: 'friends', since: 0 });
let server: FakeServer;

beforeEach(() => {
	reset();
	setPlayer({ ...ann, registered: true });
	go('/friends');
	server = new FakeServer();
	server.answer('GET me/friends', { friends: [friend('Ben'), friend('Cleo')] });
	server.answer('GET me/challenges', { challenges: [], asks: 0 });
});
afterEach(() => vi.unstubAllGlobals());

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

test('a list that was asked for earlier does not bring a friend back', async () => {
	server.answer('DELETE me/friends/Ben', {});
	server.answer('DELETE me/friends/Cleo', {});
	render(FriendsPage);
	await screen.findByRole('link', { name: 'Ben' });
	const late = server.hold('GET me/friends');
	await press('Remove: Ben');
	await eventually(() => expect(server.count('GET me/friends')).toBe(2));
	server.answer('GET me/friends', { friends: [] });
	await press('Remove: Cleo');
	await screen.findByText(/^You have no friends here yet/);
	late.answer({ friends: [friend('Cleo')] });
	await nextTask();
	expect(screen.queryByRole('link', { name: 'Cleo' })).toBeNull();
});

test('nobody is drawn back to a search that was left', async () => {
	const late = server.hold('GET players');
	render(FriendsPage);
	await user.type(await screen.findByLabelText('Player’s name'), 'Dan');
	await press('Search');
	cleanup();
	go('/learn');
	late.answer({ player: { ...ann, id: 'dan', name: 'Dan' }, ratings: {}, games: 0 });
	await nextTask();
	expect(route.path).toEqual(['learn']);
});
