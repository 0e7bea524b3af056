import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rules } from '../../../engine';
import { messages } from '../../../kernel/announce.svelte';
import { go, route } from '../../../kernel/router.svelte';
import { settings } from '../../../kernel/settings.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import {
	ann,
	bob,
	clockOf,
	eventOf,
	FakeTable,
	openTable,
	tableOf,
} from '../../../match/online/testing/fakes';
import { api, ProblemError } from '../../../net/api';
import { me, setPlayer } from '../../../net/me.svelte';
import { fetchServerInfo } from '../../../net/server';
import type { StreamListener, StreamOptions } from '../../../net/stream';
import type { Player, Table } from '../../../net/types';
import TablePage from './TablePage.svelte';

let fake: FakeTable;
/** Receives the stream of one's own tables. */
let ownTables: StreamListener | null = null;

vi.mock('../../../engine', () => import('../../../match/local/testing/engine'));
vi.mock('../../../net/server', () => ({ fetchServerInfo: vi.fn() }));
vi.mock('../../../net/stream', () => ({
	Stream: class {
		constructor(path: string, listener: StreamListener, options: StreamOptions) {
			if (path === 'me/events') ownTables = listener;
			const ignored = { open: () => {}, close: () => {} };
			Object.assign(this, path === 'me/events' ? ignored : fake.stream(listener, options));
		}
	},
}));

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const said = () => messages.spoken.trim();
const toasts = () => messages.toasts.map(({ text }) => text);

beforeEach(() => {
	vi.restoreAllMocks();
	vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
	vi.mocked(fetchServerInfo).mockResolvedValue({
		name: 'Plateau',
		version: '1',
		games: ['quixo'],
		now: 0,
		chat: 'free',
		guest_chat: true,
		admission: 'open',
		guests: true,
		clubs: true,
		notices: [],
	});
	localStorage.clear();
	setPlayer(null);
	messages.toasts = [];
	messages.spoken = '';
});

/** Opens the page of a table for a player. */
async function open(table: Table, player: Player | null) {
	fake = new FakeTable(table);
	const { api: sending } = fake.env();
	vi.spyOn(api, 'post').mockImplementation(sending.post);
	vi.spyOn(api, 'notify').mockImplementation(sending.notify);
	setPlayer(player);
	go('/table/T');
	render(TablePage);
	await eventually(() => expect(fake.opened).toBe(1));
	fake.connect();
	fake.listener?.onEvent('here', { players: ['ann', 'bob'] });
}

const quantik = (change: Partial<Table> = {}) =>
	tableOf({ terms: { game: 'quantik', spectators: true, chat: true }, start: '4/4/4/4 1', ...change });

describe('an open table', () => {
	it('shows a visitor the terms and seats them under a name', async () => {
		const terms = {
			game: 'quixo',
			time: { main_ms: 300_000, increment_ms: 5000 },
			first_side: 'first',
		} as const;
		await open(openTable({ terms }), null);
		expect(await screen.findByRole('heading', { name: 'Ann invites you to play Quixo' })).toBeTruthy();
		for (const words of ['Clock: 5 min + 5 s.', 'Your side: Circles.', 'Only the players can see the game.'])
			expect(screen.getByText(words)).toBeTruthy();
		await user.click(button('Sit down and play'));
		expect(screen.getByRole('alert').textContent).toContain(
			'Choose a name so that the others know who you are.',
		);
		await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Bob');
		vi.mocked(api.post).mockImplementationOnce(async () => ({ player: bob }) as never);
		await user.click(button('Sit down and play'));
		await eventually(() => expect(fake.last.path).toBe('tables/T/sit'));
		expect(me.player).toEqual(bob);
		expect(fake.opened).toBe(2);
	});

	it('does not tell somebody who has an account that none is needed', async () => {
		await open(openTable(), { ...bob, registered: true });
		await screen.findByRole('button', { name: 'Sit down and play' });
		expect(screen.queryByText(/No account needed/)).toBeNull();
	});

	it('says why a player may not sit down', async () => {
		await open(openTable(), null);
		await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Bob');
		const refusal = new ProblemError({
			status: 422,
			code: 'name.letters',
			detail: 'the name has odd characters',
		});
		vi.mocked(api.post).mockRejectedValueOnce(refusal);
		await user.click(button('Sit down and play'));
		expect((await screen.findByRole('alert')).textContent).toMatch(/characters/);
	});

	it('shows its host the link, a QR code and a close button', async () => {
		await open(openTable(), ann);
		expect(await screen.findByRole('heading', { name: 'Your Quixo table is open' })).toBeTruthy();
		const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value;
		expect(link).toMatch(/\/t\/T$/);
		const code = screen.getByRole('img', { name: /QR code/ });
		expect(code.getAttribute('src')).toBe(`./api/v1/qr?text=${encodeURIComponent(link)}`);
		await user.click(button('Close the table'));
		expect(fake.last.path).toBe('tables/T/leave');
		fake.say([eventOf(2, 'ended', {})], { phase: 'over', result: '*', reason: 'closed' });
		expect(await screen.findByRole('heading', { name: 'This table is closed' })).toBeTruthy();
	});

	it('in the lobby can be closed by a host who leaves the page', async () => {
		await open(openTable({ terms: { game: 'quixo', listed: true } }), ann);
		await screen.findByRole('heading', { name: /is open/ });
		cleanup();
		expect(toasts()).toEqual(['Your Quixo table is still in the list of open tables.']);
		messages.toasts[0]?.action?.run();
		expect(fake.last.path).toBe('tables/T/leave');
		expect(toasts()).toEqual([]);
	});

	it('does not ask when its host comes back', async () => {
		const listed = openTable({ terms: { game: 'quixo', listed: true } });
		await open(listed, ann);
		await screen.findByRole('heading', { name: /is open/ });
		cleanup();
		await open(listed, ann);
		await screen.findByRole('heading', { name: /is open/ });
		expect(toasts()).toEqual([]);
	});

	it.each([
		['by link', { game: 'quixo' }, ann],
		['with days per move', { game: 'quixo', listed: true, time: { days: 3 } }, ann],
		['of somebody else', { game: 'quixo', listed: true }, bob],
	])('%s is left without a question', async (_, terms, player) => {
		await open(openTable({ terms }), player);
		await screen.findByRole('heading', { name: /is open|invites you/ });
		cleanup();
		expect(toasts()).toEqual([]);
	});

	it('that has started is left without a question', async () => {
		await open(openTable({ terms: { game: 'quixo', listed: true } }), ann);
		await screen.findByRole('heading', { name: /is open/ });
		fake.say(
			[eventOf(2, 'sat', { sitter: { name: 'Bob' } }, { by: 'bob' }), eventOf(3, 'started')],
			tableOf(),
		);
		await screen.findByRole('grid');
		cleanup();
		expect(toasts()).not.toContainEqual(expect.stringContaining('still'));
	});

	it('for four lets people choose their team', async () => {
		const sitters = [{ player: 'ann', name: 'Ann' }, {}, {}, { level: '3' }];
		await open(openTable({ terms: { game: 'quixo4p', advice: true }, sitters }), bob);
		expect(await screen.findByText('Partners may advise each other.')).toBeTruthy();
		await user.click(button('Join the first team'));
		await eventually(() => expect(fake.last).toMatchObject({ path: 'tables/T/sit', body: { chair: 2 } }));
	});

	it('turns into the game when the last chair is taken', async () => {
		await open(openTable(), ann);
		await screen.findByRole('heading', { name: /is open/ });
		fake.say(
			[eventOf(2, 'sat', { sitter: { name: 'Bob' } }, { by: 'bob' }), eventOf(3, 'started')],
			tableOf(),
		);
		expect(await screen.findByRole('grid')).toBeTruthy();
		expect(said()).toBe('Bob sat down. The game of Quixo has started.');
	});

	it('that is rated sends guests to the account page', async () => {
		await open(openTable({ terms: { game: 'quixo', rated: true } }), bob);
		expect(await screen.findByRole('link', { name: 'Go to my account' })).toBeTruthy();
		expect(screen.queryByRole('button', { name: 'Sit down and play' })).toBeNull();
	});
});

describe('a running game', () => {
	it('shows whose turn it is, who is present, and a move at once', async () => {
		await open(quantik(), ann);
		const players = within(await screen.findByRole('list', { name: 'Players' })).getAllByRole('listitem');
		expect(players[0]?.textContent).toMatch(/Ann\s*your turn/);
		expect(players[1]?.textContent).toMatch(/online\s*Bob\s*Dark/);
		await user.click(button(/^light sphere/));
		await user.click(screen.getByRole('gridcell', { name: /^a1\b/ }));
		await screen.findByRole('button', { name: /^Move 1, S@a1, Ann/ });
		expect(said()).toBe('Ann: light sphere to a1.');
		fake.last.answer(new ProblemError({ status: 409, code: 'move.turn', detail: 'it is not your turn' }));
		await eventually(() => expect(screen.queryByRole('button', { name: /^Move 1/ })).toBeNull());
		expect(toasts()).toEqual([expect.stringMatching(/not your turn/i)]);
	});

	it('holds a move while the connection is lost, and says so', async () => {
		await open(quantik(), ann);
		await screen.findByRole('grid');
		fake.cut();
		expect(await screen.findByText(/^Connection lost\. Reconnecting/)).toBeTruthy();
		fake.connect();
		await eventually(() => expect(screen.queryByText(/Connection lost/)).toBeNull());
		expect(said()).toBe('You are connected again.');
	});

	it('answers offers', async () => {
		await open(tableOf({ moves: ['S@a1', 'S@b2'] }), ann);
		await screen.findByRole('grid');
		fake.say([eventOf(4, 'draw-offered', { seat: 1 }, { by: 'bob' })], { draw_by: 1 });
		await eventually(() => expect(said()).toBe('Bob offers a draw.'));
		await user.click(button('Accept'));
		const question = await screen.findByRole('dialog', { name: 'Draw?' });
		expect(question.textContent).toContain('The game ends at once, as a draw.');
		expect(fake.sent).toHaveLength(0);
		await user.click(within(question).getByRole('button', { name: 'Accept' }));
		expect(fake.last).toMatchObject({ path: 'tables/T/draw', body: { do: 'accept' } });
		fake.last.answer();
		fake.say([], { draw_by: null, takeback_by: 1 });
		expect(await screen.findByText('Bob would like to take back a move.')).toBeTruthy();
		await user.click(button('Decline'));
		expect(fake.last).toMatchObject({ path: 'tables/T/takeback', body: { do: 'decline' } });
		fake.say([], { takeback_by: 0 });
		expect(await screen.findByText('You asked to take back your move.')).toBeTruthy();
	});

	it('is resigned only after confirmation, and aborted only at the start', async () => {
		await open(tableOf(), ann);
		await screen.findByRole('grid');
		await user.click(button('More'));
		expect(button('Abort the game')).toBeTruthy();
		await user.click(button('Resign'));
		const question = await screen.findByRole('dialog', { name: 'Resign?' });
		expect(fake.sent).toHaveLength(0);
		await user.click(within(question).getByRole('button', { name: 'Resign' }));
		expect(fake.last.path).toBe('tables/T/resign');
		fake.say([], { moves: ['S@a1', 'S@b2'] });
		await screen.findByRole('button', { name: /^Move 2/ });
		await user.click(button('More'));
		expect(screen.queryByRole('button', { name: 'Abort the game' })).toBeNull();
	});

	it('counts once the other side has moved, if it is rated', async () => {
		const rated = { ...tableOf().terms, rated: true };
		await open(quantik({ terms: rated }), ann);
		await screen.findByRole('grid');
		await user.click(button('More'));
		expect(button('Abort the game')).toBeTruthy();
		cleanup();
		await open(quantik({ terms: rated, moves: ['S@a1'], to_move: 1 }), bob);
		await screen.findByRole('grid');
		await user.click(button('More'));
		expect(button('Resign')).toBeTruthy();
		expect(screen.queryByRole('button', { name: 'Abort the game' })).toBeNull();
	});

	it('is watched by somebody whose session has ended', async () => {
		await open(quantik(), ann);
		await screen.findByRole('grid');
		expect(screen.queryByText('You are watching this game.')).toBeNull();
		setPlayer(null);
		expect(await screen.findByText('You are watching this game.')).toBeTruthy();
		expect(fake.opened).toBe(2);
	});

	it('can be watched, without action buttons', async () => {
		await open(quantik(), null);
		// Below the board, where players read what to do.
		expect((await screen.findByText('You are watching this game.')).closest('.playable')).toBeTruthy();
		for (const name of ['Take back', 'Type a move'])
			expect(screen.queryByRole('button', { name })).toBeNull();
		await user.click(button('More'));
		expect(screen.queryByRole('button', { name: 'Resign' })).toBeNull();
	});

	it('is saved as a picture or record, shared and flipped like any other, and the flip is remembered', async () => {
		const corner = () => screen.getAllByRole('gridcell')[0]?.getAttribute('aria-label');
		await open(quantik({ moves: ['S@a1'], to_move: 1 }), ann);
		await screen.findByRole('grid');
		await user.click(button('More'));
		for (const name of ['Save as image (PNG)', 'Save the record', 'Share a link'])
			expect(button(name)).toBeTruthy();
		// Its values would be unfair while it is being played.
		expect(screen.queryByRole('link', { name: 'Analyse this game' })).toBeNull();
		expect(corner()).toMatch(/^a4/);
		await user.click(button('Flip the board'));
		await eventually(() => expect(corner()).toMatch(/^d1/));
		cleanup();
		await open(quantik(), ann);
		await screen.findByRole('grid');
		expect(corner()).toMatch(/^d1/);
	});

	it('says that the game was over when a move came too late', async () => {
		await open(quantik(), ann);
		await screen.findByRole('grid');
		fake.cut();
		await user.click(button(/^light sphere/));
		await user.click(screen.getByRole('gridcell', { name: /^a1\b/ }));
		await screen.findByRole('button', { name: /^Move 1, S@a1/ });
		const over = { phase: 'over', to_move: null, result: '1-0', reason: 'resignation' } as const;
		fake.say([eventOf(4, 'ended', {}, { by: 'bob' })], over);
		await eventually(() =>
			expect(toasts()).toEqual(['Your move S@a1 was not played: the game was already over.']),
		);
		expect(await screen.findByText('You win!')).toBeTruthy();
	});

	it('withdraws a message when the game goes on', async () => {
		await open(tableOf({ moves: ['S@a1', 'S@b2'] }), ann);
		await screen.findByRole('grid');
		fake.say([eventOf(4, 'draw-declined', {}, { by: 'bob' })]);
		await eventually(() => expect(toasts()).toEqual(['The draw was declined.']));
		fake.move('S@c3', 'ann');
		await eventually(() => expect(toasts()).toEqual([]));
	});

	it('with days per move asks before a move is played, and leads to the next game that waits', async () => {
		const terms = { game: 'quantik', spectators: true, time: { days: 3 } };
		await open(quantik({ terms, clock: { days: 3, since: Date.now(), counts: true } }), ann);
		await screen.findByRole('grid');
		const summary = (id: string, to_move: number) => ({ ...tableOf(), id, to_move, entered: 0, plies: 0 });
		ownTables?.onEvent('mine', { whole: true, tables: [summary('T', 0), summary('U', 1), summary('V', 0)] });
		await user.click(button(/^light sphere/));
		await user.click(screen.getByRole('gridcell', { name: /^a1\b/ }));
		expect(await screen.findByText('Play this move?')).toBeTruthy();
		expect(fake.sent).toHaveLength(0);
		expect(screen.queryByRole('link', { name: 'Next game' })).toBeNull();
		await user.click(button('Confirm'));
		await eventually(() =>
			expect(fake.last).toMatchObject({ path: 'tables/T/move', body: { move: 'S@a1' } }),
		);
		const next = await screen.findByRole('link', { name: 'Next game' });
		expect(next.getAttribute('href')).toBe('#/table/V');
	});

	it('plays a move chosen in advance when the turn comes, or says that it is impossible', async () => {
		await open(quantik({ moves: ['S@a1'], to_move: 1 }), ann);
		await screen.findByText('You can choose your next move in advance.');
		await user.click(button(/^light sphere/));
		await user.click(screen.getByRole('gridcell', { name: /^c3/ }));
		await screen.findByText('Chosen in advance: light sphere to c3');
		expect(fake.sent).toEqual([]);
		fake.move('S@b2', 'bob');
		await eventually(() => expect(fake.last.body).toEqual({ ply: 2, move: 'S@c3' }));
		fake.move('S@c3', 'ann', fake.last.request);
		await screen.findByText('You can choose your next move in advance.');
	});

	it('says that a move chosen in advance is impossible', async () => {
		const impossible = { text: 'S@e5', picks: { piece: 'S', cell: 'b4' }, motions: [] };
		vi.spyOn(rules, 'premoves').mockResolvedValue([impossible]);
		await open(quantik({ moves: ['S@a1'], to_move: 1 }), ann);
		await screen.findByText('You can choose your next move in advance.');
		await user.click(button(/^light sphere/));
		await user.click(screen.getByRole('gridcell', { name: /^b4/ }));
		await screen.findByText(/^Chosen in advance/);
		fake.move('S@b2', 'bob');
		await eventually(() => expect(toasts()).toEqual([expect.stringMatching(/is no longer possible/)]));
		expect(fake.sent).toEqual([]);
	});

	it.each([
		['with days per move', { time: { days: 3 } }, {}],
		['where moves are confirmed', {}, { confirmMoves: 'always' }],
		['if the player does not want it', {}, { premoves: false }],
	] as const)('lets nobody choose moves in advance %s', async (_, terms, chosen) => {
		const before = { ...settings };
		Object.assign(settings, chosen);
		onTestFinished(() => void Object.assign(settings, before));
		const asked = vi.spyOn(rules, 'premoves');
		await open(quantik({ moves: ['S@a1'], to_move: 1, terms: { game: 'quantik', ...terms } }), ann);
		await screen.findByRole('grid');
		expect(screen.queryByText('You can choose your next move in advance.')).toBeNull();
		expect(asked).not.toHaveBeenCalled();
	});

	it('keeps the screen on while the game is running', async () => {
		const release = vi.fn(async () => {});
		const request = vi.fn(async () => Object.assign(new EventTarget(), { release }));
		Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
		onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
		await open(quantik(), ann);
		await eventually(() => expect(request).toHaveBeenCalledOnce());
		expect(release).not.toHaveBeenCalled();
		fake.say([eventOf(4, 'ended', {})], { phase: 'over', result: '1-0', reason: 'resignation' });
		await eventually(() => expect(release).toHaveBeenCalledOnce());
	});

	it('warns when time is short', async () => {
		await open(quantik({ moves: ['S@a1', 'S@b2'], clock: clockOf([9000, 50_000], Date.now()) }), ann);
		await eventually(() => expect(said()).toBe('Less than ten seconds left.'));
	});

	it('shows whose turn it is in the title of a hidden window', async () => {
		await open(quantik(), ann);
		await screen.findByRole('heading', { level: 1, name: 'Game of Quantik' });
		vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
		document.dispatchEvent(new Event('visibilitychange'));
		await screen.findByRole('heading', { level: 1, name: 'Your turn – Quantik' });
	});
});

describe('chat', () => {
	it('has only phrases where the server allows nothing else', async () => {
		const info = {
			name: 'Plateau',
			version: '1',
			games: ['quixo'],
			now: 0,
			guest_chat: true,
			guests: true,
			clubs: true,
			notices: [],
		};
		vi.mocked(fetchServerInfo).mockResolvedValue({ ...info, chat: 'phrases', admission: 'open' });
		await open(quantik({ to_move: 1 }), ann);
		await screen.findByRole('grid');
		fake.say([eventOf(4, 'said', { channel: 'table', text: '', phrase: 'goodluck' }, { by: 'bob' })]);
		await eventually(() => expect(said()).toBe('Bob says: Good luck!'));
		const opener = screen.queryByRole('button', { name: /^Chat/ });
		if (opener) await user.click(opener);
		expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
		await user.click(screen.getByRole('button', { name: 'Thank you!' }));
		expect(fake.last).toMatchObject({ path: 'tables/T/say', body: { channel: 'table', phrase: 'thanks' } });
	});

	it('shows and sends messages', async () => {
		await open(quantik({ to_move: 1 }), ann);
		await screen.findByRole('grid');
		fake.say([eventOf(4, 'said', { channel: 'table', text: '<b>hello</b>' }, { by: 'bob' })]);
		await eventually(() => expect(said()).toBe('Bob says: <b>hello</b>'));
		const opener = screen.queryByRole('button', { name: /^Chat/ });
		if (opener) {
			expect(opener.textContent).toMatch(/1\s*unread message/);
			await user.click(opener);
		}
		expect(screen.getByText('<b>hello</b>')).toBeTruthy();
		const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' });
		await user.type(field, 'hi{Enter}');
		expect(fake.last).toMatchObject({ path: 'tables/T/say', body: { channel: 'table', text: 'hi' } });
		// What is typed before the answer stays.
		await user.type(field, ', how');
		fake.last.answer();
		await user.type(field, ' are you?');
		expect(field.value).toBe('hi, how are you?');
	});
});

describe('a finished game', () => {
	const over = { phase: 'over', to_move: null, result: '0-1', reason: 'resignation' } as const;

	it('shows the result, the reason and the rating changes', async () => {
		const ratings = [
			{ player: 'ann', before: 1500, after: 1488.2, games: 3 },
			{ player: 'bob', before: 1520.4, after: 1531, games: 9 },
		];
		await open(quantik({ moves: ['S@a1'] }), ann);
		await screen.findByRole('grid');
		fake.say([eventOf(4, 'ended', {}, { by: 'ann' })], { ...over, ratings });
		expect(await screen.findByText('You lose.')).toBeTruthy();
		expect(screen.getByText('You resigned. Well fought!')).toBeTruthy();
		expect(said()).toBe('You lose. You resigned. Well fought!');
		expect(screen.getByText('Ann: 1500 → 1488')).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Analyse' }).getAttribute('href')).toContain('end=resignation-0');
		await user.click(button('More'));
		expect(screen.getByRole('link', { name: 'Save the record' }).getAttribute('href')).toBe(
			'./api/v1/tables/T/record',
		);
	});

	it('says why a rated game changed no rating', async () => {
		await open(quantik({ moves: ['S@a1'], ...over, unrated: 'short' }), ann);
		expect(await screen.findByText(/given up before everybody had made three moves/)).toBeTruthy();
		fake.say([eventOf(5, 'said', {}, { by: 'ann' })], { ...over, unrated: 'often' });
		expect(await screen.findByText(/already played ten rated games/)).toBeTruthy();
	});

	it('has a rematch if both want one, and the page follows', async () => {
		await open(quantik({ moves: ['S@a1'], ...over, rematch_by: [1] }), ann);
		expect(await screen.findByText(/Bob would like to play again\./)).toBeTruthy();
		await user.click(button('Rematch'));
		expect(fake.last.path).toBe('tables/T/rematch');
		fake.say([eventOf(4, 'rematched', { table: 'N' })], { next: 'N', rematch_by: [1, 0] });
		await eventually(() => expect(route.path).toEqual(['table', 'N']));
	});

	it('offers no rematch in a tournament, which decides who plays next', async () => {
		const { terms } = quantik();
		await open(quantik({ moves: ['S@a1'], ...over, terms: { ...terms, tournament: true } }), ann);
		await screen.findByText('You lose.');
		expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
	});

	it('links spectators to the next one', async () => {
		await open(quantik({ moves: ['S@a1'], ...over, next: 'N' }), null);
		const link = await screen.findByRole('link', { name: 'Go to the next game' });
		expect(link.getAttribute('href')).toBe('#/table/N');
		expect(screen.getByText('Bob wins!')).toBeTruthy();
	});
});

describe('a table that cannot be shown', () => {
	it('says why', async () => {
		await open(tableOf(), null);
		fake.listener?.onEnd(
			new ProblemError({ status: 404, code: 'table.unknown', detail: 'there is no such table' }),
		);
		expect(await screen.findByText(/there is no such table/i)).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Online play' })).toBeTruthy();
	});

	it('says that there is no server', async () => {
		vi.mocked(fetchServerInfo).mockResolvedValue(null);
		go('/table/T');
		render(TablePage);
		expect(await screen.findByRole('heading', { name: 'Online play is not available here' })).toBeTruthy();
	});
});
