import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { go } from '../../kernel/router.svelte';
import { online } from '../../net/presence.svelte';
import { forgetServerInfo } from '../../net/server';
import Account from './Account.svelte';
import Leaderboard from './Leaderboard.svelte';
import OnlineHome from './OnlineHome.svelte';
import PlayerPage from './PlayerPage.svelte';
import Privacy from './privacy/Privacy.svelte';
import { ann, FakeServer, reset } from './testing/server';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));
afterEach(() => {
	vi.unstubAllGlobals();
	forgetServerInfo();
});

test.each([
	[false, 'You are offline'],
	[true, 'The server cannot be reached'],
])(
	'a server that does not answer is not taken for a static web host (connected: %s)',
	async (connected, says) => {
		vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(connected);
		vi.stubGlobal('fetch', async () => {
			throw new TypeError('Failed to fetch');
		});
		render(OnlineHome);
		expect(await screen.findByRole('heading', { name: says })).toBeTruthy();
		vi.restoreAllMocks();
	},
);

test.each<[string, string, Component]>([
	['/account', 'New here?', Account],
	['/privacy', 'What is stored about you', Privacy],
	['/player/ann', 'Ann', PlayerPage],
	['/ratings/quixo', 'Zoe', Leaderboard],
])('a page is there when the server answers again: %s', async (path, says, page) => {
	reset();
	new FakeServer().refuse('GET server', 503, 'api.busy');
	go(path);
	render(page);
	await screen.findByRole('heading', { name: 'The server cannot be reached' });
	const server = new FakeServer();
	const zoe = { player: { ...ann, name: 'Zoe' }, rating: { value: 1500, deviation: 50, games: 9 } };
	server.answer('GET privacy', { items: ['name'] });
	server.answer('GET players/ann', { player: ann, ratings: {}, games: 0 });
	server.answer('GET leaderboard/quixo', { standings: [zoe] });
	await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
	expect(await screen.findByText(says)).toBeTruthy();
});

test('a static web host offers no online play and says so', async () => {
	vi.stubGlobal('fetch', async () => new Response('{"games":[]}'));
	render(OnlineHome);
	expect(await screen.findByRole('heading', { name: 'Online play is not available here' })).toBeTruthy();
	expect(online.available).toBe(false);
});
