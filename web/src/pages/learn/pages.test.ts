import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rules, Thinker } from '../../engine/client';
import { messages } from '../../kernel/announce.svelte';
import { go } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { later } from '../../match/local/testing/later';
import Learn from './Learn.svelte';
import Lesson from './Lesson.svelte';
import { doneTasks, markDone } from './progress.svelte';
import Rulebook from './Rulebook.svelte';
import Strategy from './Strategy.svelte';
import { fakeRules, moveTask } from './testing/fakes';

const engine = vi.hoisted(() => ({ rules: {} as Rules, thinker: {} as Thinker }));
vi.mock('../../engine', () => engine);
vi.mock('../../kernel/pause', () => ({ pause: async () => {} }));

beforeEach(() => {
	Object.assign(engine.rules, fakeRules());
	engine.thinker.analyse = async () => {
		throw new Error('not loaded');
	};
});

const cell = (name: string) => screen.findByRole('gridcell', { name: new RegExp(`^${name}\\b`) });

describe('a lesson', () => {
	it('asks, accepts the right move and links to the next task', async () => {
		go('/lesson/quantik/1');
		render(Lesson);
		expect(await screen.findByText('Win this turn.')).toBeTruthy();
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quantik: task 1 of 2');
		await userEvent.click(await cell('b2'));
		await userEvent.click(screen.getByRole('button', { name: /light sphere/ }));
		expect(await screen.findByText('Four shapes.')).toBeTruthy();
		const next = screen.getByRole('link', { name: 'Next task' });
		expect(next.getAttribute('href')).toBe('#/lesson/quantik/2');
		await waitFor(() => expect(document.activeElement).toBe(next));
		expect(doneTasks('quantik')).toContain('region');
	});

	it('explains that a legal move was not asked for, and takes it back', async () => {
		go('/lesson/quantik/1');
		render(Lesson);
		await userEvent.click(await cell('c3'));
		await userEvent.click(screen.getByRole('button', { name: /light sphere/ }));
		expect(await screen.findByText(/legal, but not what the task asks for/)).toBeTruthy();
		await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
		expect(screen.getByText('Win this turn.')).toBeTruthy();
	});

	it('keeps a hint when the engine answers after the move was taken back', async () => {
		let fail = () => {};
		engine.thinker.analyse = () =>
			new Promise((_, reject) => {
				fail = () => reject(new Error('cancelled'));
			});
		go('/lesson/quantik/1');
		render(Lesson);
		await userEvent.click(await cell('c3'));
		await userEvent.click(screen.getByRole('button', { name: /light sphere/ }));
		await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
		await userEvent.click(screen.getByRole('button', { name: 'Hint' }));
		fail();
		await new Promise((resolve) => setTimeout(resolve));
		expect(screen.getByText('Look at the corner.')).toBeTruthy();
		expect(screen.getByRole('button', { name: 'Show me' })).toBeTruthy();
	});

	it('says nothing on the next page', async () => {
		engine.rules.lesson = async () => [{ ...moveTask, turns: ['And now?'] }];
		engine.rules.guideReply = async () => ({ moves: ['s@c4'], again: false, stuck: false });
		go('/lesson/quantik/1');
		const { unmount } = render(Lesson);
		await userEvent.click(await cell('b2'));
		const answer = later(engine.rules, 'guideReply');
		await userEvent.click(screen.getByRole('button', { name: /light sphere/ }));
		unmount();
		messages.spoken = '';
		answer();
		await nextTask();
		expect(messages.spoken).toBe('');
	});

	it('gives a hint in words, then shows the cells', async () => {
		go('/lesson/quantik/1');
		render(Lesson);
		await userEvent.click(await screen.findByRole('button', { name: 'Hint' }));
		expect(screen.getByText('Look at the corner.')).toBeTruthy();
		await userEvent.click(screen.getByRole('button', { name: 'Show me' }));
		expect(screen.queryByRole('button', { name: /Hint|Show me/ })).toBeNull();
	});

	it('accepts a tapped cell, and shows the next steps after the last task', async () => {
		go('/lesson/quantik/2');
		render(Lesson);
		await userEvent.click(await cell('a1'));
		expect(await screen.findByText('a1 (empty) is not the one. Look again.')).toBeTruthy();
		await userEvent.click(await cell('d4'));
		expect(await screen.findByText(/It is in the same column\./)).toBeTruthy();
		expect(screen.getByText('Our ruling:')).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Next lesson: Pivot' })).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Puzzles' }).getAttribute('href')).toBe('#/puzzles/quantik');
	});

	it.each(['/lesson/chess/1', '/lesson/quantik/9', '/lesson/quantik/x'])(
		'has a message for %s',
		async (path) => {
			go(path);
			render(Lesson);
			expect(await screen.findByText('There is no such lesson or rulebook')).toBeTruthy();
		},
	);

	it('can be loaded again', async () => {
		engine.rules.lesson = () => Promise.reject(new Error('offline'));
		go('/lesson/quantik/1');
		render(Lesson);
		const again = await screen.findByRole('button', { name: 'Try again' });
		engine.rules.lesson = fakeRules().lesson;
		await userEvent.click(again);
		expect(await screen.findByText('Win this turn.')).toBeTruthy();
	});
});

describe('a rulebook', () => {
	it('shows all its blocks', async () => {
		go('/learn/quantik');
		render(Rulebook);
		await screen.findByRole('heading', { level: 2, name: 'Aim' });
		expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quantik');
		const items = within(screen.getByRole('article')).getAllByRole('listitem');
		expect(items.map((item) => item.textContent)).toEqual(['Aim', 'First this.', 'Then that.']);
		expect(screen.getByText('Our ruling:').parentElement?.textContent).toContain('We say so.');
		const figure = screen.getByRole('figure');
		expect(figure.textContent).toContain('A sphere lands.');
		expect(await within(figure).findByRole('img', { name: 'Position before the move' })).toBeTruthy();
		expect(within(figure).getByRole('img', { name: 'Position after S@a1' })).toBeTruthy();
		const play = screen.getByRole('link', { name: 'Play from here' });
		expect(play.getAttribute('href')).toBe('#/play?game=quantik&start=start');
		const analyse = screen.getByRole('link', { name: 'Analyse' });
		expect(analyse.getAttribute('href')).toBe('#/analyse/quantik?start=start&moves=S%40a1');
	});

	it('begins with a summary, and its contents lead to the sections', async () => {
		go('/learn/quantik');
		render(Rulebook);
		const glance = within(await screen.findByRole('region', { name: 'At a glance' }));
		expect(glance.getByText('Players').nextElementSibling?.textContent).toBe('2');
		expect(glance.getByText('Aim').nextElementSibling?.textContent).toMatch(/four different shapes/);
		expect(glance.getByRole('img')).toBeTruthy();
		const heading = screen.getByRole('heading', { level: 2, name: 'Aim' });
		heading.scrollIntoView = vi.fn();
		const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
		await userEvent.click(contents.getByRole('button', { name: 'Aim' }));
		expect(heading.scrollIntoView).toHaveBeenCalled();
		expect(document.activeElement).toBe(heading);
		expect(screen.getByText('May I pass?').parentElement?.textContent).toContain('No.');
	});

	it('lets the reader play with a figure', async () => {
		go('/learn/quantik');
		render(Rulebook);
		const figure = await screen.findByRole('figure');
		await within(figure).findByRole('img', { name: 'Position before the move' });
		await userEvent.click(screen.getByRole('button', { name: 'Try it yourself' }));
		await userEvent.click(await cell('b2'));
		await userEvent.click(within(figure).getByRole('button', { name: /light sphere/ }));
		const back = within(figure).getByRole('button', { name: 'Take back' });
		await waitFor(() => expect(back.hasAttribute('disabled')).toBe(false));
		await userEvent.click(within(figure).getByRole('button', { name: 'Close' }));
		expect(await within(figure).findByRole('img', { name: 'Position before the move' })).toBeTruthy();
		expect(screen.queryByRole('grid')).toBeNull();
	});

	it('takes back one move of a figure, even before the rules have shown it', async () => {
		go('/learn/quantik');
		render(Rulebook);
		const figure = await screen.findByRole('figure');
		await within(figure).findByRole('img', { name: 'Position before the move' });
		await userEvent.click(screen.getByRole('button', { name: 'Try it yourself' }));
		const match = vi.spyOn(engine.rules, 'match');
		messages.spoken = '';
		engine.rules.readMove = async (_game, _position, text) => text;
		await userEvent.click(await screen.findByRole('button', { name: /type/i }));
		await userEvent.type(screen.getByRole('textbox'), 'S@b2{Enter}');
		await waitFor(() => expect(messages.spoken).not.toBe(''));
		const answer = later(engine.rules, 'match');
		await userEvent.type(screen.getByRole('textbox'), 'S@c3{Enter}');
		await userEvent.click(within(figure).getByRole('button', { name: 'Take back' }));
		answer();
		expect(match.mock.calls.map(([{ moves }]) => moves)).toEqual([['S@b2'], ['S@b2', 'S@c3'], ['S@b2']]);
	});

	it('reports an unknown game', async () => {
		go('/learn/chess');
		render(Rulebook);
		expect(await screen.findByText('There is no such lesson or rulebook')).toBeTruthy();
	});
});

describe('a strategy', () => {
	it('has text, and figures to play on', async () => {
		go('/strategy/quantik');
		render(Strategy);
		expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Quantik');
		expect(screen.getByRole('figure').textContent).toContain('A sphere lands.');
		expect(screen.getByRole('link', { name: 'Play from here' })).toBeTruthy();
		expect(screen.getByRole('link', { name: 'Rulebook' }).getAttribute('href')).toBe('#/learn/quantik');
	});

	it('is missing for a game without one, and then nothing links to it', async () => {
		go('/strategy/chess');
		const { unmount } = render(Strategy);
		expect(await screen.findByText('There is no such lesson or rulebook')).toBeTruthy();
		unmount();
		render(Learn);
		await waitFor(() => expect(screen.queryByRole('link', { name: 'Strategy: Pivot' })).toBeNull());
		expect(screen.getByRole('link', { name: 'Strategy: Quantik' })).toBeTruthy();
	});
});

it('the list of lessons shows progress', async () => {
	engine.rules.lesson = async () => ['one', 'two', 'three'].map((id) => ({ ...moveTask, id }));
	markDone('quantik', 'one', 2);
	render(Learn);
	expect(await screen.findByText('2 of 12 stars')).toBeTruthy();
	expect(screen.getByRole('link', { name: 'Task 1, 2 of 3 stars' })).toBeTruthy();
	const goOn = screen.getByRole('link', { name: 'Continue the lesson: Quantik' });
	expect(goOn.getAttribute('href')).toBe('#/lesson/quantik/2');
	expect(screen.getByRole('link', { name: 'Guided first game: Pivot' })).toBeTruthy();
	expect(screen.getByRole('link', { name: 'Quixo for four rulebook' })).toBeTruthy();
});
