import { fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../match/local/testing/eventually';
import { addDropZone, type DropZone } from './drag';
import Tray from './Tray.svelte';
import { stubFrames } from './testing/frames';
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

let runFrames: () => void;
const flights = vi.hoisted(() => ({ animations: [] as { frames: Keyframe[]; land: () => void }[] }));

beforeEach(() => {
	runFrames = stubFrames();
	flights.animations = [];
	Element.prototype.animate = (frames) => {
		let land = () => {};
		const finished = new Promise<void>((resolve) => {
			land = resolve;
		});
		flights.animations.push({ frames: frames as Keyframe[], land });
		return { finished } as unknown as Animation;
	};
	Element.prototype.setPointerCapture = vi.fn();
	HTMLElement.prototype.showPopover = vi.fn();
});
afterEach(() => void vi.unstubAllGlobals());

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

it('picks a piece on which a finger rests, once, and goes on with keys', async () => {
	const onpick = show();
	const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
	await fireEvent(button(/sphere/), new PointerEvent('contextmenu', touch));
	await fireEvent.click(button(/sphere/), { detail: 1 });
	expect(onpick.mock.calls.flat()).toEqual(['S']);
	button(/cube/).focus();
	await userEvent.setup().keyboard('{Enter}');
	expect(onpick.mock.calls.flat()).toEqual(['S', 'C']);
});

it('keeps a piece picked that is dragged after a finger rested on it', async () => {
	const onpick = vi.fn();
	const { rerender } = render(Tray, {
		game: 'quantik',
		pieces,
		label: 'Your pieces',
		onpick,
		draggable: true,
	});
	const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
	await fireEvent.pointerDown(button(/sphere/), at(0));
	await fireEvent(button(/sphere/), new PointerEvent('contextmenu', touch));
	await rerender({ pieces: pieces.map((piece) => ({ ...piece, picked: piece.value === 'S' })) });
	await fireEvent.pointerMove(window, at(100));
	await fireEvent.pointerUp(window, at(100));
	expect(onpick.mock.calls.flat()).toEqual(['S']);
});

const at = (x: number) => ({
	clientX: x,
	clientY: 0,
	pointerId: 1,
	button: 0,
	isPrimary: true,
	pointerType: 'mouse',
});
const carried = () => document.querySelector<HTMLElement>('.carried');

/** A board with cells of 80 pixels, where b3 is right of x = 200. */
function putBoard(more: Partial<DropZone> = {}) {
	const drop = vi.fn(() => true);
	const zone: DropZone = {
		hit: (x) => (x > 200 ? 'b3' : null),
		over: vi.fn(),
		accepts: () => true,
		drop,
		cellWidth: () => 80,
		...more,
	};
	return { drop, remove: addDropZone(zone) };
}

it('picks a piece when it is dragged and drops it on a board', async () => {
	const { drop, remove } = putBoard();
	const onpick = show();
	await fireEvent.pointerDown(button(/sphere/), at(0));
	await fireEvent.pointerMove(window, at(300));
	expect(onpick.mock.calls.flat()).toEqual(['S']);
	await fireEvent.pointerUp(window, at(300));
	expect(drop).toHaveBeenCalledExactlyOnceWith({
		from: '',
		letter: 'S',
		cell: 'b3',
		at: { x: 300, y: -4.8 },
	});
	await eventually(() => expect(carried()).toBeNull());
	remove();
});

it('drags a piece at the size of the board, above a finger, once per frame', async () => {
	const { remove } = putBoard();
	show();
	const touch = (x: number) => ({ ...at(x), pointerType: 'touch' });
	await fireEvent.pointerDown(button(/sphere/), touch(0));
	await fireEvent.pointerMove(window, touch(30));
	await fireEvent.pointerMove(window, touch(100));
	expect(carried()).toBeNull();
	runFrames();
	await eventually(() => expect(carried()?.style.width).toBe('80px'));
	expect(carried()?.style.left).toBe('60px');
	expect(carried()?.style.top).toBe('-80px');
	await fireEvent.pointerCancel(window, touch(100));
	remove();
});

it('flies back when no board takes the piece', async () => {
	const { drop, remove } = putBoard({ drop: () => false });
	show();
	await fireEvent.pointerDown(button(/sphere/), at(0));
	await fireEvent.pointerMove(window, at(300));
	runFrames();
	await eventually(() => expect(carried()).not.toBeNull());
	await fireEvent.pointerUp(window, at(300));
	expect(drop).not.toHaveBeenCalled();
	expect(flights.animations).toHaveLength(1);
	expect(flights.animations[0]?.frames.at(-1)?.transform).toContain('translate(-300px');
	expect(carried()).not.toBeNull();
	flights.animations[0]?.land();
	await eventually(() => expect(carried()).toBeNull());
	remove();
});
