import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import Dialog from './Dialog.svelte';
import Menu from './Menu.svelte';
import RadioGroup from './RadioGroup.svelte';

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
