import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { online } from '../../net/presence.svelte';
import OnlineHome from './OnlineHome.svelte';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));
afterEach(() => vi.unstubAllGlobals());

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

// The last one, because this answer is remembered.
test('a static web host offers no online play and says so', async () => {
	vi.stubGlobal('fetch', async () => new Response('{"games":[]}'));
	render(OnlineHome);
	expect(await screen.findByRole('heading', { name: 'Online play is not available here' })).toBeTruthy();
	expect(online.available).toBe(false);
});
