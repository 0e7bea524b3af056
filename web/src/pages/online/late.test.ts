// Answers that come late: when the page is gone, or after a newer one.

import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { setPlayer } from '../../net/me.svelte';
import { refreshMeetings } from '../../net/meetings.svelte';
import ChallengeNotice from './ChallengeNotice.svelte';
import LiveGames from './LiveGames.svelte';
import OnlineHome from './OnlineHome.svelte';
import OpenTables from './OpenTables.svelte';
import { ann, FakeServer, reset, summary } from './testing/server';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();
let server: FakeServer;

beforeEach(() => {
	reset();
	go('/online');
	server = new FakeServer();
	setPlayer(ann);
});
afterEach(async () => {
	cleanup();
	server.answer('GET me/challenges', { challenges: [], friends: [] });
	await refreshMeetings().catch(() => {});
	vi.unstubAllGlobals();
});

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

/** Everything that follows an answer has happened. */
async function settled() {
	for (let i = 0; i < 5; i++) await nextTask();
}

/** Sends a message on every stream. */
function stream(event: string, data: object) {
	const { fetch } = globalThis;
	const text = new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
	vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
		url.includes('/events')
			? new Response(new ReadableStream({ start: (sending) => sending.enqueue(text) }))
			: fetch(url, request),
	);
}

it('takes nobody to a new table who has gone elsewhere', async () => {
	const late = server.hold('POST tables');
	render(OnlineHome);
	await press('Open a table');
	await eventually(() => expect(server.count('POST tables')).toBe(1));
	cleanup();
	go('/puzzles');
	late.answer({ table: 'abc', seq: 1 });
	await settled();
	expect(route.path).toEqual(['puzzles']);
});

it('takes nobody to a table of the lobby who has gone elsewhere', async () => {
	const late = server.hold('POST tables/t/sit');
	stream('lobby', { whole: true, version: 1, changes: [{ table: 't', summary: summary('t') }] });
	render(OpenTables, { ensurePlayer: async () => ann });
	await press('Sit down: Quantik, Bob');
	await eventually(() => expect(server.count('POST tables/t/sit')).toBe(1));
	cleanup();
	go('/puzzles');
	late.answer({ table: 't', seq: 2 });
	await settled();
	expect(route.path).toEqual(['puzzles']);
});

it('takes nobody to a challenge who has gone elsewhere', async () => {
	const challenge = {
		id: 'c',
		state: 'pending',
		by: { ...ann, id: 'bob', name: 'Bob' },
		to: ann,
		terms: { game: 'quixo' },
	};
	server.answer('GET me/challenges', { challenges: [challenge], asks: 0 });
	await refreshMeetings();
	const late = server.hold('POST me/challenges/c/accept');
	render(ChallengeNotice);
	await press('Accept');
	await eventually(() => expect(server.count('POST me/challenges/c/accept')).toBe(1));
	// It is shown on every page.
	go('/puzzles');
	late.answer({ table: 't', seq: 2 });
	await settled();
	expect(route.path).toEqual(['puzzles']);
});

it('shows the newest list of what others play, whatever comes last', async () => {
	const first = server.hold('GET lobby/live');
	render(LiveGames, { onseek: () => {} });
	await eventually(() => expect(server.count('GET lobby/live')).toBe(1));
	server.answer('GET lobby/live', { online: 7, seeking: [], games: [] });
	document.dispatchEvent(new Event('visibilitychange'));
	await screen.findByText('7 players are online now.');
	first.answer({ online: 3, seeking: [], games: [] });
	await settled();
	expect(screen.getByText('7 players are online now.')).toBeTruthy();
});
