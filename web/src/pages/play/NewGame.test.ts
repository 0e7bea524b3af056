import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { forgetCachedGame, lastGame, saveGame } from '../../match/local/saved';
import { defaultSetup, newGame } from '../../match/local/setup';
import { eventually } from '../../match/local/testing/eventually';
import { quantik, quixo } from '../../match/local/testing/fakes';
import NewGame from './NewGame.svelte';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();

async function open(path: string) {
	go(path);
	render(NewGame);
	await screen.findByRole('button', { name: 'Start the game' });
}

const start = () => user.click(screen.getByRole('button', { name: 'Start the game' }));
const choose = (name: string | RegExp) => user.click(screen.getByRole('radio', { name }));

beforeEach(() => {
	localStorage.clear();
	forgetCachedGame();
});

describe('a new game', () => {
	it('starts against the computer with one tap', async () => {
		await open('/new/quantik');
		expect(screen.getByRole('heading', { name: 'New game of Quantik' })).toBeTruthy();
		await start();
		expect(lastGame()?.players).toEqual([{ kind: 'person' }, { kind: 'computer', level: '2' }]);
		expect(lastGame()?.match).toMatchObject({ game: 'quantik', start: '4/4/4/4 1', moves: [] });
		expect(route.path).toEqual(['play']);
	});

	it('uses the chosen level, side and clock, and saves them', async () => {
		await open('/new/quantik');
		await choose('Perfect');
		await choose('Dark');
		await choose('5 min + 5 s');
		await start();
		expect(lastGame()).toMatchObject({
			players: [{ kind: 'computer', level: 'perfect' }, { kind: 'person' }],
			clock: { control: { minutes: 5, increment: 5 }, times: [[300_000, 300_000]] },
		});
		cleanup();
		await open('/new/quantik');
		expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true);
	});

	it('asks who begins only if several may, and says perfect only for solved games', async () => {
		await open('/new/quantik');
		expect(screen.queryByRole('group', { name: 'Who begins?' })).toBeNull();
		cleanup();
		await open('/new/quixo');
		expect(screen.queryByRole('radio', { name: 'Perfect' })).toBeNull();
		await choose('Strongest');
		expect(screen.getByText(/not proved to be perfect/)).toBeTruthy();
		const openers = within(screen.getByRole('group', { name: 'Who begins?' }));
		await user.click(openers.getByRole('radio', { name: 'Circles' }));
		await start();
		expect(lastGame()?.match.start).toBe('5/5/5/5/5 O');
	});

	it('restores the last custom seats, with names', async () => {
		const seats = ['person', 'person', 'person', '4'].map((who) => ({ who, name: '' }));
		localStorage.setItem('plateau.setup.quixo4p', JSON.stringify({ mode: 'mix', seats }));
		await open('/new/quixo4p');
		await user.type(screen.getByRole('textbox', { name: 'Name of X1' }), ' Ann ');
		await user.click(screen.getByRole('checkbox', { name: 'Partners may advise each other' }));
		await start();
		expect(lastGame()).toMatchObject({
			match: { players: ['Ann', '', '', ''] },
			players: [{ kind: 'person' }, { kind: 'person' }, { kind: 'person' }, { kind: 'computer', level: '4' }],
			advice: true,
		});
	});

	it('starts at once if the link says so', async () => {
		go('/new/quixo', { now: 'computer' });
		render(NewGame);
		await eventually(() => expect(lastGame()?.match.game).toBe('quixo'));
		expect(route.path).toEqual(['play']);
	});

	it('replaces a game under way only after confirmation', async () => {
		const old = newGame(quantik, defaultSetup(quantik), { random: () => 0, today: () => new Date(0) });
		saveGame({ ...old, match: { ...old.match, moves: ['S@a1', 'S@b2'] } });
		await open('/new/quixo');
		await start();
		const question = await screen.findByRole('dialog');
		expect(question.textContent).toContain('unfinished game of Quantik');
		expect(lastGame()?.match.game).toBe('quantik');
		await user.click(within(question).getByRole('button', { name: 'Start the new one' }));
		expect(lastGame()?.match.game).toBe('quixo');
	});

	it('follows the form after a game that would start at once was not wanted', async () => {
		const old = newGame(quixo, defaultSetup(quixo), { random: () => 0, today: () => new Date(0) });
		saveGame({ ...old, match: { ...old.match, moves: ['S@a1', 'S@b2'] } });
		go('/new/quantik', { now: 'computer' });
		render(NewGame);
		await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
		await choose('Perfect');
		await choose('Dark');
		await start();
		await user.click(await screen.findByRole('button', { name: 'Start the new one' }));
		expect(lastGame()?.match.game).toBe('quantik');
		expect(lastGame()?.players).toEqual([{ kind: 'computer', level: 'perfect' }, { kind: 'person' }]);
	});

	it('reports an unknown game', async () => {
		go('/new/chess');
		render(NewGame);
		expect(await screen.findByRole('heading', { name: 'There is no game of that name here.' })).toBeTruthy();
	});
});
