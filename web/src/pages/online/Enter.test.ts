import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { askAgain, me, setPlayer } from '../../net/me.svelte';
import Enter from './Enter.svelte';
import { ann, FakeServer, reset } from './testing/server';

const ben = { ...ann, id: 'ben', name: 'Ben', registered: true };
let server: FakeServer;

beforeEach(() => {
	reset();
	server = new FakeServer();
	go('/enter/secret');
});
afterEach(() => vi.unstubAllGlobals());

it('signs a new visitor in at once, and leaves no trace of the link', async () => {
	server.answer('POST sessions/link', { player: ben });
	render(Enter);
	await eventually(() => expect(route.path).toEqual(['online']));
	expect(server.last('POST sessions/link')?.body).toMatchObject({ token: 'secret' });
	expect(me.player).toEqual(ben);
});

it('asks first if somebody plays on this device', async () => {
	setPlayer(ann);
	server.answer('POST sessions/link', { player: ben });
	render(Enter);
	await screen.findByText(/Ann/);
	expect(server.last('POST sessions/link')).toBeUndefined();
	await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
	await eventually(() => expect(me.player).toEqual(ben));
});

it('asks first if nobody can say who plays on this device', async () => {
	server.refuse('GET me', 503, 'api.busy');
	setPlayer(ann);
	await askAgain().catch(() => null);
	server.answer('POST sessions/link', { player: ben });
	render(Enter);
	await screen.findByText(/Ann/);
	expect(server.last('POST sessions/link')).toBeUndefined();
});

it('leaves those alone who have gone to another page', async () => {
	const late = server.hold('POST sessions/link');
	render(Enter);
	await eventually(() => expect(server.count('POST sessions/link')).toBe(1));
	cleanup();
	go('/learn');
	late.answer({ player: ben });
	await eventually(() => expect(me.player).toEqual(ben));
	await eventually(() => expect(server.count('GET me')).toBe(1));
	await nextTask();
	expect(route.path).toEqual(['learn']);
});

it('says that a link was used before', async () => {
	server.refuse('POST sessions/link', 403, 'link.unknown');
	render(Enter);
	expect((await screen.findByRole('alert')).textContent).toContain('already been used');
	expect(me.player).toBeNull();
});

it('takes the code of a card, which is typed', async () => {
	go('/enter');
	server.answer('POST sessions/link', { player: ben });
	render(Enter);
	await userEvent.type(await screen.findByLabelText('The code on your card'), 'k7fm-2xqp');
	await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
	await eventually(() => expect(me.player).toEqual(ben));
	expect(server.last('POST sessions/link')?.body).toMatchObject({ token: 'k7fm-2xqp' });
});
