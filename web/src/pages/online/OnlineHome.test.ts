import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { askAgain, me, setPlayer, whoAmI } from '../../net/me.svelte';
import OnlineCard from './OnlineCard.svelte';
import OnlineHome from './OnlineHome.svelte';
import { ann, FakeServer, reset } from './testing/server';

vi.mock('../../engine', () => import('../../match/local/testing/engine'));

const user = userEvent.setup();
let server: FakeServer;

beforeEach(() => {
	reset();
	go('/online');
	server = new FakeServer();
	server.answer('POST guests', ({ body }) => ({ player: { ...ann, name: String(body.name) } }));
	server.answer('POST tables', { table: 'abc', seq: 1 });
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
	render(OnlineHome);
	await screen.findByRole('group', { name: 'Which game?' });
}

/** Makes the page wait until it is known who plays here. */
function ask() {
	const asked = server.hold('GET me');
	setPlayer(ann);
	askAgain().catch(() => null);
	return asked;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

it('shows who is here and what they look for, and joins them', async () => {
	setPlayer(ann);
	const seeking = [{ game: 'pivot', time: { main_ms: 300_000 }, players: 2 }];
	server.answer('GET lobby/live', { online: 7, seeking, games: [] });
	await open();
	await screen.findByText('7 players are online now.');
	await screen.findByText('2 players', { selector: 'span.line' });
	await press('Join: Pivot, 5 min');
	await screen.findByText('Looking for an opponent…');
});

describe('a new table', () => {
	it('says who finds it if it is for a class or club', async () => {
		setPlayer({ ...ann, registered: true });
		server.answer('GET groups', { groups: [{ id: 'club', name: 'Friday club' }] });
		go('/online?group=club');
		await open();
		expect(
			await screen.findByText(/^Members of Friday club find the table on the page of the class or club/),
		).toBeTruthy();
		expect(screen.queryByText(/Anyone who opens it can play with you/)).toBeNull();
	});

	it('is opened with one tap, after asking for a name once', async () => {
		await open();
		await press('Open a table');
		const dialog = await screen.findByRole('dialog', { name: 'Choose a display name' });
		await user.type(within(dialog).getByLabelText('Your name'), 'Cleo');
		await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
		await eventually(() => expect(route.path).toEqual(['table', 'abc']));
		expect(me.player?.name).toBe('Cleo');
		expect(server.last('POST tables')?.body).toMatchObject({
			terms: { game: 'quantik', spectators: true, chat: true },
			chairs: [{ me: true }, {}],
		});
		cleanup();
		go('/online');
		await open();
		await press('Open a table');
		await eventually(() => expect(route.path).toEqual(['table', 'abc']));
		expect(screen.queryByRole('dialog')).toBeNull();
	});

	it('has the chosen game, clock and seats', async () => {
		setPlayer({ ...ann, registered: true });
		const chairs = ['me', 'open', '4', 'open'];
		localStorage.setItem('plateau.table.quixo4p', JSON.stringify({ chairs }));
		await open();
		await user.click(screen.getByRole('radio', { name: /Quixo for four/ }));
		await user.click(screen.getByText('Clock, seats and more'));
		await user.click(screen.getByRole('radio', { name: 'listed for everyone' }));
		await user.click(screen.getByRole('radio', { name: 'Days per move' }));
		await user.click(screen.getByRole('radio', { name: '3 days per move' }));
		await user.click(await screen.findByRole('radio', { name: 'We move first' }));
		await user.click(screen.getByRole('radio', { name: 'Circles' }));
		await user.click(screen.getByRole('checkbox', { name: 'Partners may advise each other' }));
		expect(
			screen.getByRole<HTMLInputElement>('checkbox', { name: /Not with computer players/ }).disabled,
		).toBe(true);
		await press('Open a table');
		await eventually(() => expect(route.path[0]).toBe('table'));
		expect(server.last('POST tables')?.body).toMatchObject({
			terms: {
				game: 'quixo4p',
				listed: true,
				time: { days: 3 },
				first_side: 'second',
				begins: 'first',
				advice: true,
			},
			chairs: [{ me: true }, {}, { level: '4' }, {}],
		});
	});

	it('is for the members of a club, from whose page one comes', async () => {
		setPlayer({ ...ann, registered: true });
		server.answer('GET groups', {
			groups: [{ id: 'g', name: 'Friday', role: 'member', chat: 'free', since: 0 }],
		});
		go('/online', { group: 'g' });
		await open();
		expect(await screen.findByText(/members of Friday/)).toBeTruthy();
		await press('Open a table');
		await eventually(() => expect(route.path[0]).toBe('table'));
		expect(server.last('POST tables')?.body.terms).toMatchObject({ group: 'g' });
	});

	it('has the game for which it was wanted, whatever is chosen meanwhile', async () => {
		const asked = ask();
		await open();
		await press('Open a table');
		await user.click(screen.getByRole('radio', { name: /Pivot/ }));
		asked.answer({ player: ann });
		await eventually(() => expect(route.path).toEqual(['table', 'abc']));
		expect(server.last('POST tables')?.body.terms).toMatchObject({ game: 'quantik' });
	});

	it('is another one if its options were changed after an answer was lost', async () => {
		setPlayer(ann);
		await open();
		await user.click(screen.getByText('Clock, seats and more'));
		server.refuse('POST tables', 503, 'api.busy');
		const send = async () => {
			const before = server.count('POST tables');
			await press('Open a table');
			await eventually(() => expect(server.count('POST tables')).toBe(before + 1));
			await screen.findByRole('alert');
			return server.last('POST tables')?.body.request;
		};
		const first = await send();
		expect(await send()).toBe(first);
		await user.click(screen.getByRole('radio', { name: 'listed for everyone' }));
		expect(await send()).not.toBe(first);
	});

	it('can be opened later if something else asked for the name, too', async () => {
		const asked = ask();
		await open();
		await press('Open a table');
		await press('Find an opponent');
		asked.refuse(401, 'api.session');
		const dialog = within(await screen.findByRole('dialog', { name: 'Choose a display name' }));
		await user.type(dialog.getByLabelText('Your name'), 'Cleo');
		await user.click(dialog.getByRole('button', { name: 'Continue' }));
		await screen.findByText('Looking for an opponent…');
		expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open a table' }).disabled).toBe(false);
	});

	it('says why the server refuses', async () => {
		setPlayer(ann);
		server.refuse('POST tables', 429, 'api.often');
		await open();
		await press('Open a table');
		expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Try again shortly.');
		expect(route.path).toEqual(['online']);
	});

	it('is not opened without a name, and shows a bad name at its field', async () => {
		server.refuse('POST guests', 422, 'name.long', { most: '24' });
		await open();
		await press('Open a table');
		const dialog = await screen.findByRole('dialog');
		const field = within(dialog).getByLabelText('Your name');
		await user.type(field, 'Cleo');
		await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
		expect((await within(dialog).findByRole('alert')).textContent).toBe(
			'A name can have at most 24 characters.',
		);
		expect(field.getAttribute('aria-invalid')).toBe('true');
		await user.click(within(dialog).getByRole('button', { name: 'Close' }));
		expect(server.last('POST tables')).toBeUndefined();
	});
});

it('searches for an opponent until cancelled', async () => {
	setPlayer(ann);
	await open();
	await user.click(screen.getByRole('radio', { name: '3 min + 2 s' }));
	await press('Find an opponent');
	const status = await screen.findByText('Looking for an opponent…');
	expect(status.closest('form')?.textContent).toContain('Quantik, 3 min + 2 s');
	await press('Cancel');
	expect(await screen.findByRole('button', { name: 'Find an opponent' })).toBeTruthy();
	expect(JSON.parse(localStorage.getItem('plateau.seek') ?? '')).toBe('3+2');
});

it('does nothing for somebody who has gone to another page', async () => {
	const asked = ask();
	await open();
	await press('Find an opponent');
	await press('Open a table');
	cleanup();
	go('/learn');
	asked.answer({ player: ann });
	await whoAmI();
	await nextTask();
	expect(server.streams.filter((path) => path.startsWith('pairing'))).toEqual([]);
	expect(server.count('POST tables')).toBe(0);
	expect(route.path).toEqual(['learn']);
});

it('the start page links to online play', async () => {
	render(OnlineCard);
	expect(screen.getByRole('link', { name: /Play with others/ }).getAttribute('href')).toBe('#/online');
});
