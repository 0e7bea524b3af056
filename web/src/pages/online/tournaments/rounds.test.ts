// Rounds on the page of a tournament: results, corrections, pairs, and what players have to do.

import { cleanup, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../match/local/testing/eventually';
import { board, orders, section, server, show, signIn, start, tournament } from './testing/tournament';

const user = userEvent.setup();
beforeEach(signIn);

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

it('says in words what the server refuses', async () => {
	await show(tournament({ me: { organiser: true } }));
	server.refuse('POST tournaments/cup/orders', 409, 'result.twice', { board: '2', result: '1-0' });
	await user.click(screen.getByRole('button', { name: 'Board 2, Dan – Ben: 1–0' }));
	expect((await screen.findByRole('alert')).textContent).toContain('already has the result 1-0');
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

it('enters that somebody did not show up', async () => {
	await show(tournament({ me: { organiser: true } }));
	await user.click(screen.getByRole('button', { name: 'More about board 2' }));
	const dialog = within(await screen.findByRole('dialog'));
	await user.click(dialog.getByRole('button', { name: 'Dan' }));
	await eventually(() => expect(orders()).toEqual([{ do: 'noshow', absent: 'first', round: 1, board: 2 }]));
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

it('waits for no round after the last one', async () => {
	await show(
		tournament({ summary: { round: 2, rounds: 2 }, me: { organiser: true }, rounds: twoRounds(), open: 1 }),
	);
	expect(section('Round 2').getByText('1 result is missing.')).toBeTruthy();
	expect(screen.queryByText(/before the next round can be paired/)).toBeNull();
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
