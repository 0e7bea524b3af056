import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rules, thinker } from '../../engine';
import { messages } from '../../kernel/announce.svelte';
import { go } from '../../kernel/router.svelte';
import { load } from '../../kernel/storage';
import { nextTask } from '../../kernel/tasks';
import { later } from '../../match/local/testing/later';

vi.mock('../../engine', async () => {
	const { thinkerWith, rules } = await import('../puzzles/testing/fakes');
	const alike = async () => [
		['S@a1', 'S@b1'],
		['N@c3', 'N@c4', 'N@d4'],
	];
	return { rules: { ...rules, alike }, thinker: thinkerWith('win') };
});
vi.mock('../../kernel/pause', () => ({ pause: async () => {} }));
vi.mock('./maps', async (original) => {
	const map = {
		layers: [
			{ pieces: 0, won: 0, drawn: 0, lost: 1 },
			{ pieces: 1, won: 64, drawn: 0, lost: 0 },
		],
		films: [{ pieces: 4, value: 'win 3', position: '4/4/4/4 1', line: ['S@a1', 'C@b2', 'N@c3'] }],
		onlyWins: [
			{ position: '4/4/4/4 1', move: 'S@a1', turns: 3 },
			{ position: '4/4/4/4 2', move: 'S@a1', turns: 5 },
		],
	};
	return {
		...(await original<object>()),
		loadMap: async (game: string) => (game === 'quantik' ? map : null),
	};
});

const { default: Explore } = await import('./Explore.svelte');
const { default: GameMap } = await import('./GameMap.svelte');
const { default: Openings } = await import('./Openings.svelte');
const { default: Trainer } = await import('./Trainer.svelte');

/** Types a move, which needs no layout. */
async function move(text: string) {
	if (screen.queryByRole('textbox') === null) {
		await userEvent.click(await screen.findByRole('button', { name: /type/i }));
	}
	await userEvent.type(screen.getByRole('textbox'), `${text}{Enter}`);
}

/** What the trainer has kept, by position: the box. */
function boxes(): Record<string, number> {
	const saved = load('trainer', (x) => x as Record<string, Record<string, { box: number }>>, {});
	return Object.fromEntries(
		Object.entries(saved.quantik ?? {}).map(([position, { box }]) => [position, box]),
	);
}

beforeEach(() => {
	localStorage.clear();
	// As if another tab had erased it.
	dispatchEvent(new StorageEvent('storage', { key: 'plateau.trainer' }));
});

it('lists the solved games, and no others', async () => {
	render(Explore);
	const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
	expect(names).toEqual(['Quantik', 'Pivot', 'Quixo']);
	expect(screen.getByRole('link', { name: 'Openings: Quantik' }).getAttribute('href')).toBe(
		'#/openings/quantik',
	);
});

describe('the map of a game', () => {
	it('has charts with their figures, and films', async () => {
		go('/explore/quantik');
		render(GameMap);
		expect(await screen.findByRole('heading', { level: 1, name: 'Map of Quantik' })).toBeTruthy();
		expect(screen.getAllByRole('img', { name: /^Chart:/ })).toHaveLength(2);
		const film = await screen.findByRole('link', {
			name: /^Light wins in 3 turns with best play.*Watch the animation$/,
		});
		const query = new URLSearchParams(film.getAttribute('href')?.split('?')[1]);
		expect([query.get('start'), query.get('moves'), query.has('film')]).toEqual([
			'4/4/4/4 1',
			'S@a1_C@b2_N@c3',
			true,
		]);
	});

	it('says so if there is none', async () => {
		go('/explore/quixo4p');
		render(GameMap);
		expect(await screen.findByText('There is no map of this game')).toBeTruthy();
	});
});

it('walks through the openings', async () => {
	go('/openings/quantik');
	render(Openings);
	const row = await screen.findByRole('row', { name: /^S@a1/ });
	await waitFor(() => expect(within(row).getByText('2')).toBeTruthy());
	expect(screen.getByText(/5 moves, 2 not counting symmetrical ones/)).toBeTruthy();
	await userEvent.click(within(row).getByRole('button', { name: 'S@a1' }));
	const path = screen.getByRole('navigation', { name: 'Moves so far' });
	expect((await within(path).findByRole('link', { name: 'S@a1' })).getAttribute('aria-current')).toBe('step');
	await userEvent.click(within(path).getByRole('link', { name: 'Start' }));
	await waitFor(() => expect(within(path).queryByRole('link', { name: 'S@a1' })).toBeNull());
});

describe('the trainer', () => {
	it('goes on after the only winning move', async () => {
		go('/trainer/quantik');
		render(Trainer);
		expect(await screen.findByText('Light to move: only one move wins. Find it.')).toBeTruthy();
		await move('S@a1');
		expect(await screen.findByText('Solved!')).toBeTruthy();
		expect(boxes()).toEqual({ '4/4/4/4 1': 5 });
		await userEvent.click(screen.getByRole('button', { name: 'Next position' }));
		await move('S@a1');
		await userEvent.click(await screen.findByRole('button', { name: 'Next position' }));
		expect(await screen.findByText('You know all 2 positions. There is nothing left to ask.')).toBeTruthy();
	});

	it('asks again what was missed, even if it is found then', async () => {
		go('/trainer/quantik');
		render(Trainer);
		await screen.findByText(/only one move wins/);
		await move('S@b1');
		await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
		expect(boxes()).toEqual({ '4/4/4/4 1': 0 });
		await move('S@a1');
		expect(await screen.findByText('This position will come back.')).toBeTruthy();
		expect(boxes()).toEqual({ '4/4/4/4 1': 0 });
	});

	it('counts a wrong move that was taken back while the engine looked at it', async () => {
		const answer = later(thinker, 'analyse');
		go('/trainer/quantik');
		render(Trainer);
		await screen.findByText(/only one move wins/);
		await move('S@b1');
		await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
		answer();
		await move('S@a1');
		expect(await screen.findByText('This position will come back.')).toBeTruthy();
		expect(boxes()).toEqual({ '4/4/4/4 1': 0 });
	});

	it('leaves the focus where somebody has put it while the engine thinks', async () => {
		const answer = later(thinker, 'analyse');
		go('/trainer/quantik');
		render(Trainer);
		await screen.findByText(/only one move wins/);
		await move('S@b1');
		const solution = await screen.findByRole('button', { name: 'Solution' });
		solution.focus();
		answer();
		expect(await screen.findByText(/^That loses/)).toBeTruthy();
		await nextTask();
		expect(document.activeElement).toBe(solution);
	});

	it('does not read out the solution on the next page', async () => {
		go('/trainer/quantik');
		const { unmount } = render(Trainer);
		const solution = await screen.findByRole('button', { name: 'Solution' });
		const answer = later(rules, 'match');
		await userEvent.click(solution);
		unmount();
		messages.spoken = '';
		answer();
		await nextTask();
		expect(messages.spoken).toBe('');
	});

	it('counts a shown move as missed', async () => {
		go('/trainer/quantik');
		render(Trainer);
		await userEvent.click(await screen.findByRole('button', { name: 'Solution' }));
		expect(await screen.findByText(/This position will come back\./)).toBeTruthy();
		expect(boxes()).toEqual({ '4/4/4/4 1': 0 });
	});
});
