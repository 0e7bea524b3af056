import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, onTestFinished, test, vi } from 'vitest';
import Dialog from './Dialog.svelte';
import Menu from './Menu.svelte';
import RadioGroup from './RadioGroup.svelte';
import TextField from './TextField.svelte';

const text = (html: string) => createRawSnippet(() => ({ render: () => html }));

test('a radio group is a group of radio buttons', async () => {
	const user = userEvent.setup();
	render(RadioGroup, {
		legend: 'Level',
		options: [
			{ value: '1', label: 'One', hint: 'easy' },
			{ value: '2', label: 'Two', hint: 'hard' },
		],
		value: '1',
	});
	expect(screen.getByRole('group', { name: 'Level' })).toBeTruthy();
	expect(screen.getByText('easy')).toBeTruthy();
	await user.click(screen.getByRole('radio', { name: 'Two' }));
	expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Two' }).checked).toBe(true);
	expect(screen.getByText('hard')).toBeTruthy();
});

test('a dialog reports that it was closed', async () => {
	const user = userEvent.setup();
	const onclose = vi.fn();
	render(Dialog, { title: 'Really?', open: true, onclose, children: text('<p>Think again.</p>') });
	expect(screen.getByRole('dialog', { name: 'Really?' })).toBeTruthy();
	await user.click(screen.getByRole('button', { name: 'Close' }));
	expect(onclose).toHaveBeenCalledOnce();
	expect(screen.queryByText('Think again.')).toBeNull();
});

test('a field with an error gets the focus, but not from another form', async () => {
	const user = userEvent.setup();
	const newForm = () => {
		const form = document.body.appendChild(document.createElement('form'));
		onTestFinished(() => form.remove());
		return form;
	};
	const [first, second] = [newForm(), newForm()];
	const fieldIn = (target: HTMLElement, label: string) => {
		const props = { label, value: '', autocomplete: 'off', error: '' } as const;
		const { rerender } = render(TextField, { target, props });
		return { field: screen.getByLabelText(label), refuse: (error: string) => rerender({ error }) };
	};
	const name = fieldIn(first, 'Name');
	const mail = fieldIn(first, 'Mail');
	const password = fieldIn(second, 'Password');
	await user.click(mail.field);
	await name.refuse('taken');
	expect(document.activeElement).toBe(name.field);
	await user.click(password.field);
	await mail.refuse('unknown');
	expect(document.activeElement).toBe(password.field);
});

test('a menu opens, and Escape closes it and returns the focus', async () => {
	const user = userEvent.setup();
	render(Menu, { label: 'More', children: text('<button>Resign</button>') });
	const opener = screen.getByRole('button', { name: 'More' });
	expect(opener.getAttribute('aria-expanded')).toBe('false');
	await user.click(opener);
	expect(screen.getByRole('button', { name: 'Resign' })).toBeTruthy();
	await user.keyboard('{Escape}');
	expect(screen.queryByRole('button', { name: 'Resign' })).toBeNull();
	expect(document.activeElement).toBe(opener);
});

test('a menu closes when something is chosen', async () => {
	const user = userEvent.setup();
	render(Menu, { label: 'More', children: text('<button>Resign</button>') });
	await user.click(screen.getByRole('button', { name: 'More' }));
	await user.click(screen.getByRole('button', { name: 'Resign' }));
	expect(screen.queryByRole('button', { name: 'Resign' })).toBeNull();
});
