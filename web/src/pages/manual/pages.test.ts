import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { go } from '../../kernel/router.svelte';
import { setLanguage } from '../../kernel/words/i18n.svelte';
import Manual from './Manual.svelte';
import { ManualIndex } from './search';

afterEach(async () => {
	go('/');
	await setLanguage('en');
});

describe('the manual', () => {
	it('lists its pages, and leads from one to the next', async () => {
		go('/manual/levels');
		render(Manual);
		expect(await screen.findByRole('heading', { level: 1, name: 'Levels' })).toBeTruthy();
		const contents = screen.getByRole('navigation', { name: 'Contents of the manual' });
		const here = within(contents).getByRole('link', { current: 'page' });
		expect([here.textContent, here.getAttribute('href')]).toEqual(['Levels', '#/manual/levels']);
		const next = screen.getAllByRole('link', { name: 'Puzzles' }).at(-1);
		expect(next?.getAttribute('href')).toBe('#/manual/puzzles');
	});

	it('goes to a heading', async () => {
		go('/manual/hosting', { at: 'backup-and-restoring' });
		render(Manual);
		await screen.findByRole('heading', { level: 1, name: 'Running a server' });
		const heading = screen.getByRole('heading', { level: 2, name: 'Backup and restoring' });
		await expect.poll(() => document.activeElement).toBe(heading);
		const here = screen.getByRole('navigation', { name: 'On this page' });
		expect(within(here).getByRole('link', { current: 'location' }).textContent).toBe('Backup and restoring');
	});

	it('may be left before it has gone to a heading', async () => {
		const request = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
		go('/manual/hosting', { at: 'backup-and-restoring' });
		const { unmount } = render(Manual);
		await expect.poll(() => request.mock.calls.length).toBeGreaterThan(0);
		unmount();
		for (const [frame] of request.mock.calls) expect(() => frame(0)).not.toThrow();
		request.mockRestore();
	});

	it('is searched', async () => {
		const user = userEvent.setup();
		go('/manual');
		render(Manual);
		await screen.findByRole('heading', { level: 1, name: 'The manual' });
		await user.type(screen.getByRole('searchbox', { name: 'Search the manual' }), 'five minutes class');
		const found = await screen.findByRole('link', { name: 'A class or a club A class in five minutes' });
		expect(found.getAttribute('href')).toBe('#/manual/classes?at=a-class-in-five-minutes');
		await user.keyboard('{Enter}');
		expect(document.activeElement?.closest('.results')).toBeTruthy();
		await user.clear(screen.getByRole('searchbox'));
		await user.type(screen.getByRole('searchbox'), 'xyzzyqqq');
		expect(await screen.findByText(/Nothing in the manual matches “xyzzyqqq”/)).toBeTruthy();
	});

	it('says in other languages that it is in English', async () => {
		await setLanguage('de');
		go('/manual/levels');
		render(Manual);
		expect(await screen.findByText('Das Handbuch gibt es nur auf Englisch.')).toBeTruthy();
		const heading = await screen.findByRole('heading', { level: 1, name: 'Levels' });
		expect(heading.closest('[lang]')?.getAttribute('lang')).toBe('en');
	});

	it('has a message for an unknown page', async () => {
		go('/manual/chess');
		render(Manual);
		expect(await screen.findByText('There is no such page in the manual.')).toBeTruthy();
	});
});

describe('searching', () => {
	const section = (id: string, heading: string, text: string) => ({
		id,
		page: id,
		title: 'Page',
		slug: 'x',
		heading,
		text,
	});
	const index = new ManualIndex([
		section('a', 'Limits', 'A backup of everything is made every night, and the oldest are removed.'),
		section('b', 'Backup', 'How to make one.'),
		section('c', 'Clocks', `${'Time goes by. '.repeat(40)}A tournament has a clock for every table.`),
	]);
	const ids = (words: string) => index.find(words).map(({ section }) => section.id);

	it('prefers headings, completes words and forgives slips', () => {
		expect(ids('backup')).toEqual(['b', 'a']);
		expect(ids('tourn')).toEqual(['c']);
		expect(ids('tornament')).toEqual(['c']);
		expect(ids('backup night')).toEqual(['a']);
		// No section has both.
		expect(ids('night tournament').sort()).toEqual(['a', 'c']);
		expect(ids('zebra')).toEqual([]);
	});

	it('shows the words within their text', () => {
		const [found] = index.find('table');
		const text = found?.excerpt.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('') ?? '';
		expect(text).toMatch(/^….*every \[table\]\.$/);
		expect(text.length).toBeLessThan(260);
	});
});
