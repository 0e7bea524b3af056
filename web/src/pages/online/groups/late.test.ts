// Answers that come late: after another member was chosen, while somebody types on, or when the page is gone.

import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../match/local/testing/eventually';
import GroupPage from './GroupPage.svelte';
import { bea, card, emma, group, page, server, signIn } from './testing/group';

const user = userEvent.setup();
beforeEach(signIn);

const pupils = {
	group,
	members: [
		...page.members,
		{ player: bea, role: 'member', since: 0, here: false, managed: true, card: true },
	],
};

async function manage(name: string) {
	await user.click(await screen.findByRole('button', { name: `Manage: ${name}` }));
	return within(await screen.findByRole('dialog', { name }));
}
const closeDialog = () => user.click(screen.getByRole('button', { name: 'Close' }));
const loads = () => server.count('GET groups/g');

it('shows the link of an account that was handed over until the page is left', async () => {
	server.answer('POST groups/g/members/emma/handover', { link: 'http://x.example/#/enter/emma' });
	render(GroupPage);
	const dialog = await manage('Emma');
	const [admin, pupil] = page.members;
	server.answer('GET groups/g', { group, members: [admin, { ...pupil, managed: undefined }] });
	await user.click(dialog.getByRole('button', { name: 'Hand over the account' }));
	await eventually(() => expect(dialog.queryByRole('button', { name: 'Hand over the account' })).toBeNull());
	expect(dialog.getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
	await closeDialog();
	expect((await manage('Emma')).getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
});

it('shows the link of an account to nobody else, and where it belongs', async () => {
	server.answer('GET groups/g', pupils);
	const { answer } = server.hold('POST groups/g/members/emma/handover');
	render(GroupPage);
	await user.click((await manage('Emma')).getByRole('button', { name: 'Hand over the account' }));
	await closeDialog();
	const dialog = await manage('Bea');
	answer({ link: 'http://x.example/#/enter/emma' });
	await eventually(() => expect(loads()).toBe(2));
	expect(dialog.queryByDisplayValue(/enter/)).toBeNull();
	await closeDialog();
	expect((await manage('Emma')).getByDisplayValue('http://x.example/#/enter/emma')).toBeTruthy();
});

it('leaves the dialog of somebody else open when a member is removed late', async () => {
	server.answer('GET groups/g', pupils);
	const { answer } = server.hold('DELETE groups/g/members/emma');
	render(GroupPage);
	const dialog = await manage('Emma');
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await closeDialog();
	await manage('Bea');
	server.answer('GET groups/g', { group, members: pupils.members.filter(({ player }) => player !== emma) });
	answer({});
	await eventually(() => expect(screen.queryByRole('button', { name: 'Manage: Emma' })).toBeNull());
	expect(screen.getByRole('dialog', { name: 'Bea' })).toBeTruthy();
});

it('does not open the dialog again when somebody comes back who was removed', async () => {
	server.answer('DELETE groups/g/members/emma', {});
	server.answer('PATCH groups/g', {});
	render(GroupPage);
	const dialog = await manage('Emma');
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	server.answer('GET groups/g', { group, members: [page.members[0]] });
	await user.click(dialog.getByRole('button', { name: 'Remove' }));
	await eventually(() => expect(screen.queryByRole('button', { name: 'Manage: Emma' })).toBeNull());
	server.answer('GET groups/g', page);
	await user.click(screen.getByRole('button', { name: 'Rename' }));
	await screen.findByRole('button', { name: 'Manage: Emma' });
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves the chat that was chosen last, also while another choice is being saved', async () => {
	const { answer } = server.hold('PATCH groups/g');
	render(GroupPage);
	await user.click(await screen.findByRole('radio', { name: 'preset phrases only' }));
	await user.click(screen.getByRole('radio', { name: 'off' }));
	expect(server.count('PATCH groups/g')).toBe(1);
	answer({});
	await eventually(() => expect(server.last('PATCH groups/g')?.body).toEqual({ chat: 'off' }));
	await eventually(() => expect(loads()).toBe(2));
	expect(server.count('PATCH groups/g')).toBe(2);
});

it('shows the chat that is saved if a choice is refused', async () => {
	server.refuse('PATCH groups/g', 403, 'group.rights');
	render(GroupPage);
	await user.click(await screen.findByRole('radio', { name: 'off' }));
	await screen.findByRole('alert');
	expect(screen.getByRole<HTMLInputElement>('radio', { name: /rest of the server/ }).checked).toBe(true);
	expect(server.count('PATCH groups/g')).toBe(1);
});
