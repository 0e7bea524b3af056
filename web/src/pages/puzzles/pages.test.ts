import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rules, thinker } from '../../engine';
import { messages } from '../../kernel/announce.svelte';
import { go } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { later } from '../../match/local/testing/later';

vi.mock('../../engine', async () => {
	const { thinkerWith, rules } = await import('./testing/fakes');
	return { rules, thinker: thinkerWith('win') };
});

vi.mock('../../kernel/pause', () => ({ pause: async () => {} }));

const { default: Puzzle } = await import('./Puzzle.svelte');
const { default: Puzzles } = await import('./Puzzles.svelte');

/** Types a move, which needs no layout. */
async function move(text: string) {
	if (screen.queryByRole('textbox') === null) {
		await userEvent.click(await screen.findByRole('button', { name: /type/i }));
	}
	await userEvent.type(screen.getByRole('textbox'), `${text}{Enter}`);
}

beforeEach(() => localStorage.clear());

describe('the puzzle page', () => {
	it('can be solved, and links to the next', async () => {
		go('/puzzle/quantik/aaaaaa');
		render(Puzzle);
		expect(await screen.findByRole('heading', { level: 1, name: /puzzle 2/ })).toBeTruthy();
		expect(screen.getByText('Light to move: win in 3 turns, counting both sides.')).toBeTruthy();
		await move('S@a1');
		expect(await screen.findByText('Correct! Now find move 2 of 2.')).toBeTruthy();
		await move('N@c3');
		expect(await screen.findByText('Solved!')).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Next puzzle' }).getAttribute('href')).toBe(
			'#/puzzle/quantik/cccccc',
		);
	});

	it('shows what is wrong with a move and takes it back', async () => {
		go('/puzzle/quantik/aaaaaa');
		render(Puzzle);
		await screen.findByText(/win in 3 turns/);
		await move('S@b1');
		expect(await screen.findByText('That loses: dark can win with Y@d2.')).toBeTruthy();
		await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
		expect(screen.getByText('Light to move: win in 3 turns, counting both sides.')).toBeTruthy();
	});

	it('leaves the focus where somebody has put it while the engine thinks', async () => {
		const answer = later(thinker, 'analyse');
		go('/puzzle/quantik/aaaaaa');
		render(Puzzle);
		await screen.findByText(/win in 3 turns/);
		await move('S@b1');
		const solution = await screen.findByRole('button', { name: 'Solution' });
		solution.focus();
		answer();
		expect(await screen.findByText('That loses: dark can win with Y@d2.')).toBeTruthy();
		await nextTask();
		expect(document.activeElement).toBe(solution);
	});

	it('does not read out the solution on the next page', async () => {
		go('/puzzle/quantik/aaaaaa');
		const { unmount } = render(Puzzle);
		const solution = await screen.findByRole('button', { name: 'Solution' });
		const answer = later(rules, 'match');
		await userEvent.click(solution);
		unmount();
		messages.spoken = '';
		answer();
		await nextTask();
		expect(messages.spoken).toBe('');
	});

	it('gives hints', async () => {
		go('/puzzle/quantik/today');
		render(Puzzle);
		await userEvent.click(await screen.findByRole('button', { name: 'Hint' }));
		expect(screen.getByText('Play this piece: light sphere.')).toBeTruthy();
		await userEvent.click(screen.getByRole('button', { name: 'Another hint' }));
		expect(screen.getByText('The move is S@a1.')).toBeTruthy();
	});

	it('reports an unknown puzzle', async () => {
		go('/puzzle/quantik/zzzzzz');
		render(Puzzle);
		expect(await screen.findByRole('heading', { name: 'There is no such puzzle' })).toBeTruthy();
	});
});

describe('the lists', () => {
	it('show all games, and how hard the daily puzzle is', async () => {
		go('/puzzles');
		render(Puzzles);
		expect((await screen.findAllByText(/Fairly easy/)).length).toBeGreaterThan(0);
		expect(await screen.findByText(/of 3 puzzles solved/)).toBeTruthy();
		expect(screen.getAllByRole('link', { name: /^Daily puzzle [PQ]/ })).toHaveLength(4);
	});

	it('show the puzzles of a game by grade', async () => {
		go('/puzzles/quantik');
		render(Puzzles);
		expect(await screen.findByRole('link', { name: 'Puzzle 3: The only winning move' })).toBeTruthy();
		const grades = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent?.trim());
		expect(grades).toEqual(['Easy', 'Fairly easy', 'Hard']);
	});

	it('report a game without puzzles', async () => {
		go('/puzzles/chess');
		render(Puzzles);
		expect(await screen.findByRole('heading', { name: 'There is no such puzzle' })).toBeTruthy();
	});
});
