import { fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusalError } from '../../engine/client';
import type {
	GameInfo,
	Motion,
	Picks,
	PlyView,
	PositionView,
	Premove,
	Preview,
	Refusal,
} from '../../engine/protocol';
import { eventually } from '../local/testing/eventually';
import PlayableBoard from './PlayableBoard.svelte';
import {
	afterCircle,
	afterSphere,
	cubes,
	cubesForFour,
	lined,
	nearlyLined,
	nothingToTake,
	pivot,
	position,
	quantik,
	quixo,
	quixo4p,
	quixoAnnounced,
} from './testing/positions';

const rules = vi.hoisted(() => ({
	preview: vi.fn(),
	refusals: vi.fn(),
	premoves: vi.fn(),
	readMove: vi.fn(),
}));
vi.mock('../../engine', () => ({ rules }));
vi.mock('../../kernel/sound', () => ({ playSound: vi.fn() }));

const refusal = (text: string, cells: string[] = []): Refusal => ({
	code: 'unknown.code',
	params: {},
	text,
	input: '',
	cells,
	ply: -1,
});

beforeEach(() => {
	rules.preview.mockReset().mockImplementation(async (): Promise<Preview> => new Promise(() => {}));
	rules.refusals.mockReset().mockResolvedValue({});
	rules.premoves.mockReset().mockResolvedValue([]);
	rules.readMove.mockReset();
	HTMLElement.prototype.showPopover ??= () => {};
	// Boards have 100 pixels per cell, at the corner of the window.
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
		const size = Math.sqrt(this.querySelectorAll('[role=gridcell]').length) * 100;
		return new DOMRect(0, 0, size, size);
	});
});

function show(info: GameInfo, at: PositionView, more: Record<string, unknown> = {}) {
	const onmove = vi.fn<(text: string) => void>();
	const props = { info, position: at, enabled: true, onmove, ...more };
	return { onmove, user: userEvent.setup(), ...render(PlayableBoard, props) };
}

const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}\\b`) });
const piece = (name: string | RegExp) => screen.getByRole('button', { name });
const button = piece;
const status = () => screen.getByRole('status').textContent?.trim();
const targets = () =>
	[...document.querySelectorAll<HTMLElement>('[role=gridcell].target')].map((each) => each.dataset.cell);

/** The centre of a cell, from the first player's side. */
function middle(name: string, size: number) {
	return { clientX: (name.charCodeAt(0) - 97) * 100 + 50, clientY: (size - Number(name[1])) * 100 + 50 };
}

async function drag(what: Element, to: string, size: number) {
	const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', bubbles: true };
	await fireEvent(what, new PointerEvent('pointerdown', { ...pointer, clientX: 900, clientY: 900 }));
	await fireEvent(window, new PointerEvent('pointermove', { ...pointer, ...middle(to, size) }));
	await fireEvent(window, new PointerEvent('pointerup', { ...pointer, ...middle(to, size) }));
}

describe('Quantik', () => {
	it('is played by a piece and a cell', async () => {
		const { onmove, user } = show(quantik, afterSphere);
		expect(status()).toBe('Choose a piece and a cell.');
		await user.click(piece(/^dark sphere/));
		expect(targets().sort()).toEqual(['b3', 'b4', 'c1', 'c3']);
		expect(status()).toBe('Choose a cell for the piece.');
		await user.click(cell('b3'));
		expect(onmove.mock.calls).toEqual([['S@b3']]);
	});

	it('is played by a cell and a piece', async () => {
		const { onmove, user } = show(quantik, afterSphere);
		await user.click(cell('b2'));
		expect(status()).toBe('Choose a piece for b2.');
		expect(piece(/^dark sphere/).getAttribute('aria-disabled')).toBe('true');
		await user.click(piece(/^dark sphere/));
		expect(onmove).not.toHaveBeenCalled();
		await user.click(piece(/^dark cone/));
		expect(onmove.mock.calls).toEqual([['N@b2']]);
	});

	it('is played by dragging a piece', async () => {
		const { onmove } = show(quantik, afterSphere);
		await drag(piece(/^dark sphere/), 'c3', 4);
		expect(onmove.mock.calls).toEqual([['S@c3']]);
	});

	it('is played by keyboard', async () => {
		const { onmove, user } = show(quantik, afterSphere);
		piece(/^dark cone/).focus();
		await user.keyboard('{Enter}');
		cell('a1').focus();
		await user.keyboard('{ArrowRight}{ArrowUp}{Enter}');
		expect(onmove.mock.calls).toEqual([['N@b2']]);
	});

	it('shows what is forbidden, by what, and why', async () => {
		rules.refusals.mockImplementation(async (_game: string, _at: string, picks: Picks) =>
			picks.piece === 'S' ? { a1: refusal('the sphere on a2 is in this column', ['a2']) } : {},
		);
		const { onmove, user } = show(quantik, afterSphere);
		await user.click(piece(/^dark sphere/));
		await eventually(() => expect(cell('a1').getAttribute('aria-label')).toContain('in this column'));
		await user.click(cell('a1'));
		expect(status()).toBe('The sphere on a2 is in this column');
		expect(piece(/^dark sphere/).getAttribute('aria-pressed')).toBe('true');
		await user.click(cell('b3'));
		expect(onmove.mock.calls).toEqual([['S@b3']]);
	});

	it('shows both reserves, and takes pieces only from that of the player to move', async () => {
		const { user } = show(quantik, afterSphere);
		const other = screen.getByRole('group', { name: 'Reserve: Light' });
		await user.click(within(other).getByRole('button', { name: 'light sphere, 1 left' }));
		expect(status()).toBe('Choose a piece and a cell.');
	});
});

describe('Quixo', () => {
	it('is played by a cube and an end', async () => {
		const { onmove, user } = show(quixo, cubes);
		await user.click(cell('a2'));
		expect(targets().sort()).toEqual(['a1', 'a3', 'c2']);
		await user.click(cell('c2'));
		expect(onmove.mock.calls).toEqual([['a2-c2']]);
	});

	it('is played by dragging a cube', async () => {
		const { onmove } = show(quixo, cubes);
		await drag(cell('b1'), 'b3', 3);
		expect(onmove.mock.calls).toEqual([['b1-b3']]);
	});

	it('keeps a cube lifted after an invalid drop', async () => {
		rules.refusals.mockResolvedValue({ b2: refusal('that is not an end') });
		const { onmove } = show(quixo, cubes);
		await drag(cell('b1'), 'b2', 3);
		await eventually(() => expect(status()).toBe('That is not an end'));
		expect(onmove).not.toHaveBeenCalled();
		expect(targets().sort()).toEqual(['a1', 'b3', 'c1']);
	});

	it('is played by keyboard, and focus previews the push', async () => {
		rules.preview.mockImplementation(
			async (_game: string, _at: string, picks: Picks): Promise<Preview> => ({
				cells: picks.to === 'a3' ? { a3: 'X' } : {},
				motions: [],
				move: '',
			}),
		);
		const { onmove, user } = show(quixo, cubes);
		cell('a1').focus();
		await user.keyboard('{Enter}{ArrowUp}{ArrowUp}');
		await eventually(() =>
			expect(cell('a3').getAttribute('aria-label')).toBe('a3, neutral, preview: cross, can be chosen'),
		);
		await user.keyboard('{ArrowDown}');
		await eventually(() => expect(cell('a3').getAttribute('aria-label')).toBe('a3, neutral, can be chosen'));
		await user.keyboard('{ArrowUp} ');
		expect(onmove.mock.calls).toEqual([['a1-a3']]);
	});

	it('ignores previews that arrive too late', async () => {
		const answers: ((preview: Preview) => void)[] = [];
		rules.preview.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
		const { user } = show(quixo, cubes);
		await user.click(cell('a1'));
		await user.click(cell('a1'));
		answers[0]?.({ cells: { b2: 'O' }, motions: [], move: '' });
		await Promise.resolve();
		expect(cell('b2').getAttribute('aria-label')).toBe('b2, neutral');
	});
});

describe('Quixo for four', () => {
	it('asks which player the dot should face', async () => {
		const { onmove, user } = show(quixo4p, cubesForFour);
		expect(button('You (X1)').getAttribute('aria-disabled')).toBe('true');
		await user.click(cell('c1'));
		await user.click(cell('c5'));
		expect(onmove).not.toHaveBeenCalled();
		await user.click(button('Your partner (X2)'));
		expect(onmove.mock.calls).toEqual([['c1-c5.2']]);
	});

	it('does not call another player’s choice that of the reader', () => {
		show(quixo4p, cubesForFour, { enabled: false });
		expect(screen.queryByRole('button', { name: /^You/ })).toBeNull();
		expect(
			within(screen.getByRole('group'))
				.getAllByRole('button')
				.map(({ textContent }) => textContent?.trim()),
		).toEqual(['X1', 'X2']);
	});

	it('offers a pass if nothing can be taken', async () => {
		const { onmove, user } = show(quixo4p, nothingToTake);
		expect(status()).toBe('There is no cube you may take, so you pass.');
		await user.dblClick(button('Pass'));
		expect(onmove.mock.calls).toEqual([['pass']]);
	});
});

describe('Pivot', () => {
	const pivoted: Preview = { cells: { a3: 'c' }, motions: [], move: '' };

	it('is played step by step on the previewed board', async () => {
		rules.preview.mockResolvedValue(pivoted);
		const { onmove, user } = show(pivot, afterCircle);
		expect(status()).toBe('Choose an opposing card to pivot.');
		expect(targets()).toEqual(['b3']);
		await user.click(cell('b3'));
		expect(status()).toBe('Choose where the card pivots to.');
		await user.click(cell('a3'));
		expect(cell('a3').getAttribute('aria-label')).toBe('a3, empty, preview: silver circle');
		await user.click(piece('silver square'));
		expect(status()).toBe('Choose a cell for your card.');
		await user.click(cell('d4'));
		expect(onmove.mock.calls).toEqual([['b3-a3+s@d4']]);
	});

	it('can be dragged', async () => {
		const { onmove } = show(pivot, afterCircle);
		await drag(cell('b3'), 'a3', 4);
		await drag(piece('black square'), 'b3', 4);
		expect(onmove.mock.calls).toEqual([['b3-a3+S@b3']]);
	});

	it('can be undone at each step', async () => {
		const { user } = show(pivot, afterCircle);
		await user.click(cell('b3'));
		await user.click(cell('a3'));
		await user.click(piece('silver square'));
		await user.click(button('Undo step'));
		expect(status()).toBe('Choose a face and a cell for your card.');
		await user.keyboard('{Escape}');
		expect(status()).toBe('Choose where the card pivots to.');
		await user.keyboard('{Escape}');
		expect(status()).toBe('Choose an opposing card to pivot.');
		expect(screen.queryByRole('button', { name: 'Undo step' })).toBeNull();
	});
});

describe('a typed move', () => {
	it('is read by the rules', async () => {
		rules.readMove.mockResolvedValue('a1-c1');
		const { onmove, user } = show(quixo, cubes);
		await user.click(button('Type a move'));
		await user.type(screen.getByRole('textbox'), 'A1 C1{Enter}');
		expect(rules.readMove).toHaveBeenCalledWith('quixo3', '3/3/3 X', 'A1 C1');
		expect(onmove.mock.calls).toEqual([['a1-c1']]);
	});

	it('that is refused stays in the field', async () => {
		rules.readMove.mockRejectedValue(new RefusalError(refusal('B2 is not on the outer ring')));
		const { onmove, user } = show(quixo, cubes);
		await user.click(button('Type a move'));
		await user.type(screen.getByRole('textbox'), 'b2-b1{Enter}');
		expect(status()).toBe('B2 is not on the outer ring');
		expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('b2-b1');
		expect(onmove).not.toHaveBeenCalled();
	});

	it('that ends the game leaves the focus on the board', async () => {
		const { user, rerender } = show(quixo, cubes);
		await user.click(button('Type a move'));
		await rerender({ position: { ...cubes, text: '3/3/XXX O', moves: [] }, enabled: false });
		expect(screen.queryByRole('textbox')).toBeNull();
		expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
	});

	it('of another player leaves the focus where it is', async () => {
		const { user, rerender } = show(quixo, cubes);
		await user.click(button('Type a move'));
		await rerender({ position: { ...cubes, text: '3/3/2X O' }, enabled: false });
		expect(document.activeElement).toBe(screen.getByRole('textbox'));
	});
});

describe('props', () => {
	const next = position(quixo, '3/3/2X O', 'a1-a3', { to_move: 1, cells: { c1: 'X' } });
	const ply: PlyView = {
		seat: 0,
		text: 'a1-c1',
		motions: [],
		cells: ['a1', 'c1'],
		announces: false,
		position: next.text,
	};

	it('a new position discards a partial move', async () => {
		const { user, rerender } = show(quixo, cubes);
		await user.click(cell('a2'));
		await rerender({ position: next, last: ply });
		expect(targets()).toEqual(['a1']);
		expect(cell('c1').getAttribute('aria-label')).toBe('c1, cross');
		await rerender({ position: cubes, last: null });
		expect(targets()).toHaveLength(8);
	});

	it('a last move may name a cell twice', () => {
		show(quixo, next, { last: { ...ply, cells: ['a1', 'c1', 'a1'] } });
		expect(cell('a1')).toBeTruthy();
	});

	it('the board can be read-only', async () => {
		const { onmove, user } = show(quixo, cubes, { enabled: false });
		await user.click(cell('a2'));
		expect(targets()).toEqual([]);
		expect(status()).toBe('');
		expect(screen.queryByRole('button', { name: 'Type a move' })).toBeNull();
		expect(onmove).not.toHaveBeenCalled();
		expect(rules.refusals).not.toHaveBeenCalled();
	});

	it('taps can be answers instead of moves', async () => {
		const ontap = vi.fn();
		const { onmove, user } = show(quixo, cubes, { ontap });
		await user.click(cell('b2'));
		expect(ontap.mock.calls).toEqual([['b2']]);
		expect(onmove).not.toHaveBeenCalled();
	});

	it('marks depend on the choices made', async () => {
		const marks = (picks: Picks) =>
			picks.from === 'a1'
				? { to: { a3: { sign: '+3', word: 'wins in 3 turns', tone: 'win' as const } } }
				: {};
		const { user } = show(quixo, cubes, { marks });
		await user.click(cell('a1'));
		expect(cell('a3').getAttribute('aria-label')).toContain('wins in 3 turns');
	});

	it('tray pieces are marked, too', () => {
		const marks = () => ({ piece: { N: { sign: '=', word: 'draws', tone: 'draw' as const } } });
		show(quantik, afterSphere, { marks });
		expect(screen.getByRole('button', { name: /^dark cone, 2 left, draws$/ })).toBeTruthy();
		expect(screen.getByRole('button', { name: /^dark cube, 2 left$/ })).toBeTruthy();
	});
});

describe('a move in advance', () => {
	const place = (text: string): Premove => {
		const [piece = '', cell = ''] = text.split('@');
		const letter = piece.toLowerCase();
		const motions: Motion[] = [{ kind: 'place', from: '', to: cell, letter, needs: ['piece', 'cell'] }];
		return { text, picks: { piece, cell }, motions };
	};
	const push = (text: string): Premove => {
		const [from = '', to = ''] = text.split('-');
		return {
			text,
			picks: { from, to },
			motions: [{ kind: 'push', from, to, letter: 'O', needs: ['from', 'to'] }],
		};
	};
	/** It is the turn of light; dark looks on. */
	const lightToMove = { ...afterSphere, text: '4/4/S1c1/4 1', to_move: 0 };
	const crossesToMove = { ...cubes, text: '3/3/X2 X' };

	function plan(info: GameInfo, at: PositionView, premoves: Premove[], chosen: Premove | null = null) {
		rules.premoves.mockResolvedValue(premoves);
		const premove = { seat: 1, chosen, sending: null, choose: vi.fn(), cancel: vi.fn() };
		return { premove, ...show(info, at, { enabled: false, premove }) };
	}
	const asked = () => eventually(() => expect(status()).toBe('You can choose your next move in advance.'));

	it('is chosen with a piece and a cell, and not played', async () => {
		const { premove, onmove, user } = plan(quantik, lightToMove, [place('S@b3'), place('N@b2')]);
		await asked();
		expect(rules.premoves).toHaveBeenCalledWith('quantik', lightToMove.text, 1);
		await user.click(piece(/^dark sphere/));
		expect(targets()).toEqual(['b3']);
		await user.click(cell('b3'));
		expect(premove.choose).toHaveBeenCalledExactlyOnceWith(place('S@b3'));
		expect(onmove).not.toHaveBeenCalled();
		expect(rules.preview).not.toHaveBeenCalled();
		expect(rules.refusals).not.toHaveBeenCalled();
	});

	it('is chosen by dragging and by keys', async () => {
		const { premove, user } = plan(quantik, lightToMove, [place('S@b3'), place('N@b2')]);
		await asked();
		await drag(piece(/^dark sphere/), 'b3', 4);
		expect(premove.choose).toHaveBeenLastCalledWith(place('S@b3'));
		piece(/^dark cone/).focus();
		await user.keyboard('{Enter}');
		cell('a1').focus();
		await user.keyboard('{ArrowRight}{ArrowUp}{Enter}');
		expect(premove.choose).toHaveBeenLastCalledWith(place('N@b2'));
	});

	it('is shown as a ghost with words, and cancelled by a tap, Escape, a right click or a button', async () => {
		const { premove, user } = plan(quantik, lightToMove, [place('S@b3'), place('N@b2')], place('S@b3'));
		await eventually(() => expect(status()).toBe('Chosen in advance: dark sphere to b3'));
		expect(cell('b3').getAttribute('aria-label')).toContain('your move chosen in advance');
		await eventually(() => expect(document.querySelector('.planned .ghost')).not.toBeNull());
		await user.click(cell('b2'));
		await user.keyboard('{Escape}');
		await user.pointer({ target: cell('c3'), keys: '[MouseRight]' });
		await user.click(button('Cancel this move'));
		expect(premove.cancel).toHaveBeenCalledTimes(4);
		expect(premove.choose).not.toHaveBeenCalled();
	});

	it('is replaced by choosing another piece', async () => {
		const premoves = [push('a1-a3'), push('c1-c3')];
		const { premove, user, rerender } = plan(quixo, crossesToMove, premoves, premoves[0]);
		await eventually(() => expect(targets()).toEqual(['a1', 'c1']));
		await user.click(cell('c1'));
		expect(premove.cancel).toHaveBeenCalledOnce();
		await rerender({ premove: { ...premove, chosen: null } });
		await user.click(cell('c3'));
		expect(premove.choose).toHaveBeenCalledExactlyOnceWith(premoves[1]);
	});

	it('begun in advance is finished in turn, as far as it is possible', async () => {
		const { onmove, user, rerender } = plan(quixo, crossesToMove, [push('a1-a3'), push('c1-c3')]);
		await asked();
		await user.click(cell('a1'));
		await rerender({ position: cubes, enabled: true, premove: null });
		expect(status()).toBe('Choose where to push the cube back in.');
		await user.click(cell('a3'));
		expect(onmove.mock.calls).toEqual([['a1-a3']]);
	});
});

describe('announcing a line', () => {
	it('needs a button only where players announce', () => {
		show(quixo, cubes);
		expect(screen.queryByRole('button', { name: 'Announce' })).toBeNull();
	});

	it('belongs to the next push, and offers the same cubes as without', async () => {
		const { onmove, user } = show(quixoAnnounced, nearlyLined);
		const without = targets();
		await user.click(button('Announce'));
		expect(button('Announce').getAttribute('aria-pressed')).toBe('true');
		expect(status()).toBe('Make the push that completes your line.');
		expect(targets()).toEqual(without);
		await user.click(cell('a2'));
		await user.click(cell('a1'));
		expect(onmove.mock.calls).toEqual([['a2-a1!']]);
	});

	it('is left out by a push without it', async () => {
		const { onmove, user } = show(quixoAnnounced, nearlyLined);
		await user.click(cell('a2'));
		await user.click(cell('a1'));
		expect(onmove.mock.calls).toEqual([['a2-a1']]);
	});

	it('is refused with a reason where there is no line, and can be switched off', async () => {
		rules.preview.mockImplementation(async (_game, _position, picks: Picks) => {
			if (picks.announce) throw new RefusalError(refusal('Nothing to announce.'));
			return new Promise<Preview>(() => {});
		});
		const { onmove, user } = show(quixoAnnounced, nearlyLined);
		await user.click(button('Announce'));
		await user.click(cell('a2'));
		await user.click(cell('a3'));
		await eventually(() => expect(status()).toBe('Nothing to announce.'));
		expect(onmove).not.toHaveBeenCalled();
		await user.click(button('Announce'));
		await user.click(cell('a3'));
		expect(onmove.mock.calls).toEqual([['a2-a3']]);
	});

	it('claims a line that is already there at once', async () => {
		const { onmove, user } = show(quixoAnnounced, lined);
		await user.click(button('Announce'));
		expect(onmove.mock.calls).toEqual([['!']]);
	});

	it('shows no example that gives a line away', async () => {
		const { user } = show(quixoAnnounced, lined);
		await user.click(button('Type a move'));
		expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe('a1-a3');
	});

	it('ends with Escape', async () => {
		const { user } = show(quixoAnnounced, nearlyLined);
		await user.click(button('Announce'));
		await user.keyboard('{Escape}');
		expect(button('Announce').getAttribute('aria-pressed')).toBe('false');
	});
});
