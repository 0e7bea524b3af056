import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { localGames } from '../../match/local/games.svelte';
import { eventually } from '../../match/local/testing/eventually';
import { deleteGames } from '../../match/local/testing/games';
import { later } from '../../match/local/testing/later';
import NewGame from './NewGame.svelte';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();

async function open(path: string) {
	go(path);
	render(NewGame);
	await screen.findByRole('button', { name: 'Start the game' });
}

const start = () => user.click(screen.getByRole('button', { name: 'Start the game' }));
const started = () => eventually(() => expect(route.path[0]).toBe('play'));
const choose = (name: string | RegExp) => user.click(screen.getByRole('radio', { name }));

const openerOptions = () => within(screen.getByRole('group', { name: 'Who moves first?' }));
const sideOptions = () => within(screen.getByRole('group', { name: 'Which side do you want to play?' }));

/** The last game. */
const lastGame = () => localGames.all[0]?.game;

beforeEach(async () => {
	localStorage.clear();
	await deleteGames();
});

describe('a new game', () => {
	it('starts against the computer with one tap', async () => {
		await open('/new/quantik');
		expect(screen.getByRole('heading', { name: 'New game of Quantik' })).toBeTruthy();
		await start();
		await started();
		// Lots are drawn for who begins.
		expect(lastGame()?.players).toContainEqual({ kind: 'person' });
		expect(lastGame()?.players).toContainEqual({ kind: 'computer', level: '2' });
		expect(lastGame()?.match).toMatchObject({ game: 'quantik', start: '4/4/4/4 1', moves: [] });
		expect(route.path).toEqual(['play', localGames.all[0]?.id]);
	});

	it('uses the chosen level, side and clock, and saves them', async () => {
		await open('/new/quantik');
		await choose('Perfect');
		await user.click(sideOptions().getByRole('radio', { name: 'Dark' }));
		await user.click(openerOptions().getByRole('radio', { name: 'Light' }));
		await choose('5 min + 5 s');
		await start();
		await started();
		expect(lastGame()).toMatchObject({
			players: [{ kind: 'computer', level: 'perfect' }, { kind: 'person' }],
			clock: { control: { minutes: 5, increment: 5 }, times: [[300_000, 300_000]] },
		});
		cleanup();
		await open('/new/quantik');
		expect(sideOptions().getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true);
	});

	it('asks who begins only if several may, and says perfect only for solved games', async () => {
		await open('/new/quantik');
		expect(openerOptions().getByRole<HTMLInputElement>('radio', { name: 'Random' }).checked).toBe(true);
		expect(sideOptions().getByRole('radio', { name: 'Light' })).toBeTruthy();
		cleanup();
		await open('/new/quixo');
		expect(screen.queryByRole('radio', { name: 'Perfect' })).toBeNull();
		await choose('Strongest');
		expect(screen.getByText(/not proved to be perfect/)).toBeTruthy();
		await user.click(openerOptions().getByRole('radio', { name: 'Circles' }));
		await start();
		await started();
		expect(lastGame()?.match.start).toBe('5/5/5/5/5 O');
	});

	it('restores the last custom seats, with names', async () => {
		const seats = ['person', 'person', 'person', '4'].map((who) => ({ who, name: '' }));
		localStorage.setItem('plateau.setup.quixo4p', JSON.stringify({ mode: 'mix', seats }));
		await open('/new/quixo4p');
		await user.type(screen.getByRole('textbox', { name: 'Name: X1' }), ' Ann ');
		await user.click(screen.getByRole('checkbox', { name: 'Partners may advise each other' }));
		await start();
		await started();
		expect(lastGame()).toMatchObject({
			match: { players: ['Ann', '', '', ''] },
			players: [{ kind: 'person' }, { kind: 'person' }, { kind: 'person' }, { kind: 'computer', level: '4' }],
			advice: true,
		});
	});

	it('lets players announce lines where there is a game for that', async () => {
		await open('/new/quantik');
		expect(screen.queryByRole('checkbox', { name: /^Players announce lines/ })).toBeNull();
		cleanup();
		await open('/new/quixo');
		await user.click(screen.getByRole('checkbox', { name: /^Players announce lines/ }));
		await start();
		await started();
		expect(lastGame()?.match.game).toBe('quixo-announced');
	});

	it('is set up in the usual form if lines were announced in the last one', async () => {
		await open('/new/quixo-announced');
		expect(screen.getByRole('heading', { name: 'New game of Quixo' })).toBeTruthy();
		const option = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Players announce lines/ });
		expect(option.checked).toBe(true);
		await user.click(option);
		await start();
		await started();
		expect(lastGame()?.match.game).toBe('quixo');
	});

	it('starts at once if the link says so', async () => {
		go('/new/quixo', { now: 'computer' });
		render(NewGame);
		await started();
		expect(lastGame()?.match.game).toBe('quixo');
		expect(route.path).toEqual(['play', localGames.all[0]?.id]);
	});

	it('does not start when somebody has gone on before the rules were there', async () => {
		const starting = vi.spyOn(localGames, 'start');
		go('/new/quixo', { now: 'computer' });
		render(NewGame).unmount();
		await new Promise((resolve) => setTimeout(resolve));
		expect(starting).not.toHaveBeenCalled();
		starting.mockRestore();
	});

	it('leads nowhere when somebody has gone on while it was stored', async () => {
		await open('/new/quantik');
		const store = later(localGames, 'start');
		await start();
		go('/learn');
		store();
		await eventually(() => expect(localGames.all).toHaveLength(1));
		await nextTask();
		expect(route.path).toEqual(['learn']);
	});

	it('follows the form if the game that should start at once does not', async () => {
		vi.spyOn(localGames, 'start').mockReturnValueOnce(new Promise(() => {}));
		go('/new/quantik', { now: 'computer' });
		render(NewGame);
		await screen.findByRole('button', { name: 'Start the game' });
		await choose('Perfect');
		await user.click(sideOptions().getByRole('radio', { name: 'Dark' }));
		await user.click(openerOptions().getByRole('radio', { name: 'Light' }));
		await start();
		await started();
		expect(lastGame()?.match.game).toBe('quantik');
		expect(lastGame()?.players).toEqual([{ kind: 'computer', level: 'perfect' }, { kind: 'person' }]);
	});

	it('leaves other games alone', async () => {
		await open('/new/quixo');
		await start();
		await eventually(() => expect(localGames.all).toHaveLength(1));
		cleanup();
		await open('/new/quantik');
		await start();
		await eventually(() => expect(localGames.all).toHaveLength(2));
		expect(localGames.all.map(({ game }) => game.match.game).sort()).toEqual(['quantik', 'quixo']);
	});

	it('reports an unknown game', async () => {
		go('/new/chess');
		render(NewGame);
		expect(await screen.findByRole('heading', { name: 'There is no game by that name.' })).toBeTruthy();
	});
});
