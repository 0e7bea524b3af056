import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rules, thinker } from '../../engine';
import { RefusalError } from '../../engine/client';
import type { GameInfo } from '../../engine/protocol';
import { messages } from '../../kernel/announce.svelte';
import { go, route } from '../../kernel/router.svelte';
import { settings } from '../../kernel/settings.svelte';
import { nextTask } from '../../kernel/tasks';
import { matchFromQuery } from '../../match/links';
import { type ListedGame, localGames } from '../../match/local/games.svelte';
import type { Player, SavedGame } from '../../match/local/saved';
import { defaultSetup, newGame } from '../../match/local/setup';
import { eventually } from '../../match/local/testing/eventually';
import { quantik, quixo, quixo4p, refusal } from '../../match/local/testing/fakes';
import { deleteGames } from '../../match/local/testing/games';
import { later } from '../../match/local/testing/later';
import Play from './Play.svelte';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));
// The computer moves at once, without animation.
vi.mock('../../kernel/pause', () => ({ pause: async () => {} }));
const still = { matches: true } as MediaQueryList;

const user = userEvent.setup();
const person: Player = { kind: 'person' };

function gameOf(info: GameInfo, change: Partial<SavedGame> = {}, moves: string[] = []): SavedGame {
	const game = newGame(info, defaultSetup(info), { random: () => 0, today: () => new Date(2026, 10, 15) });
	return { ...game, ...change, match: { ...game.match, moves } };
}

/** The page of the game in progress, once its board is there. */
async function open(game: SavedGame) {
	go(`/play/${await localGames.start(game)}`);
	render(Play);
	await screen.findByRole('grid');
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The last game. */
const lastGame = () => localGames.all[0]?.game;
const moves = () => lastGame()?.match.moves;
const said = () => messages.spoken.trim();

async function more(name: string) {
	await user.click(button('More'));
	await user.click(button(name));
}

/** Makes a move as people do: a piece, then a cell. */
async function place(cell: string) {
	await user.click(button(/^light sphere/));
	await user.click(screen.getByRole('gridcell', { name: new RegExp(`^${cell}\\b`) }));
}

beforeEach(async () => {
	vi.restoreAllMocks();
	vi.spyOn(window, 'matchMedia').mockReturnValue(still);
	localStorage.clear();
	await deleteGames();
	messages.toasts = [];
	messages.spoken = '';
	Object.assign(settings, { shortcuts: true, confirmMoves: 'days' });
});

describe('the game in progress', () => {
	it('is played against the computer, and every move is announced', async () => {
		await open(gameOf(quantik));
		await place('a1');
		await eventually(() => expect(moves()).toEqual(['S@a1', 'S@b2']));
		await eventually(() => expect(said()).toBe('Computer: light sphere to b2.'));
		await screen.findByRole('button', { name: 'Move 2, S@b2, Computer: light sphere to b2' });
	});

	it('continues after a reload', async () => {
		await open(gameOf(quantik, { players: [person, person] }));
		await place('a1');
		await eventually(() => expect(moves()).toEqual(['S@a1']));
		cleanup();
		render(Play);
		await screen.findByRole('button', { name: 'Move 1, S@a1, Light: light sphere to a1' });
	});

	it('shows who won and why, and offers a rematch with sides changed', async () => {
		await open(gameOf(quantik, { players: [person, { kind: 'computer', level: '5' }] }));
		await place('d4');
		expect(await screen.findByText('You win!')).toBeTruthy();
		expect(said()).toContain('You win!');
		expect(lastGame()?.over).toBe(true);
		await user.click(button('Rematch'));
		await eventually(() => expect(lastGame()?.players[1]).toEqual(person));
		expect(lastGame()?.players[0]).toEqual({ kind: 'computer', level: '5' });
		expect(lastGame()?.over).toBe(false);
	});

	it('leaves people where they went while a rematch was stored', async () => {
		await open(gameOf(quantik, { players: [person, person] }));
		await place('d4');
		await screen.findByRole('button', { name: 'Rematch' });
		const store = later(localGames, 'start');
		await user.click(button('Rematch'));
		go('/learn');
		store();
		await eventually(() => expect(localGames.all).toHaveLength(2));
		await nextTask();
		expect(route.path).toEqual(['learn']);
	});

	it('is kind after a loss: an easier level, and a review', async () => {
		vi.spyOn(thinker, 'choose').mockResolvedValue('S@d4');
		await open(gameOf(quantik, { players: [person, { kind: 'computer', level: '3' }] }));
		await place('a1');
		expect(await screen.findByText('You lose.')).toBeTruthy();
		expect(screen.getByText(/Well fought!/)).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Analyse' })).toBeTruthy();
		await user.click(button('Easier'));
		await eventually(() => expect(lastGame()?.players).toEqual([{ kind: 'computer', level: '2' }, person]));
	});

	it('ends when the last piece has landed, not before', async () => {
		let land = () => {};
		const finished = new Promise<void>((resolve) => {
			land = resolve;
		});
		const falling = { finished, effect: { getComputedTiming: () => ({ endTime: 300 }) } };
		Element.prototype.getAnimations = () => [falling as unknown as Animation];
		onTestFinished(() => {
			Reflect.deleteProperty(Element.prototype, 'getAnimations');
		});
		await open(gameOf(quantik, { players: [person, { kind: 'computer', level: '5' }] }));
		await place('d4');
		await screen.findByRole('button', { name: /^Move 1, S@d4/ });
		await eventually(() => expect(said()).toBe('You: light sphere to d4.'));
		expect(screen.queryByText('You win!')).toBeNull();
		expect(screen.queryByText('winner')).toBeNull();
		land();
		expect(await screen.findByText('You win!')).toBeTruthy();
		expect(said()).toMatch(/^You: light sphere to d4\. You win! /);
	});

	it('moves the focus to its heading when it starts', async () => {
		await open(gameOf(quantik, { players: [person, { kind: 'computer', level: '5' }] }));
		await place('d4');
		await user.click(await screen.findByRole('button', { name: 'Rematch' }));
		await eventually(() => expect(lastGame()?.over).toBe(false));
		await eventually(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
	});

	it('has keys anywhere on the page', async () => {
		await open(gameOf(quantik, { players: [person, person] }, ['S@a1', 'S@b2']));
		const corner = () => screen.getAllByRole('gridcell')[0]?.getAttribute('aria-label');
		expect(corner()).toMatch(/^a4/);
		await user.keyboard('f');
		await eventually(() => expect(corner()).toMatch(/^d1/));
		await user.keyboard('{ArrowLeft}');
		expect(await screen.findByText('You are viewing move 1 of 2.')).toBeTruthy();
		await user.keyboard('{ArrowRight}h');
		expect(await screen.findByText('Try this: light sphere to b2.')).toBeTruthy();
		await user.keyboard('z');
		await eventually(() => expect(screen.queryByRole('region', { name: 'Moves' })).toBeNull());
		expect(screen.getByRole('list', { name: 'Players' })).toBeTruthy();
		await user.click(button('Show everything'));
		expect(await screen.findByRole('region', { name: 'Moves' })).toBeTruthy();
		await user.keyboard('?');
		const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
		await user.click(within(keys).getByRole('checkbox', { name: 'Single-key shortcuts' }));
		await user.click(within(keys).getByRole('button', { name: 'Close' }));
		await user.keyboard('f');
		expect(corner()).toMatch(/^d1/);
	});

	it('asks before a move is played, if people want that', async () => {
		settings.confirmMoves = 'always';
		await open(gameOf(quantik, { players: [person, person] }));
		await place('a1');
		expect(await screen.findByText('Play this move?')).toBeTruthy();
		await user.click(button('Cancel'));
		expect(await screen.findByText('Choose a piece and a cell.')).toBeTruthy();
		expect(moves()).toEqual([]);
		expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
		await place('b2');
		await user.click(await screen.findByRole('button', { name: 'Confirm' }));
		await eventually(() => expect(moves()).toEqual(['S@b2']));
		await eventually(() => expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull());
		expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
	});

	it('can be stepped through by buttons and keys without changing it', async () => {
		await open(gameOf(quantik, { players: [person, person] }, ['S@a1', 'S@b2', 'S@c3']));
		await user.click(await screen.findByRole('button', { name: /^Move 2, / }));
		expect(await screen.findByText('You are viewing move 2 of 3.')).toBeTruthy();
		await user.keyboard('{ArrowLeft}{ArrowLeft}');
		expect(await screen.findByText('You are viewing the start of the game.')).toBeTruthy();
		expect(screen.queryByRole('button', { name: 'Type a move' })).toBeNull();
		await user.click(button('Back to the game'));
		expect(await screen.findByRole('button', { name: 'Type a move' })).toBeTruthy();
		expect(moves()).toHaveLength(3);
	});

	it('takes back, and gives hints in words', async () => {
		await open(gameOf(quantik, { players: [person, person] }, ['S@a1']));
		await user.click(await screen.findByRole('button', { name: 'Hint' }));
		expect(await screen.findByText('Try this: light sphere to b2.')).toBeTruthy();
		await user.click(button('Take back'));
		await eventually(() => expect(moves()).toEqual([]));
		expect(screen.queryByText(/Try this/)).toBeNull();
		expect(button('Take back').getAttribute('aria-disabled')).toBe('true');
	});

	it('says that moves were taken back only if they were', async () => {
		await open(gameOf(quantik, { players: [person, person] }, ['S@a1']));
		messages.spoken = '';
		vi.spyOn(rules, 'match').mockRejectedValueOnce(new Error('the engine has stopped'));
		await user.click(button('Take back'));
		await screen.findByRole('button', { name: 'Try again' });
		expect([said(), moves()]).toEqual(['', ['S@a1']]);
		await user.click(button('Take back'));
		await eventually(() => expect(said()).toBe('Move taken back.'));
	});

	it('is resigned only after confirmation', async () => {
		await open(gameOf(quantik));
		await more('Resign');
		const question = await screen.findByRole('dialog', { name: 'Resign?' });
		await user.click(within(question).getByRole('button', { name: 'Resign' }));
		expect(await screen.findByText('You resigned. Well fought!')).toBeTruthy();
		expect(screen.getByText('You lose.')).toBeTruthy();
	});

	it('has no draw offers in a game without draws', async () => {
		await open(gameOf(quantik));
		await user.click(button('More'));
		expect(screen.queryByRole('button', { name: 'Offer a draw' })).toBeNull();
	});

	it('asks people about a draw, and the computer answers', async () => {
		await open(gameOf(quixo, { players: [person, person] }));
		await more('Offer a draw');
		const question = await screen.findByRole('dialog', { name: 'Draw?' });
		expect(question.textContent).toContain('Crosses offer a draw. Circles: do you accept?');
		await user.click(within(question).getByRole('button', { name: 'Accept' }));
		expect(await screen.findByText('The game is a draw.')).toBeTruthy();
	});

	it('shows that the computer declined', async () => {
		vi.spyOn(thinker, 'acceptsDraw').mockResolvedValue(false);
		await open(gameOf(quixo));
		await more('Offer a draw');
		await eventually(() =>
			expect(messages.toasts.map((toast) => toast.text)).toEqual(['The draw was declined.']),
		);
		expect(lastGame()?.over).toBe(false);
	});

	it('shows that the computer failed, and retries', async () => {
		vi.spyOn(thinker, 'choose').mockRejectedValueOnce(new Error('out of memory'));
		await open(gameOf(quantik));
		await place('a1');
		await user.click(await screen.findByRole('button', { name: 'Try again' }));
		await eventually(() => expect(moves()).toEqual(['S@a1', 'S@b2']));
	});

	it('names teams in a game for four', async () => {
		await open(gameOf(quixo4p, {}, ['S@a1']));
		const players = within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem');
		expect(players.map((player) => player.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
			expect.stringMatching(/^You/),
			expect.stringMatching(/^O1/),
			expect.stringMatching(/^X2/),
			expect.stringMatching(/^O2/),
		]);
	});

	it('is shared as a link that contains it', async () => {
		const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
		await open(gameOf(quantik, { players: [person, person] }, ['S@a1', 'S@b2']));
		await more('Share a link');
		await user.click(button('Copy'));
		const link = new URL(copy.mock.calls[0]?.[0] ?? '');
		expect(matchFromQuery(new URLSearchParams(link.hash.split('?')[1]))?.moves).toEqual(['S@a1', 'S@b2']);
	});
});

it('without an id the last game is continued', async () => {
	await localGames.start(gameOf(quixo, { players: [person, person] }, ['S@a1']));
	go('/play');
	render(Play);
	expect(await screen.findByRole('heading', { level: 1, name: 'Game of Quixo' })).toBeTruthy();
});

describe('a game that another tab changes', () => {
	const people = { players: [person, person] };

	it('is shown as it is there, and closing this page does not roll it back', async () => {
		await open(gameOf(quantik, people, ['S@a1']));
		const [{ id }] = localGames.all as [ListedGame];
		const elsewhere = await localGames.open(id, () => {});
		elsewhere?.save(gameOf(quantik, people, ['S@a1', 'S@b2']));
		await eventually(() => expect(moves()).toHaveLength(2));
		await localGames.catchUp();
		await screen.findByRole('button', { name: /^Move 2, / });
		cleanup();
		await localGames.catchUp();
		expect(moves()).toEqual(['S@a1', 'S@b2']);
	});

	it('is gone if it was deleted there', async () => {
		await open(gameOf(quantik, people));
		const [{ id }] = localGames.all as [ListedGame];
		await localGames.delete(id);
		await localGames.catchUp();
		expect(await screen.findByRole('heading', { name: 'No game in progress' })).toBeTruthy();
	});
});

describe('a shared game', () => {
	async function visit(query: Record<string, string>) {
		go('/play', query);
		render(Play);
	}

	it('is shown, and continued from the position on the board', async () => {
		await visit({ game: 'quantik', moves: 'S@a1_S@b2_S@c3' });
		await user.click(await screen.findByRole('button', { name: /^Move 2, / }));
		await user.click(button('Pass and play'));
		await eventually(() => expect(moves()).toEqual(['S@a1', 'S@b2']));
		expect(route.query.toString()).toBe('');
		expect(lastGame()?.players).toEqual([person, person]);
	});

	it('is shown as a film until somebody does something', async () => {
		await visit({ game: 'quantik', moves: 'S@a1_S@b2_S@c3' });
		const film = await screen.findByRole('button', { name: 'Play through the moves', pressed: false });
		const current = () => document.querySelector('[aria-current=step]')?.getAttribute('aria-label');
		await user.click(film);
		expect(film.getAttribute('aria-pressed')).toBe('true');
		await eventually(() => expect(current()).toBeUndefined());
		await user.click(button(/^Move 2, /));
		expect(film.getAttribute('aria-pressed')).toBe('false');
		await eventually(() => expect(current()).toMatch(/^Move 2, /));
		(document.activeElement as HTMLElement).blur();
		await user.keyboard(' ');
		expect(film.getAttribute('aria-pressed')).toBe('false');
		await eventually(() => expect(current()).toMatch(/^Move 3, /));
	});

	it('continues against the computer, with the person to move', async () => {
		await visit({ game: 'quantik', moves: 'S@a1' });
		await user.click(await screen.findByRole('button', { name: 'Against the computer' }));
		await eventually(() => expect(lastGame()?.players).toEqual([{ kind: 'computer', level: '2' }, person]));
	});

	it('leaves people where they went while it was stored', async () => {
		await visit({ game: 'quantik', moves: 'S@a1' });
		const store = later(localGames, 'start');
		await user.click(await screen.findByRole('button', { name: 'Pass and play' }));
		go('/play', { game: 'quantik', moves: 'S@b2' });
		store();
		await eventually(() => expect(localGames.all).toHaveLength(1));
		await nextTask();
		expect(matchFromQuery(route.query)?.moves).toEqual(['S@b2']);
	});

	it('that is damaged shows an error with links', async () => {
		await visit({ game: 'quantik', moves: 'S@a1_rubbish_S@b2' });
		const alert = await screen.findByRole('alert');
		expect(alert.textContent).toContain('Move 2, “rubbish”, is not legal');
		expect(alert.textContent).toContain('This move cannot be read');
		await user.click(button('Show the game up to that point'));
		expect(await screen.findByRole('grid')).toBeTruthy();
		expect(matchFromQuery(route.query)?.moves).toEqual(['S@a1']);
	});

	it('may be left before the rules have read it', async () => {
		const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
		const read = rules.match;
		let answer = () => {};
		const waiting = new Promise<void>((resolve) => {
			answer = resolve;
		});
		const match = vi.spyOn(rules, 'match').mockImplementation(async (text) => {
			await waiting;
			return read.call(rules, text);
		});
		await visit({ game: 'quantik', moves: 'S@a1' });
		await eventually(() => expect(match).toHaveBeenCalled());
		cleanup();
		go('/learn');
		answer();
		await Promise.all(match.mock.results.map(({ value }) => value));
		await tick();
		expect(warn).not.toHaveBeenCalled();
	});

	it('of an unknown game, or missing, shows an error, too', async () => {
		await visit({ game: 'chess' });
		expect((await screen.findByRole('alert')).textContent).toContain('There is no such game');
		cleanup();
		await visit({ moves: 'S@a1' });
		expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This link does not work');
	});
});

describe('records', () => {
	const file = (text: string) => new File([text], 'games.plateau', { type: 'text/plain' });

	async function load(text: string) {
		go('/play');
		render(Play);
		await screen.findByRole('heading', { name: 'No game in progress' });
		await user.upload(
			screen.getByLabelText<HTMLInputElement>('Open a record', { selector: 'input' }),
			file(text),
		);
	}

	const match = { game: 'quantik', start: '', moves: ['S@a1'], players: ['Ann', ''], closing: null };

	it('with one game are opened', async () => {
		vi.spyOn(rules, 'readRecords').mockResolvedValue([{ match, tags: [] }]);
		await load('one');
		await eventually(() =>
			expect(matchFromQuery(route.query)).toMatchObject({ moves: ['S@a1'], players: ['Ann', ''] }),
		);
	});

	it('are not opened if another one was chosen, or another page, before they were read', async () => {
		const read = vi.spyOn(rules, 'readRecords').mockResolvedValue([{ match, tags: [] }]);
		const [first, second] = [later(rules, 'readRecords'), later(rules, 'readRecords')];
		await load('first');
		await eventually(() => expect(read).toHaveBeenCalledTimes(1));
		await user.upload(
			screen.getByLabelText<HTMLInputElement>('Open a record', { selector: 'input' }),
			file('second'),
		);
		await eventually(() => expect(read).toHaveBeenCalledTimes(2));
		first();
		await nextTask();
		expect(matchFromQuery(route.query)).toBeNull();
		go('/learn');
		second();
		await nextTask();
		expect(route.path).toEqual(['learn']);
	});

	it('with several ask which', async () => {
		const other = { ...match, moves: ['S@b2'], players: ['', 'Bob'] };
		vi.spyOn(rules, 'readRecords').mockResolvedValue([
			{ match, tags: [] },
			{ match: other, tags: [] },
		]);
		await load('two');
		const list = await screen.findByRole('dialog', { name: 'Which game?' });
		await user.click(within(list).getByRole('button', { name: /Bob/ }));
		await eventually(() => expect(matchFromQuery(route.query)?.moves).toEqual(['S@b2']));
	});

	it('that are damaged say what is wrong', async () => {
		vi.spyOn(rules, 'readRecords').mockRejectedValue(new RefusalError(refusal('line 3: expected a move')));
		await load('damaged');
		await eventually(() => expect(messages.toasts[0]?.text).toBe('Line 3: expected a move'));
	});
});
