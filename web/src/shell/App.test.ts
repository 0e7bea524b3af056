import languages from 'virtual:languages';
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { type Component, flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '../kernel/announce.svelte';
import { reports } from '../kernel/report';
import { go } from '../kernel/router.svelte';
import { settings } from '../kernel/settings.svelte';
import { nextTask } from '../kernel/tasks';
import { eventually } from '../match/local/testing/eventually';
import { online } from '../net/presence.svelte';
import { turns } from '../net/turns.svelte';
import App from './App.svelte';
import NavBar from './NavBar.svelte';

vi.mock('../engine', () => ({
	warmUp: () => {},
	rules: { puzzleOfTheDay: () => Promise.reject(new Error('no engine here')) },
}));

const settingsPage = vi.hoisted(() => ({ broken: false }));
vi.mock('../pages/Settings.svelte', async (original) => {
	const { default: Settings } = await original<{ default: Component }>();
	const page: Component = (...given) => {
		if (settingsPage.broken) throw new Error('cannot draw this');
		return Settings(...given);
	};
	return { default: page };
});

afterEach(() => {
	go('/');
	Object.assign(settings, { language: 'auto', theme: 'auto', sound: true });
});

test('the start page offers every game', async () => {
	render(App);
	expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
	for (const game of ['Quantik', 'Pivot', 'Quixo', 'Quixo for four']) {
		const link = screen.getByRole('link', { name: `Play the computer at ${game}` });
		expect(link.getAttribute('href')).toMatch(/^#\/new\/\w+\?now=computer$/);
	}
});

test('navigation focuses the heading and sets the title', async () => {
	render(App);
	await screen.findByRole('heading', { level: 1 });
	go('/about');
	const heading = await screen.findByRole('heading', { level: 1, name: 'About Plateau' });
	await eventually(() => expect(document.activeElement).toBe(heading));
	await eventually(() => expect(document.title).toBe('About Plateau – Plateau'));
});

test('the title says how many games wait for a move', async () => {
	const count = vi.spyOn(turns, 'count', 'get').mockReturnValue(2);
	render(App);
	go('/about');
	await eventually(() => expect(document.title).toBe('(2) About Plateau – Plateau'));
	count.mockRestore();
});

test('all pages say that the server is under maintenance, until that is closed', async () => {
	const maintenance = vi
		.spyOn(online, 'maintenance', 'get')
		.mockReturnValue({ since: 0, notice: 'Back at 8.' });
	render(App);
	go('/about');
	expect(await screen.findByText(/^Maintenance: no new online games/)).toBeTruthy();
	expect(screen.getByText('Back at 8.')).toBeTruthy();
	await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
	expect(screen.queryByText('Back at 8.')).toBeNull();
	maintenance.mockRestore();
});

test('the bar marks where online pages belong', async () => {
	vi.spyOn(online, 'available', 'get').mockReturnValue(true);
	render(NavBar);
	for (const path of ['/friends', '/admin', '/groups/ab']) {
		go(path);
		await eventually(() =>
			expect(screen.getByRole('link', { name: 'Online' }).getAttribute('aria-current'), path).toBe('page'),
		);
		go('/about');
		await eventually(() =>
			expect(screen.getByRole('link', { name: 'Online' }).getAttribute('aria-current')).toBeNull(),
		);
	}
});

test('an unknown address shows the not-found page', async () => {
	render(App);
	go('/nowhere');
	expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
});

test('a page that fails says what to do, and the rest goes on', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	settingsPage.broken = true;
	const user = userEvent.setup();
	render(App);
	await screen.findByRole('heading', { level: 1 });
	go('/settings');
	expect(await screen.findByRole('heading', { name: 'Something went wrong on this page' })).toBeTruthy();
	expect(reports().at(-1)?.what).toContain('cannot draw this');
	settingsPage.broken = false;
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
	vi.restoreAllMocks();
});

test('the language is changed in the navigation bar and saved', async () => {
	const user = userEvent.setup();
	render(App);
	await user.click(screen.getByRole('button', { name: 'Language' }));
	await user.click(screen.getByRole('button', { name: 'Français' }));
	expect(await screen.findByRole('button', { name: 'Langue' })).toBeTruthy();
	expect(JSON.parse(localStorage.getItem('plateau.settings') ?? '{}').language).toBe('fr');
});

test('a language that is no longer wanted is not shown when it comes', async () => {
	const shown = vi.spyOn(document.documentElement, 'lang', 'set');
	render(App);
	settings.language = 'de';
	flushSync();
	settings.language = 'en';
	flushSync();
	const german = languages.find(({ code }) => code === 'de')?.load ?? {};
	await Promise.all(Object.values(german).map((load) => load()));
	await nextTask();
	expect(shown).not.toHaveBeenCalledWith('de');
	shown.mockRestore();
});

test('the theme is changed at once', async () => {
	const user = userEvent.setup();
	render(App);
	await user.click(await screen.findByRole('button', { name: 'Theme' }));
	await user.click(screen.getByRole('button', { name: 'Dark' }));
	await eventually(() => expect(document.documentElement.dataset.theme).toBe('dark'));
});

test('a toast is shown, announced and dismissed', async () => {
	const user = userEvent.setup();
	render(App);
	toast('Something happened', 'error');
	const messages = screen.getByRole('region', { name: 'Messages' });
	await within(messages).findByText('Something happened');
	expect(screen.getByRole('status').textContent).toBe('Something happened');
	await user.click(within(messages).getByRole('button', { name: 'Dismiss' }));
	expect(within(messages).queryByText('Something happened')).toBeNull();
});
