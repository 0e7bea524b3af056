import { flushSync } from 'svelte';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { api } from './api';
import { setPlayer } from './me.svelte';
import { awaitAnswer, meetings, refreshMeetings, watchMeetings } from './meetings.svelte';
import { online } from './presence.svelte';
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

/** Asks, but the answer comes late. */
function askLate() {
	let answer = (_: object) => {};
	vi.spyOn(api, 'get').mockReturnValueOnce(
		new Promise((resolve) => {
			answer = resolve;
		}),
	);
	const asked = refreshMeetings();
	return (given: object) => {
		answer(given);
		return asked;
	};
}

it('does not bring a challenge back that was declined after the server was asked', async () => {
	const answer = askLate();
	vi.spyOn(api, 'get').mockResolvedValue({ challenges: [], asks: 0 });
	await refreshMeetings();
	await answer({ challenges: [challenge('a', { by: ben, to: ann })], asks: 1 });
	expect([meetings.incoming, meetings.asks]).toEqual([[], 0]);
});

it('forgets what was asked for a player who has signed out', async () => {
	vi.spyOn(online, 'available', 'get').mockReturnValue(true);
	vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
	watch();
	const answer = askLate();
	setPlayer(null);
	flushSync();
	await answer({ challenges: [], asks: 1 });
	expect(meetings.asks).toBe(0);
});

/** The answers that a page hears of. */
function watch() {
	const answers = { accepted: vi.fn(), declined: vi.fn() };
	onTestFinished(watchMeetings(answers));
	flushSync();
	return answers;
}

it('reports the answers to challenges of this page, each once, by any page that asks', async () => {
	const answers = watch();
	for (const id of ['yes', 'no', 'open']) awaitAnswer(challenge(id));
	const list = [
		challenge('yes', { state: 'accepted', table: 'T' }),
		challenge('no', { state: 'declined' }),
		challenge('open'),
		challenge('elsewhere', { state: 'accepted', table: 'U' }),
	];
	vi.spyOn(api, 'get').mockResolvedValue({ challenges: list, asks: 0 });
	await refreshMeetings();
	await refreshMeetings();
	expect(answers.accepted.mock.calls.map(([{ table }]) => table)).toEqual(['T']);
	expect(answers.declined.mock.calls.map(([{ id }]) => id)).toEqual(['no']);
	vi.spyOn(api, 'get').mockResolvedValue({ challenges: [challenge('open', { state: 'declined' })], asks: 0 });
	await refreshMeetings();
	expect(answers.declined.mock.calls.map(([{ id }]) => id)).toEqual(['no', 'open']);
});

it('asks more often while an answer is awaited, for a minute', async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	vi.spyOn(online, 'available', 'get').mockReturnValue(true);
	let list = [challenge('bot')];
	const get = vi.spyOn(api, 'get').mockImplementation(async () => ({ challenges: list, asks: 0 }));
	const answers = watch();
	/** How often the server was asked in so many seconds. */
	const asked = async (seconds: number) => {
		get.mockClear();
		await vi.advanceTimersByTimeAsync(seconds * 1000);
		return get.mock.calls.length;
	};
	expect(await asked(29)).toBe(1);
	awaitAnswer(challenge('bot'));
	expect(await asked(9)).toBeGreaterThanOrEqual(4);
	list = [challenge('bot', { state: 'accepted', table: 'T' })];
	await asked(3);
	expect(answers.accepted).toHaveBeenCalledOnce();
	expect(await asked(30)).toBe(2);
	awaitAnswer(challenge('silent'));
	await asked(65);
	expect(await asked(30)).toBe(2);
});
