import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { setPlayer } from '../../net/me.svelte';
import { meetings } from '../../net/meetings.svelte';
import type { Bot } from '../../net/types';
import BotsPage from './BotsPage.svelte';
import { ann, FakeServer, type RecordedRequest, reset, summary } from './testing/server';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();
let server: FakeServer;

const bot = (id: string, more: Partial<Bot> = {}): Bot => ({
	player: { id, name: id, registered: true, since: 0, bot: true },
	ratings: {},
	games: [],
	...more,
});
const answer = (...bots: Bot[]) => server.answer('GET bots', { bots, total: bots.length });
const cardOf = async (name: string) => {
	const heading = await screen.findByRole('heading', { name: `${name} (bot)` });
	return heading.closest('li') as HTMLElement;
};
const member = { ...ann, registered: true };
const challenge = {
	id: 'c',
	by: member,
	to: { id: 'Deep', name: 'Deep' },
	terms: { game: 'pivot' },
	sent: 0,
	until: 1,
	state: 'pending',
};

beforeEach(() => {
	reset();
	server = new FakeServer();
	server.answer('GET me', { player: member });
	server.answer('POST players/Deep/challenge', challenge);
	setPlayer(member);
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('bots have ratings, games to watch, and say what they accept', async () => {
	const table = summary('t', {
		phase: 'running',
		terms: { game: 'quixo', rated: true },
		sitters: [
			{ player: 'Deep', name: 'Deep', bot: true },
			{ player: 'bob', name: 'Bob' },
		],
	});
	answer(
		bot('Deep', {
			online: true,
			accepts: { games: ['quixo', 'pivot'], casual: true, rated: true },
			ratings: { quixo: { value: 1612.4, deviation: 71, games: 40 } },
			games: [{ table, spectators: 2 }],
		}),
		bot('Rated', { accepts: { games: ['quixo'], rated: true } }),
		bot('Casual', { accepts: { games: ['quixo'], casual: true } }),
		bot('Busy', { accepts: { games: ['quixo'], casual: true, busy: true } }),
		bot('Here', { online: true }),
		bot('Gone'),
	);
	render(BotsPage);
	const deep = await cardOf('Deep');
	expect(deep.textContent).toContain('accepts challenges');
	expect(deep.textContent).toContain('Plays: Quixo, Pivot');
	expect(within(deep).getByRole('list', { name: 'Ratings' }).textContent).toMatch(/Quixo\s*1,612\s*± 71/);
	const watch = within(deep).getByRole('link', { name: 'Watch: Quixo, Bob' });
	expect(watch.getAttribute('href')).toBe('#/table/t');
	expect(deep.textContent).toContain('2 spectators');
	const states = {
		Rated: 'accepts challenges, only rated games',
		Casual: 'accepts challenges, only unrated games',
		Busy: 'busy: already playing as many games as it can',
		Here: 'online',
		Gone: 'offline',
	};
	for (const [name, state] of Object.entries(states))
		expect((await cardOf(name)).textContent).toContain(state);
	const challenges = screen.getAllByRole('button', { name: /^Challenge:/ });
	expect(challenges.map((one) => one.getAttribute('aria-label'))).toEqual([
		'Challenge: Deep (bot)',
		'Challenge: Rated (bot)',
		'Challenge: Casual (bot)',
	]);
});

test('a bot is challenged to what it plays, and others may watch', async () => {
	answer(bot('Deep', { accepts: { games: ['pivot'], rated: true } }));
	render(BotsPage);
	await user.click(within(await cardOf('Deep')).getByRole('button'));
	const dialog = within(await screen.findByRole('dialog'));
	expect(dialog.getByRole('group', { name: 'Which game?' }).textContent).not.toContain('Quixo');
	const rated = dialog.getByRole<HTMLInputElement>('checkbox', { name: /Rated game/ });
	expect(rated.checked && rated.disabled).toBe(true);
	await user.click(dialog.getByRole('checkbox', { name: /Let everybody watch/ }));
	await user.click(dialog.getByRole('button', { name: 'Send the challenge' }));
	await eventually(() => {
		expect(server.last('POST players/Deep/challenge')?.body.terms).toMatchObject({
			game: 'pivot',
			rated: true,
			listed: false,
			spectators: false,
		});
	});
});

test('a challenge that is sent late leaves the next dialog open', async () => {
	const accepts = { games: ['pivot'], casual: true };
	answer(bot('Deep', { accepts }), bot('Slow', { accepts }));
	const late = server.hold('POST players/Deep/challenge');
	render(BotsPage);
	await user.click(within(await cardOf('Deep')).getByRole('button'));
	await user.click(screen.getByRole('button', { name: 'Send the challenge' }));
	await user.click(screen.getByRole('button', { name: 'Cancel' }));
	await user.click(within(await cardOf('Slow')).getByRole('button'));
	late.answer({ ...challenge, id: 'late' });
	await eventually(() => expect(meetings.outgoing.map(({ id }) => id)).toContain('late'));
	await tick();
	expect(screen.getByRole('dialog', { name: /Slow/ })).toBeTruthy();
});

test('without bots, and without an account, the page says what to do', async () => {
	setPlayer(ann);
	server.answer('GET me', { player: ann });
	answer();
	render(BotsPage);
	await screen.findByText('No bots play on this server yet.');
	screen.getByText(/challenges are for players with an account/);
});

test('more bots are fetched when they are wanted', async () => {
	const names = Array.from({ length: 25 }, (_, i) => `B${i}`);
	const page = ({ path }: RecordedRequest) => {
		const skip = Number(new URLSearchParams(path.split('?')[1]).get('skip'));
		return { bots: names.slice(skip, skip + 20).map((name) => bot(name)), total: names.length };
	};
	server.answer('GET bots', page);
	render(BotsPage);
	await cardOf('B19');
	expect(screen.queryByRole('heading', { name: 'B20 (bot)' })).toBeNull();
	const before = server.hold('GET bots');
	document.dispatchEvent(new Event('visibilitychange'));
	await eventually(() => expect(server.count('GET bots')).toBe(2));
	server.answer('GET bots', page);
	await user.click(screen.getByRole('button', { name: 'Show more' }));
	await cardOf('B24');
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
	// What was asked for before comes later.
	before.answer({ bots: names.slice(0, 20).map((name) => bot(name)), total: names.length });
	await nextTask();
	expect(screen.getByRole('heading', { name: 'B24 (bot)' })).toBeTruthy();
});
