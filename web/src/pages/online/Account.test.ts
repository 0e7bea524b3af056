import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { go, route } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { eventually } from '../../match/local/testing/eventually';
import { me, setPlayer } from '../../net/me.svelte';
import { FakeBrowser } from '../../net/testing/push';
import type { Me } from '../../net/types';
import Account from './Account.svelte';
import { fromBase64url, toBase64url } from './passkeys';
import { ann, FakeServer, reset } from './testing/server';

const user = userEvent.setup();
let server: FakeServer;
let known: Me;

beforeEach(() => {
	reset();
	go('/account');
	known = {
		player: ann,
		ratings: {},
		password: false,
		passkeys: [],
		ssh_keys: [],
		tokens: [],
		devices: [],
		recovery_codes: 0,
		chat: 'free',
	};
	server = new FakeServer();
	server.answer('GET me', () => known);
});
afterEach(() => vi.unstubAllGlobals());

async function open(heading: string) {
	render(Account);
	await screen.findByRole('heading', { name: heading });
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => user.click(screen.getByRole('button', { name }));

describe('a new visitor', () => {
	it('can play as a guest', async () => {
		server.answer('POST guests', { player: ann });
		await open('New here?');
		await user.type(part('New here?').getByLabelText('Your name'), 'Ann');
		await press('Play as a guest');
		await screen.findByRole('heading', { name: 'Ann' });
		expect(me.player).toEqual(ann);
	});

	it('creates an account, and tries again after a refused password', async () => {
		server.answer('POST guests', { player: ann });
		server.refuse('PUT me/password', 422, 'password.short', { least: '8' });
		await open('Create an account');
		const form = part('Create an account');
		await user.type(form.getByLabelText('Your name'), 'Ann');
		await user.type(form.getByLabelText('Password'), 'short');
		await press('Create the account');
		await form.findByRole('alert');
		server.answer('PUT me/password', () => {
			known = { ...known, player: { ...ann, registered: true }, password: true };
			return { player: known.player };
		});
		await user.type(form.getByLabelText('Password'), ' no more');
		await press('Create the account');
		await screen.findByRole('heading', { name: 'Ann' });
		expect(me.player?.registered).toBe(true);
		expect(server.requests.filter(({ path }) => path === 'guests')).toHaveLength(1);
	});

	it('signs in, with errors shown at the field', async () => {
		server.refuse('POST sessions', 422, 'password.wrong');
		await open('Sign in');
		const form = part('Sign in');
		const [name, password] = [form.getByLabelText('Your name'), form.getByLabelText('Password')];
		expect(name.getAttribute('autocomplete')).toBe('username');
		expect(password.getAttribute('autocomplete')).toBe('current-password');
		await user.type(name, 'Ann');
		await user.type(password, 'secret');
		await press('Sign in');
		const error = await form.findByRole('alert');
		expect(error.textContent).toBe('Wrong name or password.');
		expect(password.getAttribute('aria-describedby')).toContain(error.id);
		known = { ...known, player: { ...ann, registered: true }, password: true };
		server.answer('POST sessions', { player: known.player });
		await press('Sign in');
		await screen.findByRole('heading', { name: 'Ann' });
		expect(server.last('POST sessions')?.body).toMatchObject({ name: 'Ann', password: 'secret' });
	});
});

it('gets in with a recovery code, which sets a password', async () => {
	server.refuse('POST sessions/recovery', 403, 'recovery.wrong');
	await open('Sign in');
	await press('Use a recovery code');
	await user.type(screen.getAllByLabelText('Your name')[1] as HTMLElement, 'Ann');
	await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs');
	await user.type(screen.getByLabelText('New password'), 'long enough');
	await press('Set password and sign in');
	expect((await screen.findByRole('alert')).textContent).toContain('The name or the recovery code is wrong');
	known = { ...known, player: { ...ann, registered: true }, password: true };
	server.answer('POST sessions/recovery', { player: known.player });
	await press('Set password and sign in');
	await screen.findByRole('heading', { name: 'Ann' });
	expect(server.last('POST sessions/recovery')?.body).toMatchObject({ name: 'Ann', password: 'long enough' });
});

describe('a guest', () => {
	beforeEach(() => setPlayer(ann));

	it('registers the name with a password', async () => {
		server.answer('PUT me/password', () => {
			known = { ...known, player: { ...ann, registered: true }, password: true };
			return { player: known.player };
		});
		await open('Keep this name');
		const field = part('Keep this name').getByLabelText('Password');
		expect(field.getAttribute('autocomplete')).toBe('new-password');
		await user.type(field, 'long enough');
		await press('Keep the name');
		await screen.findByLabelText('Current password');
		expect(server.last('PUT me/password')?.body).toEqual({ password: 'long enough' });
		expect(me.player?.registered).toBe(true);
	});

	it('is asked before signing out for good', async () => {
		server.answer('DELETE sessions/current', {});
		await open('Ann');
		await press('Sign out');
		const dialog = await screen.findByRole('dialog', { name: 'Sign out for good?' });
		expect(server.last('DELETE sessions/current')).toBeUndefined();
		await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
		await screen.findByRole('heading', { name: 'New here?' });
		expect(me.player).toBeNull();
	});

	it('sees that passkeys do not work here', async () => {
		await open('Passkeys');
		expect(part('Passkeys').getByText(/This browser does not support passkeys/)).toBeTruthy();
	});
});

describe('a registered player', () => {
	beforeEach(() => {
		known = { ...known, player: { ...ann, registered: true }, password: true };
		setPlayer(known.player);
	});

	it('changes the name', async () => {
		server.refuse('PATCH me', 409, 'name.taken');
		await open('Ann');
		await press('Change name');
		const field = screen.getByLabelText('New name');
		await user.clear(field);
		await user.type(field, 'Anna');
		await press('Change name');
		expect((await screen.findByRole('alert')).textContent).toContain('is already taken');
		server.answer('PATCH me', () => {
			known = { ...known, player: { ...known.player, name: 'Anna' } };
			return { player: known.player };
		});
		await press('Change name');
		await screen.findByRole('heading', { name: 'Anna' });
		expect(me.player?.name).toBe('Anna');
	});

	it('sees a new token once, and removes it', async () => {
		server.answer('POST me/tokens', () => {
			known = { ...known, tokens: [{ id: 't1', label: 'my bot', since: 0 }] };
			return { id: 't1', token: 'plateau_secret' };
		});
		server.answer('DELETE me/tokens/t1', () => {
			known = { ...known, tokens: [] };
			return {};
		});
		await open('Programs that play for you');
		await user.type(screen.getByLabelText('Token name'), 'my bot');
		await user.type(part('Programs that play for you').getByLabelText('Password'), 'secret');
		await press('Create a token');
		expect((await screen.findByDisplayValue('plateau_secret')).getAttribute('readonly')).not.toBeNull();
		expect(screen.getByText('Not used yet')).toBeTruthy();
		expect(server.last('POST me/tokens')?.body).toMatchObject({ label: 'my bot', password: 'secret' });
		await press('Remove: my bot');
		await eventually(() => expect(screen.queryByText('my bot')).toBeNull());
	});

	it('adds an SSH key, after pasting the wrong one, and removes it', async () => {
		server.refuse('POST me/ssh-keys', 422, 'sshkey.private');
		server.answer('DELETE me/ssh-keys/k1', () => {
			known = { ...known, ssh_keys: [] };
			return {};
		});
		await open('SSH keys');
		const form = part('SSH keys');
		expect(form.getByText(/ssh -p 2222 localhost/)).toBeTruthy();
		await user.type(form.getByLabelText('Public key'), 'ssh-ed25519 AAAA');
		await user.type(form.getByLabelText('Key name'), 'laptop');
		await user.type(form.getByLabelText('Password'), 'secret');
		await press('Add the key');
		expect((await form.findByRole('alert')).textContent).toContain('private key');
		server.answer('POST me/ssh-keys', () => {
			const key = { id: 'k1', label: 'laptop', kind: 'ssh-ed25519', fingerprint: 'SHA256:abc', since: 0 };
			known = { ...known, ssh_keys: [key] };
			return key;
		});
		await press('Add the key');
		await form.findByText('laptop');
		expect(form.getByText(/SHA256:abc/).textContent).toContain('Not used yet');
		expect(server.last('POST me/ssh-keys')?.body).toMatchObject({
			key: 'ssh-ed25519 AAAA',
			label: 'laptop',
			password: 'secret',
		});
		await press('Remove: laptop');
		await eventually(() => expect(form.queryByText('laptop')).toBeNull());
	});

	it('sees recovery codes once', async () => {
		server.answer('POST me/recovery-codes', () => {
			known = { ...known, recovery_codes: 2 };
			return { codes: ['abcd-efgh-jkmn-pqrs', '0123-4567-89ab-cdef'] };
		});
		await open('Recovery codes');
		expect(screen.getByText('You have no codes.')).toBeTruthy();
		await user.type(part('Recovery codes').getByLabelText('Password'), 'secret');
		await press('Create codes');
		await screen.findByText('0123-4567-89ab-cdef');
		expect(server.last('POST me/recovery-codes')?.body).toMatchObject({ password: 'secret' });
		expect(screen.getByText('2 codes are left.')).toBeTruthy();
	});

	it('sees recovery codes although the account cannot be loaded again', async () => {
		server.answer('POST me/recovery-codes', () => {
			server.refuse('GET me', 503, 'api.busy');
			return { codes: ['abcd-efgh-jkmn-pqrs'] };
		});
		await open('Recovery codes');
		await user.type(part('Recovery codes').getByLabelText('Password'), 'secret');
		await press('Create codes');
		await screen.findByText('abcd-efgh-jkmn-pqrs');
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('keeps what is typed while a token is made', async () => {
		const late = server.hold('POST me/tokens');
		await open('Programs that play for you');
		const form = part('Programs that play for you');
		await user.type(form.getByLabelText('Token name'), 'my bot');
		await user.type(form.getByLabelText('Password'), 'secret');
		await press('Create a token');
		await user.type(form.getByLabelText('Token name'), ' 2');
		late.answer({ id: 't1', token: 'plateau_secret' });
		await screen.findByDisplayValue('plateau_secret');
		expect(form.getByLabelText<HTMLInputElement>('Token name').value).toBe('my bot 2');
		expect(form.getByLabelText<HTMLInputElement>('Password').value).toBe('');
	});

	it('keeps what is typed while a password is set', async () => {
		const late = server.hold('PUT me/password');
		await open('Password');
		await user.type(screen.getByLabelText('Current password'), 'old');
		await user.type(screen.getByLabelText('New password'), 'new');
		await press('Change password');
		await user.type(screen.getByLabelText('New password'), 'er');
		late.answer({ player: known.player });
		await eventually(() =>
			expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''),
		);
		expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('newer');
	});

	it('keeps what is typed while an SSH key is added', async () => {
		const late = server.hold('POST me/ssh-keys');
		await open('SSH keys');
		const form = part('SSH keys');
		await user.type(form.getByLabelText('Public key'), 'ssh-ed25519 AAAA');
		await user.type(form.getByLabelText('Password'), 'secret');
		await press('Add the key');
		await user.type(form.getByLabelText('Key name'), 'laptop');
		late.answer({ id: 'k1' });
		await eventually(() => expect(form.getByLabelText<HTMLInputElement>('Public key').value).toBe(''));
		expect(form.getByLabelText<HTMLInputElement>('Key name').value).toBe('laptop');
	});

	describe('with tokens', () => {
		const tokens = ['one', 'two'].map((label) => ({ id: label, label, since: 0 }));
		beforeEach(() => {
			known = { ...known, tokens };
			server.answer('DELETE me/tokens/one', {});
			server.answer('DELETE me/tokens/two', {});
		});

		/** Removes the first one; the account is loaded again, but late. */
		async function removeOne() {
			await open('Programs that play for you');
			const before = server.count('GET me');
			const late = server.hold('GET me');
			await press('Remove: one');
			await eventually(() => expect(server.count('GET me')).toBe(before + 1));
			server.answer('GET me', () => known);
			return late;
		}

		it('does not see one again that was removed', async () => {
			const late = await removeOne();
			known = { ...known, tokens: [] };
			await press('Remove: two');
			await eventually(() => expect(screen.queryByText('two')).toBeNull());
			late.answer({ ...known, tokens: tokens.slice(1) });
			await nextTask();
			expect(screen.queryByText('two')).toBeNull();
		});

		it('stays signed out when an answer comes late', async () => {
			server.answer('DELETE sessions/current', {});
			const late = await removeOne();
			await press('Sign out');
			await screen.findByRole('heading', { name: 'New here?' });
			late.answer(known);
			await nextTask();
			expect(me.player).toBeNull();
			expect(screen.getByRole('heading', { name: 'New here?' })).toBeTruthy();
		});
	});

	describe('who chooses twice who may challenge them', () => {
		let stored: unknown;
		/** The first choice is stored late, or not at all. */
		async function chooseTwice() {
			stored = 'everybody';
			server.answer('GET me/preferences', { challenges: stored, friends: 'everybody' });
			await open('Challenges');
			const late = server.hold('PUT me/preferences');
			await user.click(screen.getByRole('radio', { name: 'Friends only' }));
			server.answer('PUT me/preferences', ({ body }) => {
				stored = body.challenges;
				return {};
			});
			await user.click(choices().getByRole('radio', { name: 'Nobody' }));
			return late;
		}
		const choices = () => within(screen.getByRole('group', { name: 'Who may challenge you?' }));
		const shown = () =>
			choices().getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${stored}`, 'i') }).checked;

		it('gets the second choice', async () => {
			(await chooseTwice()).answer({});
			await eventually(() => expect(stored).toBe('nobody'));
			expect(shown()).toBe(true);
		});

		it('sees what is stored if the first one fails', async () => {
			(await chooseTwice()).refuse(503, 'api.busy');
			await nextTask();
			expect(shown()).toBe(true);
		});
	});

	it('turns friend requests off', async () => {
		server.answer('GET me/preferences', { challenges: 'friends', friends: 'everybody' });
		server.answer('PUT me/preferences', {});
		await open('Challenges');
		const choices = within(screen.getByRole('group', { name: 'Who may ask to be your friend?' }));
		expect(choices.getAllByRole('radio')).toHaveLength(2);
		await user.click(choices.getByRole('radio', { name: 'Nobody' }));
		await eventually(() => expect(server.last('PUT me/preferences')?.body).toEqual({ friends: 'nobody' }));
	});

	it('changes the password with the current one', async () => {
		server.refuse('PUT me/password', 422, 'password.wrong');
		await open('Password');
		await user.type(screen.getByLabelText('Current password'), 'old');
		await user.type(screen.getByLabelText('New password'), 'new and long');
		await press('Change password');
		const error = await screen.findByRole('alert');
		expect(screen.getByLabelText('Current password').getAttribute('aria-describedby')).toContain(error.id);
		expect(server.last('PUT me/password')?.body).toEqual({ password: 'new and long', current: 'old' });
	});

	it('deletes the account only after typing the name', async () => {
		server.answer('DELETE me', {});
		await open('Your data');
		await press('Delete everything');
		const dialog = within(await screen.findByRole('dialog', { name: 'Delete everything?' }));
		const erase = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete everything' });
		expect(erase.disabled).toBe(true);
		await user.type(dialog.getByLabelText('Type your name to confirm: Ann'), 'Ann');
		await user.type(dialog.getByLabelText('Password'), 'secret');
		await user.click(erase);
		await eventually(() => expect(route.path).toEqual(['online']));
		expect(server.last('DELETE me')?.body).toEqual({ password: 'secret' });
		expect(me.player).toBeNull();
	});
});

it('base64url round-trips', () => {
	const bytes = Uint8Array.from([251, 255, 190, 0, 1]);
	expect(toBase64url(bytes.buffer)).toBe('-_--AAE');
	expect(fromBase64url('-_--AAE')).toEqual(bytes);
});

it('offers the holder of a card nothing that a card may not do', async () => {
	known.player = { ...ann, registered: true };
	known.managed = true;
	setPlayer(known.player);
	await open('An account with a card');
	const data = part('Your data');
	expect(data.getByText('Download everything this server knows about you.')).toBeTruthy();
	expect(data.queryByRole('button')).toBeNull();
	expect(screen.queryByRole('button', { name: 'Change name' })).toBeNull();
});

describe('notifications', () => {
	const device = { id: 'd2', label: 'Chrome, Android', since: ann.since, used: ann.since };
	beforeEach(() => {
		setPlayer(ann);
		known = { ...known, devices: [device] };
		server.answer('POST me/devices', () => {
			known = { ...known, devices: [device, { ...device, id: 'd1', label: 'Firefox, Linux' }] };
			return { id: 'd1' };
		});
		server.answer('DELETE me/devices/d1', '');
		server.answer('DELETE me/devices/d2', () => {
			known = { ...known, devices: known.devices.filter(({ id }) => id !== 'd2') };
			return {};
		});
	});
	const section = () => part('Notifications');

	it('are asked for by a click, and devices are listed and removed', async () => {
		const browser = new FakeBrowser();
		await open('Notifications');
		expect(browser.asked).toBe(0);
		expect(section().getByText('Chrome, Android')).toBeTruthy();
		await press('Turn on notifications');
		await section().findByText('Notifications are on for this device.');
		expect(await section().findByText('Firefox, Linux (this device)')).toBeTruthy();
		await press('Remove: Chrome, Android');
		await eventually(() => expect(section().queryByText('Chrome, Android')).toBeNull());
		await press('Turn off on this device');
		expect(await section().findByRole('button', { name: 'Turn on notifications' })).toBeTruthy();
		expect(server.last('DELETE me/devices/d1')).toBeTruthy();
	});

	it('explain why they cannot be had', async () => {
		new FakeBrowser({ notifications: false, push: false });
		await open('Notifications');
		expect(section().getByText(/^This browser cannot show notifications at this address/)).toBeTruthy();
		expect(section().queryByRole('button', { name: /notifications/ })).toBeNull();
	});

	it('tell how to undo a refusal', async () => {
		const browser = new FakeBrowser();
		browser.permission = 'denied';
		await open('Notifications');
		expect(section().getByText(/are blocked in this browser/)).toBeTruthy();
	});
});
