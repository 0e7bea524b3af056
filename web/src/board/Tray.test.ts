import { fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDropZone } from './drag';
import Tray from './Tray.svelte';
import type { TrayPiece } from './types';

const pieces: TrayPiece[] = [
	{ value: 'S', letter: 'S', count: 2, usable: true, picked: false, label: 'light sphere, 2 left' },
	{ value: 'C', letter: 'C', count: 1, usable: true, picked: true, label: 'light cube, 1 left' },
	{ value: 'N', letter: 'N', count: 0, usable: false, picked: false, label: 'light cone, none left' },
];

function show(onpick = vi.fn()) {
	render(Tray, { game: 'quantik', pieces, label: 'Your pieces', onpick, draggable: true });
	return onpick;
}
const button = (name: RegExp) => screen.getByRole('button', { name });

beforeEach(() => {
	Element.prototype.setPointerCapture = vi.fn();
	HTMLElement.prototype.showPopover = vi.fn();
});

it('shows what can be picked and how many are left', () => {
	show();
	expect(screen.getByRole('group', { name: 'Your pieces' })).toBeTruthy();
	expect(button(/sphere/).textContent.trim()).toBe('2');
	expect(button(/cube/).getAttribute('aria-pressed')).toBe('true');
	expect(button(/cone/).getAttribute('aria-disabled')).toBe('true');
});

it('picks usable pieces by click and by key', async () => {
	const user = userEvent.setup();
	const onpick = show();
	await user.click(button(/sphere/));
	await user.click(button(/cone/));
	button(/cube/).focus();
	await user.keyboard('{Enter}');
	expect(onpick.mock.calls.flat()).toEqual(['S', 'C']);
});

it('picks a piece when it is dragged and drops it on a board', async () => {
	const drop = vi.fn();
	const remove = addDropZone({ hit: (x) => (x > 200 ? 'b3' : null), over: vi.fn(), drop });
	const onpick = show();
	const at = (x: number) => ({ clientX: x, clientY: 0, pointerId: 1, button: 0, isPrimary: true });
	for (const x of [100, 300]) {
		await fireEvent.pointerDown(button(/sphere/), at(0));
		await fireEvent.pointerMove(window, at(x));
		expect(document.querySelectorAll('.carried')).toHaveLength(1);
		await fireEvent.pointerUp(window, at(x));
		expect(document.querySelectorAll('.carried')).toHaveLength(0);
	}
	expect(onpick.mock.calls.flat()).toEqual(['S', 'S']);
	expect(drop).toHaveBeenCalledExactlyOnceWith('', 'b3');
	remove();
});
