import { fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Motion } from '../engine/protocol';
import Board from './Board.svelte';
import { isShown } from './testing/shapes';
import type { BoardProps } from './types';

const preferences = vi.hoisted(() => ({ reducedMotion: false }));
vi.mock('../kernel/settings.svelte', () => ({ prefersReducedMotion: () => preferences.reducedMotion }));

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
	cancel: ReturnType<typeof vi.fn>;
	onfinish: (() => void) | null;
}
let animations: RecordedAnimation[];

beforeEach(() => {
	preferences.reducedMotion = false;
	animations = [];
	Element.prototype.animate = function (this: Element) {
		const animation = { piece: this.getAttribute('data-piece'), cancel: vi.fn(), onfinish: null };
		animations.push(animation);
		return animation as unknown as Animation;
	};
	Element.prototype.setPointerCapture = vi.fn();
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

	it('drags a piece to the cell under it', async () => {
		const [ondragfrom, ondragto] = [vi.fn(), vi.fn()];
		const { find } = show({ draggable: ['b3'], ondragfrom, ondragto });
		layOut();
		await fireEvent.pointerDown(cell('b3'), at(150, 150));
		await fireEvent.pointerMove(window, at(153, 150));
		expect(ondragfrom).not.toHaveBeenCalled();
		await fireEvent.pointerMove(window, at(350, 150));
		expect(ondragfrom).toHaveBeenCalledWith('b3');
		expect(find('[data-piece="b3"] .carried')).not.toBeNull();
		await fireEvent.pointerUp(window, at(430, 150));
		expect(ondragto).toHaveBeenCalledExactlyOnceWith('b3', 'd3');
		expect(find('.carried')).toBeNull();
	});

	it('ignores drops far outside, after Escape, or from a cell that is not draggable', async () => {
		const ondragto = vi.fn();
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

	it('is off for users who prefer reduced motion', async () => {
		preferences.reducedMotion = true;
		const { rerender, shows } = show(before);
		await rerender({ ...after, rotation: 180 });
		expect(animations).toEqual([]);
		expect(shows('b3', '.silver.square')).toBe(true);
	});
});
