import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { go, route } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import { setPlayer } from '../../../net/me.svelte';
import type { Tournament } from '../../../net/types';
import { ann, FakeServer, reset } from '../testing/server';
import TournamentPage from './TournamentPage.svelte';
import { board, entrant, row, start, tournament } from './testing/tournament';

const user = userEvent.setup();
let server: FakeServer;

beforeEach(() => {
	reset();
	setPlayer({ ...ann, registered: true });
	server = new FakeServer();
	server.answer('GET me', { player: { ...ann, registered: true }, chat: 'free' });
	go('/tournament/cup');
	return () => vi.unstubAllGlobals();
});

async function show(view: Tournament, path = '/tournament/cup') {
	go(path);
	server.answer('GET tournaments/cup', view);
	server.answer('POST tournaments/cup/orders', {
		...view,
		summary: { ...view.summary, seq: view.summary.seq + 1 },
	});
	render(TournamentPage);
	await screen.findByRole('heading', { level: 1, name: view.summary.name });
	await screen.findByRole('heading', { name: 'Standings' });
}
const orders = () => server.last('POST tournaments/cup/orders')?.body.orders;
const section = (name: string) => within(screen.getByRole('region', { name }));
/** The rows of a table below its head, with their cells. */
const rowsOf = (part: ReturnType<typeof section>) =>
	part
		.getAllByRole('row')
		.slice(1)
		.map((one) =>
			within(one)
				.getAllByRole('cell')
				.map((cell) => cell.textContent?.trim())
				.join(' '),
		);
const over = () => tournament({ summary: { phase: 'over' }, open: 0 });

it('shows pairings, results and standings with what decided', async () => {
	await show(tournament());
	const pairings = section('Round 1');
	expect(rowsOf(pairings)).toEqual(['1 Ann Cleo 1–0', '2 Dan Ben …']);
	expect(pairings.getByText('1 result is missing.')).toBeTruthy();
	expect(screen.getByText('Ahead on Buchholz cut 1: 1½ to 1')).toBeTruthy();
	expect(screen.getByText(/^Buchholz cut 1: The points of all opponents/)).toBeTruthy();
	expect(screen.queryByRole('heading', { name: 'Organise' })).toBeNull();
	expect(screen.getByRole('link', { name: 'TRF16' }).getAttribute('href')).toContain(
		'tournaments/cup/export?format=trf',
	);
});

it('lets an organiser enter a result with one press, and correct it in any round', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByRole('button', { name: 'Board 2, Dan – Ben: 0–1' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'result', round: 1, board: 2, result: '0-1' }]));
	await user.click(screen.getByRole('button', { name: 'Correct the result at board 1' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Round 1, board 1' }));
	await user.click(dialog.getByRole('button', { name: 'Board 1, Ann – Cleo: ½–½' }));
	await eventually(() =>
		expect(orders()).toEqual([{ do: 'correct', result: '1/2-1/2', round: 1, board: 1 }]),
	);
});

/** Two rounds of which the second one has no result yet. */
const twoRounds = () => [
	{
		round: 1,
		at: start,
		open: 0,
		games: [board(1, 1, 3, { result: '1-0' }), board(2, 4, 2, { result: '1-0' })],
		byes: [],
	},
	{ round: 2, at: start, open: 1, games: [board(1, 1, 4)], byes: [] },
];

it('shows a round that was just paired, whatever round was looked at', async () => {
	const played = twoRounds().map((one) => ({ ...one, open: 0 }));
	const third = { round: 3, at: start, open: 1, games: [board(1, 3, 2)], byes: [] };
	const view = tournament({
		summary: { round: 2 },
		me: { organiser: true },
		rounds: played,
		open: 0,
	});
	await show(view);
	await user.click(screen.getByRole('button', { name: 'Round 1' }));
	server.answer('POST tournaments/cup/orders', {
		...view,
		summary: { ...view.summary, seq: view.summary.seq + 1, round: 3 },
		rounds: [...view.rounds, third],
		open: 1,
	});
	await user.click(screen.getByRole('button', { name: 'Pair round 3' }));
	expect(await screen.findByRole('heading', { name: 'Round 3' })).toBeTruthy();
});

it('shows a round robin as players by players, with both results of a double one', async () => {
	const met = (opponent: number, points: number | null, more = {}) => ({
		opponent,
		place: 0,
		points,
		played: true,
		...more,
	});
	server.answer('GET tournaments/cup/crosstable', {
		rows: [
			{ standing: row(1, 2, 2.5), cells: [met(1, 1), met(3, 0.5), met(3, 1, { bye: true, played: false })] },
			{
				standing: row(2, 3, 0.5),
				cells: [{ opponent: 0, place: 0, points: 0, played: false, bye: true }, met(2, 0.5)],
			},
			{ standing: row(3, 1, 0), cells: [met(2, 0), met(3, null)] },
		],
	});
	await show(tournament({ summary: { form: 'roundrobin' }, settings: { form: 'roundrobin', double: true } }));
	await user.click(screen.getByText('Crosstable'));
	const table = within(await screen.findByRole('group', { name: 'Crosstable' }));
	expect(rowsOf(table)).toEqual(['1  ½ 1f 1 2½', '2 ½   ½', '3 0 …  0']);
	expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
		'#',
		'Name',
		'1',
		'2',
		'3',
		'Points',
	]);
	expect(screen.getByText(/^Each cell has the points of the player in the row/)).toBeTruthy();
});

it('waits for no round after the last one', async () => {
	await show(
		tournament({ summary: { round: 2, rounds: 2 }, me: { organiser: true }, rounds: twoRounds(), open: 1 }),
	);
	expect(section('Round 2').getByText('1 result is missing.')).toBeTruthy();
	expect(screen.queryByText(/before the next round can be paired/)).toBeNull();
});

it('says what a correction means for later rounds, which a knockout does not allow', async () => {
	const paired = { summary: { round: 2, rounds: 2 }, me: { organiser: true }, rounds: twoRounds(), open: 1 };
	const unchanged = 'Rounds that have been paired since then stay as they are.';
	const follow = 'Later rounds of the knockout follow from this result. Remove their pairings first.';
	for (const [form, hint] of [
		['swiss', unchanged],
		['knockout', follow],
	] as const) {
		await show(tournament({ ...paired, summary: { ...paired.summary, form } }));
		await user.click(screen.getByRole('button', { name: 'Round 1' }));
		await user.click(screen.getByRole('button', { name: 'Correct the result at board 1' }));
		expect(await screen.findByText(hint)).toBeTruthy();
		cleanup();
	}
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByRole('button', { name: 'Correct the result at board 1' }));
	await screen.findByRole('button', { name: 'Remove the result' });
	expect(screen.queryByText(unchanged)).toBeNull();
});

it('takes names only while somebody can still take part', async () => {
	await show(tournament({ me: { organiser: true } }));
	expect(screen.getByLabelText('Names, one per line')).toBeTruthy();
	cleanup();
	await show(tournament({ summary: { form: 'knockout' }, me: { organiser: true } }));
	expect(screen.queryByLabelText('Names, one per line')).toBeNull();
});

it('marks a board whose players contradict each other', async () => {
	const marked = async (reported: string[]) => {
		const rounds = [{ round: 1, at: start, open: 1, games: [board(2, 4, 2, { reported })], byes: [] }];
		await show(tournament({ me: { organiser: true }, rounds }));
		const mark = screen.getByText(/^Entered by the players/).classList.contains('differ');
		cleanup();
		return mark;
	};
	expect([await marked(['1-0', '0-1']), await marked(['1-0', '1-0']), await marked(['1-0', ''])]).toEqual([
		true,
		false,
		false,
	]);
});

it('says in words what the server refuses', async () => {
	await show(tournament({ me: { organiser: true } }));
	server.refuse('POST tournaments/cup/orders', 409, 'result.twice', { board: '2', result: '1-0' });
	await user.click(screen.getByRole('button', { name: 'Board 2, Dan – Ben: 1–0' }));
	expect((await screen.findByRole('alert')).textContent).toContain('already has the result 1-0');
});

it('enters that somebody did not show up', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByRole('button', { name: 'More about board 2' }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(dialog.getByRole('button', { name: 'Dan' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'noshow', absent: 'first', round: 1, board: 2 }]));
});

it('pairs the next round when all results are in, and not before', async () => {
	await show(tournament({ me: { organiser: true } }));
	const organise = section('Organise');
	expect(organise.getByText(/1 result is missing before/)).toBeTruthy();
	expect((organise.getByRole('button', { name: 'Pair round 2' }) as HTMLButtonElement).disabled).toBe(true);
	server.answer(
		'POST tournaments/cup/orders',
		tournament({ summary: { seq: 20 }, open: 0, me: { organiser: true } }),
	);
	await user.click(organise.getByRole('button', { name: 'Undo the last change' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'undo' }]));
	await user.click(organise.getByRole('button', { name: 'Pair round 2' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'pair' }]));
});

it('asks before a round is removed and before it ends early', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByRole('button', { name: 'Remove round 1' }));
	let dialog = within(await screen.findByRole('dialog', { name: 'Remove round 1' }));
	expect(dialog.getByText(/with the results entered so far/)).toBeTruthy();
	expect(orders()).toBeUndefined();
	await user.click(dialog.getByRole('button', { name: 'Remove round 1' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'unpair', with_results: true }]));
	cleanup();
	await show(tournament({ me: { organiser: true }, open: 0 }));
	await user.click(section('Organise').getByRole('button', { name: 'Finish' }));
	dialog = within(await screen.findByRole('dialog', { name: 'Finish' }));
	await user.click(dialog.getByRole('button', { name: 'Finish' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'finish', early: true }]));
});

it('asks for no early end while results are missing, except in an arena, where open games count for nobody', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(section('Organise').getByRole('button', { name: 'Finish' }));
	// The server says which results are missing.
	await eventually(() => expect(orders()).toEqual([{ do: 'finish' }]));
	expect(screen.queryByRole('dialog', { name: 'Finish' })).toBeNull();
	cleanup();
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	await show(tournament({ summary: { form: 'arena' }, me: { organiser: true } }));
	await user.click(section('Organise').getByRole('button', { name: 'Finish' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Finish' }));
	expect(dialog.getByText(/1 game is still being played. It will count for nobody.$/)).toBeTruthy();
});

it('says in words that a game of an arena was not finished', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const rounds = [
		{ round: 1, at: start, open: 0, games: [board(1, 1, 3, { result: '--' as const })], byes: [] },
	];
	await show(tournament({ summary: { form: 'arena', phase: 'over' }, rounds, open: 0 }));
	expect(rowsOf(section('Pairings'))).toEqual(['Ann Cleo not finished in time']);
});

it('says that names without an account do not play online', async () => {
	const hint = /You enter the results of their games/;
	await show(tournament({ me: { organiser: true } }));
	expect(screen.queryByText(hint)).toBeNull();
	cleanup();
	await show(tournament({ summary: { place: 'online' }, me: { organiser: true } }));
	expect(screen.getByText(hint)).toBeTruthy();
});

it('adds names from a list', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.type(screen.getByLabelText('Names, one per line'), 'Eve; 1500\nFinn');
	await user.click(screen.getByRole('button', { name: 'Add' }));
	await eventually(() =>
		expect(orders()).toEqual([
			{ do: 'add', entrant: { name: 'Eve', rating: 1500 } },
			{ do: 'add', entrant: { name: 'Finn' } },
		]),
	);
	expect((screen.getByLabelText('Names, one per line') as HTMLTextAreaElement).value).toBe('');
});

it('enters members of the club with their accounts', async () => {
	const player = (id: string, name: string) => ({
		player: { id, name, registered: true, since: 0 },
		role: 'member',
	});
	server.answer('GET groups/g', {
		group: {},
		members: [player('ann', 'Ann'), player('eve', 'Eve'), player('finn', 'Finn')],
	});
	const entrants = [entrant(1, 'Ann', { players: ['ann'] })];
	await show(
		tournament({
			summary: { group: 'g', phase: 'open' },
			me: { organiser: true },
			entrants,
			rounds: [],
			standings: [],
		}),
	);
	await user.selectOptions(await screen.findByLabelText('Add a member'), 'Finn');
	await eventually(() =>
		expect(orders()).toEqual([{ do: 'add', entrant: { name: 'Finn', account: 'finn' } }]),
	);
	await user.click(screen.getByRole('button', { name: 'Add all members' }));
	await eventually(() =>
		expect(orders()).toEqual([
			{ do: 'add', entrant: { name: 'Eve', account: 'eve' } },
			{ do: 'add', entrant: { name: 'Finn', account: 'finn' } },
		]),
	);
});

it('manages an entrant: withdrawal, bye, forbidden opponents', async () => {
	await show(tournament({ me: { organiser: true }, forbidden: [[2, 3]] }));
	await user.click(screen.getByRole('button', { name: 'Manage: Ben' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Ben' }));
	await user.click(dialog.getByRole('button', { name: 'Withdraw from the tournament' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'withdraw', number: 2 }]));
	await user.selectOptions(dialog.getByLabelText('Half-point bye in round'), '2');
	await eventually(() => expect(orders()).toEqual([{ do: 'bye', number: 2, round: 2 }]));
	await user.selectOptions(dialog.getByLabelText('Never pair with'), 'Ann');
	await eventually(() => expect(orders()).toEqual([{ do: 'forbid', first: 2, second: 1 }]));
	await user.click(dialog.getByRole('button', { name: 'Allow again: Cleo' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'allow', first: 2, second: 3 }]));
});

it('edits pairs by exchanging players', async () => {
	const rounds = [{ round: 1, at: start, open: 2, games: [board(1, 1, 3), board(2, 4, 2)], byes: [] }];
	await show(tournament({ me: { organiser: true }, rounds, open: 2 }));
	await user.click(screen.getByRole('button', { name: 'Edit the pairs' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit the pairs' }));
	await user.selectOptions(dialog.getByLabelText('Board 1: Opponent'), 'Ben');
	await user.click(dialog.getByRole('button', { name: 'Change who moves first at board 2' }));
	await user.click(dialog.getByRole('button', { name: 'Save' }));
	await eventually(() =>
		expect(orders()).toEqual([
			{
				do: 'repair',
				pairs: [
					[1, 2],
					[3, 4],
				],
			},
		]),
	);
});

it('keeps everybody in sight who gets a bye while pairs are edited', async () => {
	const rounds = [{ round: 1, at: start, open: 2, games: [board(1, 1, 3), board(2, 4, 2)], byes: [] }];
	await show(tournament({ me: { organiser: true }, rounds, open: 2 }));
	await user.click(screen.getByRole('button', { name: 'Edit the pairs' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit the pairs' }));
	const third = () => dialog.queryByLabelText<HTMLSelectElement>('Board 3: Moves first');
	await user.selectOptions(dialog.getByLabelText('Board 1: Opponent'), 'bye');
	expect(third()?.selectedOptions[0]?.text).toBe('Cleo');
	await user.selectOptions(dialog.getByLabelText('Board 1: Opponent'), 'Cleo');
	expect(third()).toBeNull();
	await user.selectOptions(dialog.getByLabelText('Board 1: Opponent'), 'bye');
	await user.click(dialog.getByRole('button', { name: 'Save' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'repair', pairs: [[4, 2]] }]));
});

it('only exchanges sides in a round robin, where everybody meets everybody', async () => {
	const byes = [{ number: 5, points: 0 }];
	const rounds = [{ round: 1, at: start, open: 2, games: [board(1, 1, 3), board(2, 4, 2)], byes }];
	await show(tournament({ summary: { form: 'roundrobin' }, me: { organiser: true }, rounds, open: 2 }));
	await user.click(screen.getByRole('button', { name: 'Edit the pairs' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit the pairs' }));
	expect(dialog.queryAllByRole('combobox')).toEqual([]);
	await user.click(dialog.getByRole('button', { name: 'Change who moves first at board 2' }));
	await user.click(dialog.getByRole('button', { name: 'Save' }));
	const pairs = [
		[1, 3],
		[2, 4],
	];
	await eventually(() => expect(orders()).toEqual([{ do: 'repair', pairs }]));
});

it('tells a player at a real board where to go, and takes the result', async () => {
	const view = tournament({
		settings: { reports: 'players' },
		me: { number: 2, round: 1, board: 2, opponent: 4 },
	});
	server.answer('POST tournaments/cup/report', {
		...view,
		summary: { ...view.summary, seq: 10 },
		rounds: [{ ...view.rounds[0], games: [board(2, 4, 2, { reported: ['1-0', '0-1'] })] }],
	});
	await show(view);
	const now = section('You: Ben');
	expect(now.getByText('Round 1, board 2')).toBeTruthy();
	expect(now.getByText(/Opponent: Dan/).textContent).toContain('Your opponent moves first.');
	await user.click(now.getByRole('button', { name: 'Board 2, Dan – Ben: 0–1, I won' }));
	await eventually(() =>
		expect(server.last('POST tournaments/cup/report')?.body).toMatchObject({
			round: 1,
			board: 2,
			result: '0-1',
		}),
	);
	expect((await now.findByRole('alert')).textContent).toContain('Your opponent entered 1–0');
});

it('marks the score of a mini-match that a player has entered, and shows that of the opponent', async () => {
	const reported = { reported: ['0-1', '0-1'], reported_details: ['½-1½', '0-2'] };
	const rounds = [{ round: 1, at: start, open: 1, games: [board(2, 4, 2, reported)], byes: [] }];
	await show(
		tournament({
			settings: { reports: 'players', begins: 'both' },
			me: { organiser: true, number: 2, round: 1, board: 2, opponent: 4 },
			rounds,
		}),
	);
	const now = section('You: Ben');
	const marked = now.getAllByRole('button').filter(({ className }) => className.includes('primary'));
	expect(marked.map((one) => one.textContent?.trim())).toEqual(['0–2 I won']);
	expect(now.getByRole('alert').textContent).toContain('Your opponent entered ½–1½');
	expect(section('Round 1').getByText('Entered by the players: ½–1½ / 0–2')).toBeTruthy();
});

it('sends a player online to the table', async () => {
	await show(tournament({ me: { number: 2, round: 1, board: 2, opponent: 4, table: 't7' } }));
	expect(section('You: Ben').getByRole('link', { name: 'Go to the table' }).getAttribute('href')).toBe(
		'#/table/t7',
	);
});

it('lets players join by the link, ask for a bye and withdraw', async () => {
	const open = tournament({
		summary: { phase: 'open', round: 0 },
		settings: { entry: 'link' },
		rounds: [],
		open: 0,
	});
	const joined = { ...open, summary: { ...open.summary, seq: 10 }, me: { organiser: false, number: 1 } };
	server.answer('POST tournaments/cup/join', joined);
	server.answer('POST tournaments/cup/bye', { ...joined, entrants: [entrant(1, 'Ann', { half_byes: [2] })] });
	server.answer('POST tournaments/cup/withdraw', {
		...joined,
		entrants: [entrant(1, 'Ann', { withdrawn: true })],
	});
	await show(open, '/tournament/cup/join/code');
	await user.click(section('Join').getByRole('button', { name: 'Join' }));
	await eventually(() =>
		expect(server.last('POST tournaments/cup/join')?.body).toMatchObject({ code: 'code' }),
	);
	await user.selectOptions(await screen.findByLabelText('Request a half-point bye'), 'Round 2');
	expect(await screen.findByRole('button', { name: 'Cancel the bye in round 2' })).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Withdraw' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw' }));
	await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
	expect(await screen.findByText('You have withdrawn.')).toBeTruthy();
	expect(screen.getByRole('button', { name: 'Return' })).toBeTruthy();
});

it('follows the tournament as the player who joins, who would not be paired otherwise', async () => {
	setPlayer(null);
	await show(tournament({ summary: { phase: 'open' }, settings: { entry: 'anybody' } }));
	const opened = () => server.streams.filter((path) => path.startsWith('tournaments/cup/events')).length;
	expect(opened()).toBe(1);
	setPlayer(ann);
	await eventually(() => expect(opened()).toBe(2));
});

it('does not offer what cannot be done: joining without the link, or after the end', async () => {
	await show(tournament({ summary: { phase: 'open' }, settings: { entry: 'link' } }));
	expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

it('draws the bracket of a knockout', async () => {
	const bracket = {
		rounds: [
			[
				{ first: 1, second: 0, winner: 1 },
				{ first: 2, second: 3, board: 1, result: '0-1', winner: 3 },
			],
			[{ first: 1, second: 3 }],
		],
	};
	await show(
		tournament({ summary: { form: 'knockout' }, settings: { form: 'knockout', tie_breaks: [] }, bracket }),
	);
	const drawing = section('Bracket');
	expect(drawing.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
		'Semi-finals',
		'Final',
	]);
	expect(drawing.getByText('bye')).toBeTruthy();
	expect(drawing.getAllByText('goes through')).toHaveLength(2);
});

it('tells players without a game what comes next', async () => {
	const expectSentence = async (view: Parameters<typeof tournament>[0], text: string) => {
		await show(tournament({ open: 0, ...view }));
		expect(section('You: Cleo').getByText(text)).toBeTruthy();
		cleanup();
	};
	const me = { number: 3 };
	await expectSentence({ me }, 'Your game is over. Wait for the next round.');
	await expectSentence({ me, summary: { round: 3 } }, 'Your game is over. This is the last round.');
	const rounds = [
		{ round: 1, at: start, open: 0, games: [board(1, 1, 2)], byes: [{ number: 3, points: 1 }] },
	];
	await expectSentence({ me, rounds }, 'Wait for the next round.');
	const semifinals = [
		{ first: 1, second: 3, winner: 1 },
		{ first: 2, second: 4 },
	];
	const knockout = (third_place: boolean) => ({
		me,
		summary: { form: 'knockout' as const, rounds: 2 },
		settings: { form: 'knockout' as const, third_place, tie_breaks: [] },
		bracket: { rounds: [semifinals, [{ first: 1, second: 0 }]] },
	});
	await expectSentence(knockout(false), 'You are out of the tournament.');
	await expectSentence(knockout(true), 'Your game is over. Wait for the next round.');
});

it('shows the time of an arena, streaks, and the last games first', async () => {
	server.answer('GET tournaments/cup/crosstable', {
		rows: [{ standing: row(1, 1, 6), cells: [{ points: 1 }, { points: 1 }, { points: null }] }],
	});
	const rounds = [
		{ round: 1, at: start, open: 1, games: [board(1, 1, 2)], byes: [] },
		{ round: 2, at: start, open: 0, games: [board(1, 3, 4, { result: '1-0' })], byes: [] },
	];
	await show(
		tournament({
			summary: { form: 'arena' },
			settings: { form: 'arena' },
			rounds,
			ends: start + 50 * 60_000,
		}),
	);
	// The page may take some seconds.
	expect(section('Arena').getByRole('timer').textContent).toMatch(/^(50:00|49:\d\d)$/);
	expect(await screen.findByText(/2 wins in a row/)).toBeTruthy();
	// Boards have numbers where people have to find them.
	expect(rowsOf(section('Pairings'))).toEqual(['Cleo Dan 1–0', 'Ann Ben …']);
});

it('shows the first games of a long arena when somebody asks for them', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const rounds = Array.from({ length: 40 }, (_, i) => ({
		round: i + 1,
		at: start,
		open: 0,
		games: [board(1, 1, 2, { result: '1-0' })],
		byes: [],
	}));
	await show(tournament({ summary: { form: 'arena' }, settings: { form: 'arena' }, rounds }));
	expect(rowsOf(section('Pairings'))).toHaveLength(30);
	await user.click(section('Pairings').getByRole('button', { name: 'Show more' }));
	expect(rowsOf(section('Pairings'))).toHaveLength(40);
});

it('says that somebody has a break from an arena, and nothing of it when it is over', async () => {
	server.answer('GET tournaments/cup/crosstable', { rows: [] });
	const entrants = [
		entrant(1, 'Ann', { withdrawn: true }),
		entrant(2, 'Ben'),
		entrant(3, 'Cleo'),
		entrant(4, 'Dan'),
	];
	const arena = (phase: 'running' | 'over') =>
		tournament({ summary: { form: 'arena', phase }, settings: { form: 'arena' }, entrants });
	await show(arena('running'));
	expect(section('Standings').getByText('on a break')).toBeTruthy();
	expect(section('Entrants (4)').getByText('on a break')).toBeTruthy();
	cleanup();
	await show(arena('over'));
	expect(screen.queryByText(/on a break|withdrawn/)).toBeNull();
});

it('leads to the winners when it is over, and lets the organiser reopen it', async () => {
	const view = over();
	await show({ ...view, me: { organiser: true, number: 1 } });
	expect(screen.getByText('Your rank: 1. Points: 1.')).toBeTruthy();
	expect(screen.getAllByRole('link', { name: 'Winners' })[0]?.getAttribute('href')).toBe(
		'#/tournament/cup/winners',
	);
	await user.click(screen.getByRole('button', { name: 'Reopen' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'reopen' }]));
	expect(screen.queryByRole('button', { name: 'Correct the result at board 1' })).toBeNull();
});

it('changes settings without touching what the games depend on', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(section('Organise').getByRole('button', { name: 'Settings' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
	expect(dialog.queryByRole('group', { name: 'Format' })).toBeNull();
	await user.click(dialog.getByText('More settings'));
	await user.click(dialog.getByRole('button', { name: 'Move up: Wins' }));
	await user.type(dialog.getByLabelText('Categories'), 'juniors');
	await user.click(dialog.getByRole('button', { name: 'Save' }));
	await eventually(() => expect(server.last('POST tournaments/cup/orders')).toBeDefined());
	expect(orders()).toMatchObject([
		{
			do: 'settings',
			settings: {
				tie_breaks: ['wins', 'buchholz1'],
				categories: ['juniors'],
				begins: 'alternating',
				form: 'swiss',
			},
		},
	]);
});

it('renews the codes after a question', async () => {
	const qr = { size: 9, path: 'M0 0h1v1z' };
	const links = (code: string) => ({ watch: { link: 'w', qr }, join: { link: code, qr }, slips: [] });
	server.answer('GET tournaments/cup/links', links('old'));
	await show(tournament({ me: { organiser: true }, settings: { entry: 'link' } }));
	await user.click(screen.getByText('For phones in the room'));
	expect(await screen.findByDisplayValue('old')).toBeTruthy();
	server.answer('GET tournaments/cup/links', links('new'));
	await user.click(screen.getByRole('button', { name: 'Renew the codes' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Renew the codes' }));
	await user.click(dialog.getByRole('button', { name: 'Renew the codes' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'renew-codes' }]));
	expect(await screen.findByDisplayValue('new')).toBeTruthy();
});

it('lets players of teams join with a friend, also those outside the club', async () => {
	const open = tournament({
		summary: { phase: 'open', round: 0, game: 'quixo4p', group: 'g' },
		settings: { entry: 'anybody', team_size: 2 },
		rounds: [],
		open: 0,
	});
	server.answer('GET me/friends', {
		friends: [
			{ player: 'b', name: 'Ben', state: 'friends', since: 0 },
			{ player: 'c', name: 'Cleo', state: 'asked', since: 0 },
		],
	});
	server.refuse('GET groups/g', 404, 'group.unknown');
	server.answer('POST tournaments/cup/join', open);
	await show(open);
	await user.selectOptions(
		await screen.findByLabelText('Partner'),
		await screen.findByRole('option', { name: 'Ben' }),
	);
	await user.selectOptions(
		await screen.findByLabelText('Partner'),
		await screen.findByRole('option', { name: 'Ben' }),
	);
	expect(screen.queryByRole('option', { name: 'Cleo' })).toBeNull();
	await user.type(screen.getByLabelText('Name of the team'), 'The Cubes');
	await user.click(section('Join').getByRole('button', { name: 'Join' }));
	await eventually(() =>
		expect(server.last('POST tournaments/cup/join')?.body).toMatchObject({ partner: 'b', team: 'The Cubes' }),
	);
});

it('ranks a category by itself, and asks for it once', async () => {
	server.answer('GET tournaments/cup/standings', { standings: [row(1, 4, 0)] });
	await show(tournament({ settings: { categories: ['juniors'] } }));
	await user.selectOptions(screen.getByLabelText('Category'), 'juniors');
	const standings = section('Standings');
	await eventually(() =>
		expect(standings.getAllByRole('rowheader').map((one) => one.textContent?.trim())).toEqual(['Dan']),
	);
	expect(server.count('GET tournaments/cup/standings')).toBe(1);
});

it('says once why links cannot be shown', async () => {
	server.refuse('GET tournaments/cup/links', 503, 'server.busy');
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByText('For phones in the room'));
	expect(await screen.findByRole('alert')).toBeTruthy();
	expect(server.count('GET tournaments/cup/links')).toBe(1);
});

it('deletes a tournament after a question', async () => {
	await show(tournament({ me: { organiser: true } }));
	server.answer('DELETE tournaments/cup', {});
	await user.click(screen.getByRole('button', { name: 'Delete the tournament' }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(dialog.getByRole('button', { name: 'Delete the tournament' }));
	await eventually(() => expect(route.path).toEqual(['tournaments']));
});
