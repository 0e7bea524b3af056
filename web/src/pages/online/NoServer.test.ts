import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { online } from '../../net/presence.svelte';
import OnlineHome from './OnlineHome.svelte';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));
afterEach(() => vi.unstubAllGlobals());

test('a static web host offers no online play and says so', async () => {
	vi.stubGlobal('fetch', async () => new Response('{"games":[]}'));
	render(OnlineHome);
	expect(
		await screen.findByRole('heading', { name: 'There is no server for online play here' }),
	).toBeTruthy();
	expect(online.available).toBe(false);
});
