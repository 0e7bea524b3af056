import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Motion } from '../engine/protocol';
import { messages } from '../kernel/announce.svelte';
import { allQueuedTasks } from '../kernel/tasks';
import { eventually } from '../match/local/testing/eventually';
import Board from './Board.svelte';
import { cellName } from './cellNames';
import { followDrag } from './drag';
import { boardSVG } from './image';
import { stubFrames } from './testing/frames';
import { isShown } from './testing/shapes';
import type { BoardProps } from './types';

const preferences = vi.hoisted(() => ({ scale: 1, coordinates: true, showTargets: true, haptics: false }));
vi.mock('../kernel/settings.svelte', () => ({
	animationScale: () => preferences.scale,
	settings: preferences,
}));

const vibrations: string[] = vi.hoisted(() => []);
vi.mock('../kernel/haptics', () => ({ vibrate: (what: string) => vibrations.push(what) }));

function show(props: Partial<BoardProps> = {}) {
	const all: BoardProps = {
		game: 'quantik',
		size: 4,
		cells: { b3: 's', a1: 'C' },
		label: 'Board',
		describe: (_cell, letter) => ({ s: 'dark sphere', C: 'light cube' })[letter] ?? 'empty',
		...props,
	};
	const view = render(Board, all);
	const find = (selector: string) => view.container.querySelector(selector);
	const shows = (cell: string, classes: string) => isShown(view.container, cell, classes);
	return { ...view, find, shows };
}
const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) });

interface RecordedAnimation {
	piece: string | null;
	frames: Keyframe[];
	finish: () => void;
	finished: Promise<void>;
	cancel: ReturnType<typeof vi.fn>;
	onfinish: (() => void) | null;
}
let animations: RecordedAnimation[];
let runFrames: () => void;

beforeEach(() => {
	Object.assign(preferences, { scale: 1, coordinates: true, showTargets: true });
	runFrames = stubFrames();
	vibrations.length = 0;
	animations = [];
	Element.prototype.animate = function (this: Element, frames) {
		let finish = () => {};
		const finished = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const animation = {
			piece: this.getAttribute('data-piece'),
			frames: frames as Keyframe[],
			cancel: vi.fn(),
			onfinish: null,
			finish,
			finished,
		};
		animations.push(animation);
		return animation as unknown as Animation;
	};
	Element.prototype.setPointerCapture = vi.fn();
});

// The first board is drawn in several tasks, all later ones at once.
beforeAll(async () => {
	show();
	await allQueuedTasks();
	cleanup();
});

describe('drawing', () => {
	it('shows each letter as its piece', () => {
		const { find, shows } = show();
		expect(shows('b3', '.dark.sphere')).toBe(true);
		expect(shows('a1', '.dark')).toBe(false);
		expect(shows('a1', '.light.cube')).toBe(true);
		expect(find('[data-piece="c3"]')).toBeNull();
	});

	it('draws a cube on every cell of Quixo', () => {
		const { container, shows } = show({ game: 'quixo', size: 5, cells: { e5: 'O' } });
		expect(container.querySelectorAll('[data-piece]')).toHaveLength(25);
		expect(shows('e5', '.circle')).toBe(true);
	});

	it('gives every state its own marker', () => {
		const { container } = show({
			targets: ['c3', 'd3'],
			picked: ['a1'],
			last: ['b3'],
			hints: ['d1'],
			obstacles: { a4: { why: 'no', by: ['b3'] } },
			marks: { d4: { sign: '+3', word: 'wins in 3 turns', tone: 'win' } },
		});
		const count = (sign: string) => container.querySelectorAll(`svg .${sign}`).length;
		expect(['target', 'picked', 'last', 'hint', 'obstacle', 'mark'].map(count)).toEqual([2, 1, 1, 1, 1, 1]);
		expect(container.querySelector('.mark text')?.textContent).toBe('+3');
	});

	it('keeps the moves since the last own one readable', () => {
		const { container } = show({ last: ['b3'], earlier: [['a1', 'b3'], ['d4'], ['d3']] });
		expect(container.querySelectorAll('svg .last')).toHaveLength(1);
		expect(container.querySelectorAll('svg .age1')).toHaveLength(1);
		expect(container.querySelectorAll('svg .age2')).toHaveLength(2);
	});

	it('shows a suggested move as an arrow and the ghost of a piece', () => {
		const suggested: Motion[] = [
			{ kind: 'push', from: 'b3', to: 'd3', letter: 's', needs: [] },
			{ kind: 'slide', from: 'd3', to: 'c3', letter: '', needs: [] },
		];
		const { container } = show({ suggested });
		expect(container.querySelectorAll('svg .ghost')).toHaveLength(1);
		expect(container.querySelectorAll('svg .head')).toHaveLength(1);
	});

	it('has coordinates unless players do not want them', async () => {
		const labels = () => document.querySelectorAll('.labels text').length;
		show();
		expect(labels()).toBe(8);
		cleanup();
		preferences.coordinates = false;
		show();
		expect(labels()).toBe(0);
	});

	it('leaves everything that helps with the next move out of pictures', () => {
		const position = { last: ['b3'], marks: { d4: { sign: '+3', word: 'wins', tone: 'win' as const } } };
		const plain = boardSVG(show(position).container);
		cleanup();
		const { container } = show({
			...position,
			targets: ['c3', 'd3', 'a1'],
			picked: ['a1'],
			hints: ['d1'],
			obstacles: { a4: { why: 'no', by: ['b3'] } },
		});
		const elements = (svg: string) => svg.match(/<\w+/g)?.length;
		expect(elements(boardSVG(container))).toBe(elements(plain));
	});

	it('dims everything outside the decisive line', () => {
		const { find } = show({ line: ['a1', 'b1', 'c1', 'd1'] });
		expect(find('[data-piece="b3"] .aside')).not.toBeNull();
		expect(find('[data-piece="a1"] .aside')).toBeNull();
	});
});

describe('accessible names', () => {
	it('names the board and each cell, in rows as on the screen', () => {
		show();
		expect(screen.getByRole('grid', { name: 'Board' })).toBeTruthy();
		const names = screen
			.getAllByRole('row')
			.map((row) => [...row.children].map((part) => part.getAttribute('data-cell')).join(' '));
		expect(names).toEqual(['a4 b4 c4 d4', 'a3 b3 c3 d3', 'a2 b2 c2 d2', 'a1 b1 c1 d1']);
		expect(cell('b3').getAttribute('aria-label')).toBe('b3, dark sphere');
	});

	it('adds the mark of a cell and why it cannot be chosen', () => {
		show({
			marks: { d4: { sign: '+3', word: 'wins in 3 turns', tone: 'win' } },
			obstacles: { a3: { why: 'a dark sphere is in this row', by: ['b3'] } },
			picked: ['a1'],
		});
		expect(cell('d4').getAttribute('aria-label')).toBe('d4, empty, wins in 3 turns');
		expect(cell('a3').getAttribute('aria-label')).toBe('a3, empty, a dark sphere is in this row');
		expect(cell('a1').getAttribute('aria-selected')).toBe('true');
		expect(cell('a2').hasAttribute('aria-selected')).toBe(false);
	});
});

describe('choices', () => {
	it('are named as such', () => {
		show({ targets: ['c3'] });
		expect(cell('c3').getAttribute('aria-label')).toBe('c3, empty, can be chosen');
		expect(cell('d3').getAttribute('aria-label')).toBe('d3, empty');
	});

	it('are read out by a key', async () => {
		const user = userEvent.setup();
		const { rerender } = show({ targets: ['c3', 'a4', 'b1'] });
		cell('a1').focus();
		await user.keyboard('c');
		expect(messages.spoken).toBe('You can choose: a4, c3, b1.');
		await rerender({ targets: [] });
		await user.keyboard('c');
		expect(messages.spoken).toBe('There is nothing to choose on the board right now.');
	});

	it('are marked only under the pointer if players do not want more', async () => {
		preferences.showTargets = false;
		const { container } = show({ targets: ['c3', 'd3'] });
		expect(container.querySelectorAll('svg .target')).toHaveLength(0);
		await userEvent.setup().hover(cell('c3'));
		expect(container.querySelectorAll('svg .target')).toHaveLength(1);
	});
});

describe('keyboard', () => {
	it('is one Tab stop, and arrow keys stay on the board', async () => {
		const user = userEvent.setup();
		const onpick = vi.fn();
		show({ onpick });
		await user.tab();
		expect(document.activeElement).toBe(cell('a1'));
		await user.keyboard('{ArrowUp}{ArrowRight}{Enter}');
		await user.keyboard('{End} ');
		await user.keyboard('{ArrowRight}{Enter}');
		await user.keyboard('{Control>}{Home}{/Control}{Enter}');
		expect(onpick.mock.calls.flat()).toEqual(['b2', 'd2', 'd2', 'a4']);
		expect(screen.getAllByRole('gridcell').filter((part) => part.tabIndex === 0)).toEqual([cell('a4')]);
	});

	it('follows the arrow keys on a rotated board', async () => {
		const user = userEvent.setup();
		show({ rotation: 180 });
		cell('a1').focus();
		await user.keyboard('{ArrowLeft}');
		expect(document.activeElement).toBe(cell('b1'));
		await user.keyboard('{ArrowDown}');
		expect(document.activeElement).toBe(cell('b2'));
	});

	it('keeps the focus on its cell when the board is rotated', async () => {
		const { rerender } = show();
		cell('b1').focus();
		await rerender({ rotation: 90 });
		expect(document.activeElement).toBe(cell('b1'));
	});
});

describe('pointer', () => {
	it('reports clicks and hovers on any cell', async () => {
		const user = userEvent.setup();
		const [onpick, onpoint] = [vi.fn(), vi.fn()];
		show({ onpick, onpoint, targets: ['c3'] });
		await user.click(cell('c3'));
		await user.click(cell('b3'));
		expect(onpick.mock.calls.flat()).toEqual(['c3', 'b3']);
		expect(onpoint).toHaveBeenCalledWith('c3');
		expect(onpoint).toHaveBeenLastCalledWith('b3');
	});

	it('shows why the cell under the pointer is forbidden', async () => {
		const { container } = show({ obstacles: { a4: { why: 'no', by: ['b3'] } } });
		expect(container.querySelectorAll('.cause')).toHaveLength(0);
		await userEvent.setup().hover(cell('a4'));
		expect(container.querySelectorAll('.cause')).toHaveLength(1);
	});

	/** Gives the grid 400×400 pixels, since happy-dom has no layout. */
	function layOut() {
		const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
	}
	const at = (x: number, y: number) => ({ clientX: x, clientY: y, pointerId: 1, button: 0, isPrimary: true });

	it('takes a finger that rests on a cell for a click, once', async () => {
		const onpick = vi.fn();
		show({ onpick });
		const touch = { bubbles: true, cancelable: true, pointerType: 'touch' };
		const rest = new PointerEvent('contextmenu', touch);
		await fireEvent.pointerDown(cell('c3'), at(250, 150));
		await fireEvent(cell('c3'), rest);
		expect(rest.defaultPrevented).toBe(true);
		await fireEvent.click(cell('c3'), { detail: 1 });
		expect(onpick).toHaveBeenCalledExactlyOnceWith('c3');
		await fireEvent.pointerDown(cell('c3'), at(250, 150));
		await fireEvent.click(cell('c3'), { detail: 1 });
		expect(onpick).toHaveBeenCalledTimes(2);
	});

	it('leaves a right click alone', async () => {
		const onpick = vi.fn();
		show({ onpick });
		const click = new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: 'mouse' });
		await fireEvent(cell('c3'), click);
		expect([click.defaultPrevented, onpick.mock.calls]).toEqual([false, []]);
	});

	it('gives up a drag when the page is left', async () => {
		const ondragfrom = vi.fn();
		const { unmount } = show({ draggable: ['b3'], ondragfrom, ondragto: () => true });
		layOut();
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(350, 150));
		expect(ondragfrom).toHaveBeenCalled();
		unmount();
		const clicked = vi.fn();
		document.body.addEventListener('click', clicked, { once: true });
		await fireEvent.pointerUp(window, at(350, 150));
		await fireEvent.click(document.body);
		expect(clicked).toHaveBeenCalled();
	});

	it('drags a piece to the cell under it', async () => {
		const [ondragfrom, ondragto] = [vi.fn(), vi.fn(() => false)];
		const { find } = show({ draggable: ['b3'], ondragfrom, ondragto });
		layOut();
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(153, 150));
		expect(ondragfrom).not.toHaveBeenCalled();
		await fireEvent.pointerMove(window, at(350, 150));
		expect(ondragfrom).toHaveBeenCalledWith('b3');
		runFrames();
		await eventually(() => expect(find('[data-piece="b3"] .carried')).not.toBeNull());
		await fireEvent.pointerUp(window, at(430, 150));
		expect(ondragto).toHaveBeenCalledExactlyOnceWith('b3', 'd3');
		expect(find('.carried')).toBeNull();
	});

	it('ignores drops far outside, after Escape, or from a cell that is not draggable', async () => {
		const ondragto = vi.fn(() => false);
		show({ draggable: ['b3'], ondragto });
		layOut();
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(900, 150));
		await fireEvent.pointerUp(window, at(900, 150));
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(350, 150));
		await fireEvent.keyDown(window, { key: 'Escape' });
		await fireEvent.pointerUp(window, at(350, 150));
		await fireEvent.pointerDown(cell('a1'), at(50, 350));
		await fireEvent.pointerMove(window, at(350, 150));
		await fireEvent.pointerUp(window, at(350, 150));
		expect(ondragto).not.toHaveBeenCalled();
	});
});

it('names what is there, and what is only previewed', () => {
	const name = cellName('d2', {
		cells: { d2: 'S' },
		position: { b1: 's' },
		targets: ['d2'],
		planned: [],
		marks: {},
		obstacles: {},
		shaded: [],
		bands: [],
		shapes: [],
		describe: (_, letter) => letter || 'empty',
	});
	expect(name).toBe('d2, empty, preview: S, can be chosen');
});

describe('a piece in the hand', () => {
	const pointer = { pointerId: 1, button: 0, isPrimary: true, pointerType: 'mouse' };
	const at = (x: number, y: number, time = 0) => ({ ...pointer, clientX: x, clientY: y, timeStamp: time });

	/** Drags the piece on b3 over the board of 400×400 pixels, and lets it go. */
	async function drag(to: { x: number; y: number }) {
		const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(to.x, to.y));
		await fireEvent.pointerUp(window, at(to.x, to.y));
	}
	const transformOf = (name: string) =>
		document.querySelector<SVGGElement>(`[data-piece="${name}"]`)?.style.transform ?? '';

	it('stays where it is let go, and settles from there', async () => {
		const { rerender } = show({ draggable: ['b3'], ondragto: () => true });
		await drag({ x: 340, y: 150 });
		expect(transformOf('b3')).toMatch(/^translate\(190px, -6px\)/);
		expect(animations).toEqual([]);
		const motions: Motion[] = [{ kind: 'push', from: 'b3', to: 'd3', letter: 's', needs: [] }];
		await rerender({ cells: { d3: 's', a1: 'C' }, motions });
		expect(animations.map(({ piece }) => piece)).toEqual(['d3']);
		expect(animations[0]?.frames[0]?.transform).toMatch(/^translate\(-10px, -6px\)/);
		expect(transformOf('d3')).toBe('');
	});

	it('goes back when it is let go where it means nothing', async () => {
		const { find } = show({ draggable: ['b3'], ondragto: () => false });
		await drag({ x: 340, y: 150 });
		expect(animations.map(({ piece }) => piece)).toEqual(['b3']);
		expect(animations[0]?.frames[0]?.transform).toMatch(/^translate\(190px, -6px\)/);
		expect(animations[0]?.frames.at(-1)?.transform).toMatch(/^translate\(0px, 0px\)/);
		expect(find('.carried')).toBeNull();
	});

	it('goes back when its move never comes', async () => {
		vi.useFakeTimers();
		try {
			show({ draggable: ['b3'], ondragto: () => true });
			await drag({ x: 340, y: 150 });
			expect(animations).toEqual([]);
			await vi.runAllTimersAsync();
			expect(animations.map(({ piece }) => piece)).toEqual(['b3']);
			expect(transformOf('b3')).toBe('');
		} finally {
			vi.useRealTimers();
		}
	});

	it('waits there as long as its move is on its way', async () => {
		vi.useFakeTimers();
		try {
			let awaited = true;
			show({ draggable: ['b3'], ondragto: () => true, awaited: () => awaited });
			await drag({ x: 340, y: 150 });
			await vi.advanceTimersByTimeAsync(60_000);
			expect(animations).toEqual([]);
			awaited = false;
			await vi.runAllTimersAsync();
			expect(animations.map(({ piece }) => piece)).toEqual(['b3']);
		} finally {
			vi.useRealTimers();
		}
	});

	it('stays in the hand when another finger is lifted off, or cancelled', async () => {
		const ondragto = vi.fn(() => true);
		show({ draggable: ['b3'], ondragto });
		const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(340, 150));
		await fireEvent.pointerCancel(window, { ...at(200, 390), pointerId: 2, isPrimary: false });
		await fireEvent.pointerUp(window, { ...at(200, 390), pointerId: 2, isPrimary: false });
		await fireEvent.pointerUp(window, at(340, 150));
		expect(ondragto).toHaveBeenCalledExactlyOnceWith('b3', 'd3');
	});

	it('comes from a tray and is shown at once', async () => {
		const { container, rerender } = show({ ondragto: () => true });
		const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
		const source = { from: '', letter: 'S', started: vi.fn(), moved: vi.fn(), ended: vi.fn() };
		const button = document.body.appendChild(document.createElement('button'));
		button.addEventListener('pointerdown', (press) => followDrag(press, source));
		await fireEvent.pointerDown(button, at(500, 500));
		await fireEvent.pointerMove(window, at(250, 250));
		await fireEvent.pointerUp(window, at(250, 250));
		expect(source.ended).toHaveBeenCalledExactlyOnceWith(true);
		await eventually(() =>
			expect(container.querySelector('use[transform^="translate(276 270"]')).not.toBeNull(),
		);
		const motions: Motion[] = [{ kind: 'place', from: '', to: 'c2', letter: 'S', needs: [] }];
		await rerender({ cells: { c2: 'S' }, motions });
		expect(animations[0]?.frames[0]?.transform).toMatch(/^translate\(0px, -6px\)/);
		expect(container.querySelector('use[transform]')).toBeNull();
	});

	it('can be flicked towards a target', async () => {
		const ondragto = vi.fn(() => true);
		show({ draggable: ['b3'], targets: ['b1', 'd3'], ondragto });
		const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
		const send = (type: string, x: number, y: number, time: number) => {
			const event = new PointerEvent(type, { ...pointer, clientX: x, clientY: y, bubbles: true });
			Object.defineProperty(event, 'timeStamp', { value: time });
			return fireEvent(type === 'pointerdown' ? cell('b3') : window, event);
		};
		await send('pointerdown', 150, 150, 0);
		await send('pointermove', 170, 152, 20);
		await send('pointermove', 185, 155, 40);
		await send('pointerup', 185, 155, 41);
		expect(ondragto).toHaveBeenCalledExactlyOnceWith('b3', 'd3');
		await send('pointerdown', 150, 150, 1000);
		await send('pointermove', 170, 152, 1500);
		await send('pointerup', 185, 155, 2000);
		expect(ondragto).toHaveBeenCalledOnce();
	});
});

describe('animation', () => {
	const motions: Motion[] = [
		{ kind: 'flip', from: 'b2', to: 'b3', letter: 's', needs: [] },
		{ kind: 'place', from: '', to: 'd1', letter: 'C', needs: [] },
	];
	const before = { game: 'pivot', cells: { b2: 'S' } };
	const after = { cells: { b3: 's', d1: 'C' }, motions };

	it('plays new motions; a flipped card shows its old face first', async () => {
		const { rerender, find, shows } = show(before);
		await rerender(after);
		expect(animations.map(({ piece }) => piece)).toEqual(['b3', 'b3', 'd1']);
		expect(shows('b3', '.black.square')).toBe(true);
		animations[1]?.onfinish?.();
		await rerender({});
		expect(shows('b3', '.silver.square')).toBe(true);
		expect(find('[data-piece="b2"]')).toBeNull();
	});

	it('is cut short by the next motions and shows the right board at once', async () => {
		const { rerender, shows } = show(before);
		await rerender(after);
		await rerender({ cells: { b2: 'S' }, motions: [] });
		expect(animations.every(({ cancel }) => cancel.mock.calls.length === 1)).toBe(true);
		await rerender({ cells: { b3: 's' } });
		expect(shows('b3', '.silver.square')).toBe(true);
	});

	it('does not replay motions that were there from the start or are passed again', async () => {
		const { rerender } = show({ game: 'pivot', ...after });
		await rerender({ ...after });
		expect(animations).toEqual([]);
	});

	it('says when the pieces have landed, and shows the line only then', async () => {
		const onsettled = vi.fn();
		const { rerender, container } = show({ ...before, onsettled });
		await rerender({ ...after, line: ['b3', 'd1'], celebrating: true });
		expect(container.querySelector('.aside, .halo')).toBeNull();
		expect(vibrations).toEqual([]);
		for (const { finish } of animations) finish();
		await eventually(() => expect(onsettled).toHaveBeenCalledOnce());
		await eventually(() => expect(container.querySelector('.halo')).not.toBeNull());
		expect(vibrations).toEqual(['win']);
	});

	it('does not celebrate a game again that was over before', () => {
		show({ celebrating: true });
		expect(vibrations).toEqual([]);
	});

	it('says so at once if nothing moves', async () => {
		preferences.scale = 0;
		const onsettled = vi.fn();
		const { rerender } = show({ ...before, onsettled });
		await rerender({ ...after });
		expect(onsettled).toHaveBeenCalledOnce();
	});

	it('is off for users who prefer reduced motion', async () => {
		preferences.scale = 0;
		const { rerender, shows } = show(before);
		await rerender({ ...after, rotation: 180 });
		expect(animations).toEqual([]);
		expect(shows('b3', '.silver.square')).toBe(true);
	});
});

describe('arrows and circles', () => {
	const box = { left: 0, top: 0, width: 400, height: 400 } as DOMRect;
	const pointer = (type: string, x: number, y: number, button: number, options: PointerEventInit = {}) =>
		new PointerEvent(type, { clientX: x, clientY: y, button, pointerId: 1, bubbles: true, ...options });

	function showDrawable(props: Partial<BoardProps> = {}) {
		const [ondraw, onpick] = [vi.fn(), vi.fn()];
		const shown = show({ ondraw, onpick, ...props });
		vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockReturnValue(box);
		return { ...shown, ondraw, onpick };
	}

	it('shows arrows and circles, and names them', () => {
		const { find } = show({
			shapes: [
				{ brush: 'green', from: 'a1', to: 'c3' },
				{ brush: 'red', from: 'b3', to: 'b3' },
				{ brush: 'red', from: 'h8', to: 'a1' },
			],
		});
		expect(find('[data-shape="a1 c3"].green')).toBeTruthy();
		expect(find('[data-shape="b3 b3"].red')).toBeTruthy();
		expect(find('[data-shape="h8 a1"]')).toBeNull();
		expect(cell('a1').getAttribute('aria-label')).toBe('a1, light cube, arrow to c3');
		expect(cell('b3').getAttribute('aria-label')).toBe('b3, dark sphere, circled');
	});

	it('takes the right button, in the colour of the keys held down', async () => {
		const { ondraw, onpick, find } = showDrawable();
		await fireEvent(cell('a4'), pointer('pointerdown', 50, 50, 2, { shiftKey: true }));
		await fireEvent(window, pointer('pointermove', 250, 50, -1));
		expect(find('[data-shape="a4 c4"].red')).toBeTruthy();
		await fireEvent(window, pointer('pointerup', 250, 50, 2));
		expect(ondraw).toHaveBeenCalledExactlyOnceWith({ brush: 'red', from: 'a4', to: 'c4' });
		const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
		await fireEvent(cell('a4'), menu);
		expect(menu.defaultPrevented).toBe(true);
		expect(onpick).not.toHaveBeenCalled();
	});

	it('leaves the right button alone where nothing can be drawn', async () => {
		show();
		const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
		await fireEvent(cell('a4'), menu);
		expect(menu.defaultPrevented).toBe(false);
	});

	it('takes every press while a colour is chosen', async () => {
		const { ondraw, onpick } = showDrawable({ brush: 'blue' });
		await fireEvent(cell('b4'), pointer('pointerdown', 150, 50, 0));
		await fireEvent(window, pointer('pointerup', 150, 50, 0));
		await fireEvent.click(cell('b4'), { detail: 1 });
		expect(ondraw).toHaveBeenCalledExactlyOnceWith({ brush: 'blue', from: 'b4', to: 'b4' });
		expect(onpick).not.toHaveBeenCalled();
	});

	it('works with keys: Enter for a circle, Shift and Enter for the start of an arrow', async () => {
		const { ondraw } = showDrawable({ brush: 'yellow' });
		cell('a1').focus();
		await userEvent.keyboard('{Enter}');
		expect(ondraw).toHaveBeenLastCalledWith({ brush: 'yellow', from: 'a1', to: 'a1' });
		await userEvent.keyboard('{Shift>}{Enter}{/Shift}{ArrowRight}{ArrowUp}{Enter}');
		expect(ondraw).toHaveBeenLastCalledWith({ brush: 'yellow', from: 'a1', to: 'b2' });
		expect(ondraw).toHaveBeenCalledTimes(2);
	});
});
