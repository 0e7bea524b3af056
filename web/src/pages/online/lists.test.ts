import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rules } from '../../engine';
import type { MatchText } from '../../engine/protocol';
import { go } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { setPlayer } from '../../net/me.svelte';
import type { Summary } from '../../net/types';
import { allRecords } from './finished.svelte';
import History from './History.svelte';
import Leaderboard from './Leaderboard.svelte';
import PlayerPage from './PlayerPage.svelte';
import { ann, FakeServer, reset, summary } from './testing/server';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();
let server: FakeServer;

const sitters = [
	{ player: 'ann', name: 'Ann' },
	{ player: 'bob', name: '<b>Bob</b>' },
];
const standing = (id: string, name: string, value: number) => ({
	player: { id, name, registered: true, since: 0 },
	rating: { value, deviation: 50, games: 9 },
});
const over = (id: string, more: Partial<Summary> = {}) =>
	summary(id, { phase: 'over', sitters, result: '1-0', reason: 'resignation', plies: 1, ...more });
const match = (moves: string[]): MatchText => ({
	game: 'quantik',
	start: '',
	moves,
	players: [],
	closing: null,
});

beforeEach(() => {
	reset();
	server = new FakeServer();
	server.answer('GET me', { player: ann });
	server.answer('GET games/records', 'records');
	vi.spyOn(rules, 'readRecords').mockResolvedValue([]);
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('my games show results, boards and links', async () => {
	setPlayer(ann);
	go('/history');
	const unplayed = over('b', { plies: 0, result: '*', reason: 'aborted' });
	server.answer('GET games', {
		games: [over('a'), unplayed, over('c', { plies: 4, reason: 'line', result: '0-1' })],
	});
	vi.mocked(rules.readRecords).mockResolvedValue(
		[match(['S@a1']), match(['S@a1', 'S@b2', 'S@c3', 'S@d4'])].map((one) => ({ match: one, tags: [] })),
	);
	render(History);
	await screen.findByRole('heading', { level: 1, name: 'My games' });
	const games = await screen.findAllByRole('listitem');
	expect(server.last('GET games')?.path).toContain('player=ann');
	const [first, second, third] = games.map((game) => within(game));
	expect(first?.getByText('You won.')).toBeTruthy();
	expect(first?.getByText('The other side resigned.')).toBeTruthy();
	expect(first?.getByRole('link', { name: '<b>Bob</b>' }).getAttribute('href')).toBe('#/player/bob');
	expect(first?.getByRole('link', { name: 'Replay: Quantik' }).getAttribute('href')).toBe('#/table/a');
	await eventually(() => expect(games[0]?.querySelectorAll('[data-piece]').length).toBe(1));
	expect(first?.getByRole('link', { name: 'Analyse: Quantik' }).getAttribute('href')).toBe(
		'#/analyse/quantik?moves=S%40a1',
	);
	expect(second?.getByText('No result.')).toBeTruthy();
	expect(second?.queryByRole('link', { name: 'Analyse: Quantik' })).toBeNull();
	expect(third?.getByText('You lost.')).toBeTruthy();
	expect(third?.getByText('Reason: line')).toBeTruthy();
});

test('loads more games on request', async () => {
	go('/history', { player: '' });
	server.answer('GET games', ({ path }) =>
		path.includes('cursor=') ? { games: [over('b')] } : { games: [over('a')], next: 'x' },
	);
	render(History);
	await user.click(await screen.findByRole('button', { name: 'Show more' }));
	await eventually(() => expect(screen.getAllByRole('listitem').length).toBe(2));
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
	expect(screen.getAllByText('Ann wins!').length).toBe(2);
});

test('an empty list is not an error, and errors can be retried', async () => {
	go('/history');
	server.refuse('GET games', 503, 'api.busy');
	render(History);
	expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.');
	server.answer('GET games', { games: [] });
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	expect(await screen.findByText('No finished games yet.')).toBeTruthy();
});

test('fetches all records page by page', async () => {
	server.answer('GET games', ({ path }) =>
		path.includes('cursor=') ? { games: [] } : { games: [], next: 'x' },
	);
	server.answer('GET games/records', ({ path }) => (path.includes('cursor=x') ? 'second' : 'first\n'));
	expect(await allRecords({ player: 'ann', game: 'pivot' })).toBe('first\n\nsecond');
	expect(server.last('GET games/records')?.path).toBe(
		'games/records?player=ann&game=pivot&cursor=x&limit=100',
	);
});

test('the player page explains ratings', async () => {
	go('/player/bob');
	const bob = { id: 'bob', name: '', registered: false, since: 0 };
	server.answer('GET players/bob', {
		player: bob,
		ratings: { quixo: { value: 1612.3, deviation: 61.7, games: 12 } },
		games: 0,
	});
	server.answer('GET games', { games: [] });
	render(PlayerPage);
	await screen.findByRole('heading', { level: 1, name: 'deleted player' });
	expect(screen.getByText('1,612')).toBeTruthy();
	expect(screen.getByText('The true strength is between 1,489 and 1,736, 19 times out of 20.')).toBeTruthy();
	expect(screen.getByText('12 rated games')).toBeTruthy();
});

test('an invalid player id is reported', async () => {
	go('/player/nobody');
	server.refuse('GET players/nobody', 404, 'player.unknown');
	render(PlayerPage);
	expect((await screen.findByRole('alert')).textContent).toBe('There is no such player.');
});

test('an answer about a player that comes late is not shown for the next one', async () => {
	let refuse = (_: Response) => {};
	const late = new Promise<object>((_, reject) => {
		refuse = reject;
	});
	server.answer('GET players/nobody', () => late);
	server.answer('GET players/ann', { player: ann, ratings: {}, games: 0 });
	server.answer('GET games', { games: [] });
	go('/player/nobody');
	render(PlayerPage);
	await eventually(() => expect(server.count('GET players/nobody')).toBe(1));
	go('/player/ann');
	await screen.findByRole('heading', { level: 1, name: 'Ann' });
	await screen.findByText('No finished games yet.');
	const refusal = Response.json({ code: 'player.unknown', detail: '' }, { status: 404 });
	const read = vi.spyOn(refusal, 'text');
	refuse(refusal);
	await eventually(() => expect(read).toHaveBeenCalled());
	await read.mock.results[0]?.value;
	await tick();
	expect(screen.queryByRole('alert')).toBeNull();
});

test('the leaderboard has one row per player', async () => {
	go('/ratings/quixo');
	server.answer('GET leaderboard/quixo', {
		standings: [standing('bob', 'Bob', 1700), standing('ann', 'Ann', 1500)],
	});
	render(Leaderboard);
	await screen.findByRole('heading', { level: 1, name: 'Leaderboard: Quixo' });
	const cells = (await screen.findAllByRole('cell')).map((cell) => cell.textContent?.trim());
	expect(cells).toEqual(['1', 'Bob', '1,700 ± 50', '9', '2', 'Ann', '1,500 ± 50', '9']);
	expect(screen.getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page');
	expect(screen.getByRole('link', { name: 'Bots' }).getAttribute('href')).toBe('#/ratings/quixo/bots');
});

test('a leaderboard that answers late does not replace the next one', async () => {
	let answer = (_: object) => {};
	const late = new Promise<object>((resolve) => {
		answer = resolve;
	});
	server.answer('GET leaderboard/quixo', () => late);
	server.answer('GET leaderboard/pivot', { standings: [standing('ann', 'Ann', 1500)] });
	go('/ratings/quixo');
	render(Leaderboard);
	await eventually(() => expect(server.count('GET leaderboard/quixo')).toBe(1));
	go('/ratings/pivot');
	await screen.findByRole('link', { name: 'Ann' });
	const read = vi.spyOn(Response.prototype, 'json');
	answer({ standings: [standing('bob', 'Bob', 1700)] });
	await eventually(() => expect(read).toHaveBeenCalled());
	await read.mock.results[0]?.value;
	await tick();
	expect(screen.queryByRole('link', { name: 'Bob' })).toBeNull();
});

test('a page of the leaderboard that was asked for twice does not hide the next one', async () => {
	const names = Array.from({ length: 150 }, (_, i) => `P${i}`);
	const from = (skip: number) => ({
		standings: names.slice(skip, skip + 50).map((name) => standing(name, name, 1500)),
	});
	server.answer('GET leaderboard/quixo', ({ path }) => from(Number(/skip=(\d+)/.exec(path)?.[1])));
	go('/ratings/quixo');
	render(Leaderboard);
	const more = await screen.findByRole('button', { name: 'Show more' });
	const [first, second] = [0, 1].map(() => {
		const late = server.hold('GET leaderboard/quixo');
		more.click();
		return late;
	});
	first?.answer(from(50));
	await screen.findByRole('link', { name: 'P99' });
	server.answer('GET leaderboard/quixo', from(100));
	await user.click(more);
	await screen.findByRole('link', { name: 'P149' });
	second?.answer(from(50));
	await nextTask();
	expect(screen.getByRole('link', { name: 'P149' })).toBeTruthy();
});

test('bots have a leaderboard of their own', async () => {
	go('/ratings/quixo/bots');
	server.answer('GET leaderboard/quixo', {
		standings: [
			{
				player: { id: 'bot', name: 'Robot', registered: true, bot: true, since: 0 },
				rating: { value: 1800, deviation: 40, games: 7 },
			},
		],
	});
	render(Leaderboard);
	expect((await screen.findAllByRole('cell')).map((cell) => cell.textContent?.trim())).toContain(
		'Robot (bot)',
	);
	expect(screen.getByRole('link', { name: 'Bots' }).getAttribute('aria-current')).toBe('page');
	expect(server.last('GET leaderboard/quixo')?.path).toContain('bots=true');
});
