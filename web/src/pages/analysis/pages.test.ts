import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rules, thinker } from '../../engine';
import { RefusalError } from '../../engine/client';
import { messages } from '../../kernel/announce.svelte';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { matchFromQuery, plyFromQuery } from '../../match/links';
import { eventually } from '../../match/local/testing/eventually';
import { refusal } from '../../match/local/testing/fakes';
import { later } from '../../match/local/testing/later';
import Analyse from './Analyse.svelte';
import AnalysisHome from './AnalysisHome.svelte';
import Editor from './Editor.svelte';
import { studies } from './studies.svelte';
import { asStudy, type StudyText } from './studyText';
import { analysis, guess } from './testing/fakes';

vi.mock('../../engine', () => import('./testing/engine'));

const user = userEvent.setup();
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) });
const line = () => matchFromQuery(route.query, route.path[1] ?? '')?.moves;

beforeEach(() => {
	vi.restoreAllMocks();
	vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
	localStorage.clear();
});

describe('analysis', () => {
	async function open(query: Record<string, string> = {}, game = 'quantik') {
		go(`/analyse/${game}`, query);
		render(Analyse);
		await screen.findByRole('grid');
	}

	it('shows the value of the position and every move, on the board and in a list', async () => {
		await open();
		await screen.findByText('Light wins in 1 turn with best play');
		await eventually(() => expect(cell('d4').getAttribute('aria-label')).toContain('wins in 1 turn'));
		expect(cell('a1').getAttribute('aria-label')).toContain('draws');
		const listed = await screen.findAllByRole('button', { name: /^S@.*: / });
		expect(listed.map((each) => each.textContent)).toEqual(['S@d4', 'S@a1', 'S@b2', 'S@c3']);
	});

	it('calls an estimate an estimate', async () => {
		vi.spyOn(thinker, 'analyse').mockImplementation(async (_game, position) =>
			analysis(position, { worth: guess(0.05), settled: false }),
		);
		await open({}, 'quixo');
		await screen.findByText('Roughly even');
		expect(screen.getByText('Estimate, not proved')).toBeTruthy();
		expect(button('Think longer')).toBeTruthy();
	});

	it('hides values on request, and remembers it', async () => {
		await open();
		await screen.findByText(/^Light wins/);
		await user.click(button('Values'));
		expect(await screen.findByText('Values are hidden.')).toBeTruthy();
		expect(cell('d4').getAttribute('aria-label')).not.toContain('wins');
		cleanup();
		await open();
		expect(await screen.findByText('Values are hidden.')).toBeTruthy();
	});

	it('keeps line and ply in the URL', async () => {
		await open({ moves: 'S@a1_S@b2' });
		await user.click(button('Previous move'));
		await eventually(() => expect(plyFromQuery(route.query)).toBe(1));
		await user.click(await screen.findByRole('button', { name: 'S@c3: loses in 2 turns' }));
		await eventually(() => expect(line()).toEqual(['S@a1', 'S@c3']));
		await user.click(await screen.findByRole('button', { name: 'Back to the game' }));
		await eventually(() => expect(line()).toEqual(['S@a1', 'S@b2']));
	});

	it('reviews a finished game automatically, and marks mistakes with better moves', async () => {
		await open({ moves: 'S@a1_S@b2_S@d4' });
		expect(await screen.findByText(/Dark: S@b2 – loses in 2 turns\./)).toBeTruthy();
		const moves = screen.getByRole('region', { name: 'Moves' });
		expect(
			within(moves)
				.getByRole('button', { name: /^2\b|^Move 2|S@b2/ })
				.getAttribute('aria-label'),
		).toContain('Mistake');
		await user.click(button('Show S@d4'));
		await eventually(() => expect(line()).toEqual(['S@a1', 'S@d4']));
		const course = screen.getByRole('slider', { name: 'How the game went' });
		expect(course.getAttribute('aria-valuetext')).toContain('Light wins');
	});

	it('lists variations and comments; keys go from one to the other', async () => {
		await open({ moves: 'S@a1_S@b2', ply: '1' });
		await user.click(await screen.findByRole('button', { name: 'S@c3: loses in 2 turns' }));
		await eventually(() => expect(line()).toEqual(['S@a1', 'S@c3']));
		const moves = screen.getByRole('region', { name: 'Moves' });
		const current = () => moves.querySelector('[aria-current]')?.textContent?.trim();
		expect(
			within(moves)
				.getAllByRole('button', { name: /^Move / })
				.map((each) => each.textContent?.trim()),
		).toEqual(['S@a1', 'S@b2', 'S@c3']);
		(document.activeElement as HTMLElement).blur();
		await user.keyboard('{ArrowUp}');
		await eventually(() => expect(current()).toBe('S@b2'));
		await user.keyboard('{ArrowDown}');
		await eventually(() => expect(current()).toBe('S@c3'));
		await user.click(button('Comment on this move'));
		await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' Bold, but bad ');
		await user.click(button('Done'));
		expect(within(moves).getByText('Bold, but bad')).toBeTruthy();
		await user.click(button('Make this the main line'));
		await eventually(() => expect(screen.queryByText('You are exploring a variation.')).toBeNull());
		await user.click(button('Delete from here'));
		await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete from here' }));
		await eventually(() => expect(current()).toBe('S@a1'));
		expect(within(moves).queryByText('Bold, but bad')).toBeNull();
	});

	it('is drawn on, while moves wait', async () => {
		await open();
		await user.click(button('Draw on the board'));
		await user.click(button('Red, dashed'));
		cell('b2').focus();
		await user.keyboard('{Enter}');
		expect(cell('b2').getAttribute('aria-label')).toContain('circled');
		expect(line()).toEqual([]);
		await user.click(button('Clear the drawings'));
		expect(cell('b2').getAttribute('aria-label')).not.toContain('circled');
		await user.click(button('Stop drawing'));
		expect(screen.queryByRole('button', { name: 'Red, dashed' })).toBeNull();
	});

	it('saves the main line as a record', async () => {
		const write = vi.spyOn(rules, 'writeRecord').mockRejectedValue(new Error('not today'));
		await open({ moves: 'S@a1_S@b2', ply: '1' });
		await user.click(await screen.findByRole('button', { name: 'S@c3: loses in 2 turns' }));
		await eventually(() => expect(line()).toEqual(['S@a1', 'S@c3']));
		await user.click(button('More'));
		await user.click(button('Save the record'));
		expect(write.mock.calls[0]?.[0].moves).toEqual(['S@a1', 'S@b2']);
	});

	it('reviews a running game on request', async () => {
		await open({ moves: 'S@a1_S@b2' });
		expect(screen.queryByText(/Dark: S@b2/)).toBeNull();
		await user.click(button('Review the game'));
		expect(await screen.findByText(/Dark: S@b2 – loses/)).toBeTruthy();
	});

	it('opens pasted positions, and reports invalid ones', async () => {
		await open();
		await user.click(button('More'));
		await user.click(button('Open a position or record'));
		const field = await screen.findByRole('textbox', { name: 'Position or record' });
		vi.spyOn(rules, 'position').mockRejectedValueOnce(new RefusalError(refusal('that is no board')));
		await user.type(field, 'rubbish');
		await user.click(button('Open'));
		expect(await screen.findByText('That is no board')).toBeTruthy();
		await user.clear(field);
		await user.type(field, '4/4/4/3S 2');
		await user.click(button('Open'));
		await eventually(() => expect(route.query.get('start')).toBe('4/4/4/3S 2'));
	});

	it('forgets a pasted position when the dialog was closed before it was read', async () => {
		await open();
		await user.click(button('More'));
		await user.click(button('Open a position or record'));
		await user.type(await screen.findByRole('textbox', { name: 'Position or record' }), '4/4/4/3S 2');
		const answer = later(rules, 'position');
		await user.click(button('Open'));
		await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
		answer();
		await nextTask();
		expect(route.query.get('start')).toBeNull();
	});

	it('keeps a comment that is being written when another tab changes the study', async () => {
		const text = {
			plateau: 'study',
			version: 1,
			name: 'Mine',
			game: 'quantik',
			start: '',
			players: [],
			closing: null,
		};
		const moves = [{ after: 0, move: 'S@a1' }];
		const study = await studies.add(asStudy({ ...text, moves }) as StudyText);
		await open({ study });
		await screen.findByText('Mine', { selector: 'strong' });
		await user.click(button('Comment on this move'));
		const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
		await user.type(field, 'Half a');
		await studies.set(study, asStudy({ ...text, moves, comment: 'From elsewhere' }));
		await screen.findAllByText('From elsewhere');
		await user.type(field, ' thought');
		expect(field.value).toBe('Half a thought');
	});

	it('of a damaged link shows an error with links', async () => {
		go('/analyse/quantik', { moves: 'S@a1_rubbish' });
		render(Analyse);
		expect((await screen.findByRole('alert')).textContent).toContain('Move 2, “rubbish”, is not legal');
		await user.click(button('Show the game up to that point'));
		await screen.findByRole('grid');
		expect(line()).toEqual(['S@a1']);
	});

	it('of an unknown game shows an error, too', async () => {
		go('/analyse/chess');
		render(Analyse);
		expect((await screen.findByRole('alert')).textContent).toContain('There is no game by that name.');
	});
});

describe('the analysis start page', () => {
	it('links to every game and its editor', () => {
		render(AnalysisHome);
		const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
		expect(link('Analyse Quixo for four')).toBe('#/analyse/quixo4p');
		expect(link('Set up a position: Pivot')).toBe('#/edit/pivot');
		expect(screen.queryByText('Your last game')).toBeNull();
	});

	it('opens a pasted record', async () => {
		const match = { game: 'quantik', start: '', moves: ['S@a1'], players: [], closing: null };
		vi.spyOn(rules, 'readRecords').mockResolvedValue([{ match, tags: [] }]);
		render(AnalysisHome);
		await user.click(button('Open a record'));
		await user.type(screen.getByRole('textbox', { name: 'Record' }), 'a game');
		await user.click(button('Open'));
		await eventually(() => expect(route.path).toEqual(['analyse', 'quantik']));
		expect(line()).toEqual(['S@a1']);
	});
});

describe('the list of studies', () => {
	const study = {
		plateau: 'study',
		version: 1,
		name: 'Mine',
		game: 'quantik',
		start: '',
		players: [],
		closing: null,
	};
	const file = (content: unknown) =>
		new File([typeof content === 'string' ? content : JSON.stringify(content)], 'mine.json', {
			type: 'application/json',
		});
	const input = () => screen.getByLabelText('Open a study file', { selector: 'input' });
	const shownToasts = () => messages.toasts.map(({ text }) => text).join(' ');

	beforeEach(async () => {
		await studies.load();
		for (const { id } of studies.all) await studies.set(id, null);
		messages.toasts = [];
		go('/analyse');
		render(AnalysisHome);
	});

	it('opens a file, and says what is wrong with another one', async () => {
		await user.upload(input(), file('{'));
		await eventually(() =>
			expect(shownToasts()).toContain('The file or link is not a study, or it is damaged.'),
		);
		await user.upload(input(), file({ ...study, moves: [{ after: 0, move: 'rubbish' }] }));
		await eventually(() =>
			expect(shownToasts()).toContain('It contains a move that the rules do not allow.'),
		);
		expect(studies.all).toEqual([]);
		await user.upload(input(), file({ ...study, moves: [{ after: 0, move: 'S@a1' }] }));
		await eventually(() => expect(route.query.get('study')).toBe(studies.all[0]?.id));
		expect(route.path).toEqual(['analyse', 'quantik']);
	});

	it('keeps a file, but leaves people where they went before it was read', async () => {
		const reading = vi.spyOn(rules, 'match');
		const answer = later(rules, 'match');
		await user.upload(input(), file({ ...study, moves: [{ after: 0, move: 'S@a1' }] }));
		await eventually(() => expect(reading).toHaveBeenCalled());
		go('/learn');
		answer();
		await eventually(() => expect(studies.all).toHaveLength(1));
		await nextTask();
		expect(route.path).toEqual(['learn']);
	});

	it('keeps what another tab changes while a name is typed', async () => {
		const id = await studies.add(asStudy({ ...study, moves: [] }) as StudyText);
		await user.click(await screen.findByRole('button', { name: 'More for Mine' }));
		await user.click(button('Rename'));
		await studies.set(id, asStudy({ ...study, moves: [], comment: 'From elsewhere' }));
		await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
		await user.click(button('Save'));
		await eventually(() =>
			expect(studies.all[0]?.value).toMatchObject({ name: 'Mine!', comment: 'From elsewhere' }),
		);
	});

	it('renames, deletes and restores', async () => {
		await studies.add(asStudy({ ...study, moves: [] }) as StudyText);
		await user.click(await screen.findByRole('button', { name: 'More for Mine' }));
		await user.click(button('Rename'));
		const field = screen.getByRole('textbox', { name: 'Name' });
		await user.clear(field);
		await user.type(field, 'Yours');
		await user.click(button('Save'));
		expect(await screen.findByRole('link', { name: /^Yours/ })).toBeTruthy();
		await user.click(button('More for Yours'));
		await user.click(button('Delete'));
		await eventually(() => expect(screen.queryByRole('link', { name: /^Yours/ })).toBeNull());
		messages.toasts[0]?.action?.run();
		expect(await screen.findByRole('link', { name: /^Yours/ })).toBeTruthy();
	});
});

describe('the editor', () => {
	async function open(query: Record<string, string> = {}) {
		go('/edit/quantik', query);
		render(Editor);
		await screen.findByRole('grid');
	}
	const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Position in notation' });

	it('puts the selected piece on a tapped cell', async () => {
		await open();
		await user.click(screen.getByRole('radio', { name: 'dark cube' }));
		await user.click(cell('b3'));
		expect(field().value).toBe('4/1c2/4/4 1');
		expect(cell('b3').getAttribute('aria-label')).toBe('b3, dark cube');
		await user.click(screen.getByRole('radio', { name: 'Dark' }));
		expect(field().value).toBe('4/1c2/4/4 2');
		await eventually(() => expect(route.query.get('position')).toBe('4/1c2/4/4 2'));
		await user.click(button('Clear the board'));
		expect(field().value).toBe('4/4/4/4 2');
	});

	it('follows the URL', async () => {
		await open({ position: 'S3/4/4/4 2' });
		go('/edit/quantik', { position: '4/4/4/s3 1' });
		await eventually(() => expect(cell('a1').getAttribute('aria-label')).toBe('a1, dark sphere'));
		expect(field().value).toBe('4/4/4/s3 1');
		expect(cell('a4').getAttribute('aria-label')).toBe('a4, empty');
	});

	it('shows what is typed', async () => {
		await open({ position: 'S3/4/4/4 2' });
		expect(cell('a4').getAttribute('aria-label')).toBe('a4, light sphere');
		await user.clear(field());
		await user.type(field(), '4/4/4/3y 1');
		expect(cell('d1').getAttribute('aria-label')).toBe('d1, dark cylinder');
	});

	it('opens what is on the board, not what was there before', async () => {
		await open();
		await screen.findByText('This position is legal.');
		const answer = later(rules, 'position');
		await user.click(cell('b3'));
		await user.click(button('Analyse'));
		expect(route.path[0]).toBe('edit');
		answer();
		await nextTask();
		await user.click(button('Analyse'));
		expect([route.path[0], route.query.get('start')]).toEqual(['analyse', '4/1S2/4/4 1']);
	});

	it('says why a position is invalid, and opens only valid ones', async () => {
		const position = vi.spyOn(rules, 'position');
		position.mockRejectedValue(new RefusalError(refusal('there are three spheres')));
		await open({ position: 'SSS1/4/4/4 2' });
		expect(await screen.findByText('There are three spheres')).toBeTruthy();
		await user.click(button('Analyse'));
		expect(route.path[0]).toBe('edit');
		position.mockRestore();
		await user.click(cell('a4'));
		expect(await screen.findByText('This position is legal.')).toBeTruthy();
		await user.click(button('Analyse'));
		expect(route.path).toEqual(['analyse', 'quantik']);
	});
});
