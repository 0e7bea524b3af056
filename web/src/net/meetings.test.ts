import { beforeEach, expect, it, vi } from 'vitest';
import { api } from './api';
import { setPlayer } from './me.svelte';
import { awaitAnswer, meetings, refreshMeetings } from './meetings.svelte';
import type { Challenge } from './types';

const ann = { id: 'ann', name: 'Ann' };
const ben = { id: 'ben', name: 'Ben' };
const challenge = (id: string, over: Partial<Challenge> = {}): Challenge => ({
	id,
	by: ann,
	to: ben,
	terms: { game: 'quixo' },
	sent: 0,
	until: 1,
	state: 'pending',
	...over,
});

beforeEach(() => {
	setPlayer({ ...ann, registered: true, since: 0 });
});

it('tells challenges to me from my own, and forgets those that were answered', async () => {
	const list = [challenge('a'), challenge('b', { by: ben, to: ann }), challenge('c', { state: 'declined' })];
	vi.spyOn(api, 'get').mockResolvedValue({ challenges: list, asks: 2 });
	await refreshMeetings();
	expect(meetings.incoming.map(({ id }) => id)).toEqual(['b']);
	expect(meetings.outgoing.map(({ id }) => id)).toEqual(['a']);
	expect(meetings.asks).toBe(2);
});

it('reports the answers to challenges of this page, each once', async () => {
	const answers = { accepted: vi.fn(), declined: vi.fn() };
	for (const id of ['yes', 'no', 'open']) awaitAnswer(challenge(id));
	const list = [
		challenge('yes', { state: 'accepted', table: 'T' }),
		challenge('no', { state: 'declined' }),
		challenge('open'),
		challenge('elsewhere', { state: 'accepted', table: 'U' }),
	];
	vi.spyOn(api, 'get').mockResolvedValue({ challenges: list, asks: 0 });
	await refreshMeetings(answers);
	await refreshMeetings(answers);
	expect(answers.accepted.mock.calls.map(([{ table }]) => table)).toEqual(['T']);
	expect(answers.declined.mock.calls.map(([{ id }]) => id)).toEqual(['no']);
});
