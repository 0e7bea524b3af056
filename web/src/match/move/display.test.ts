import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Motion, Picks, PlyView, Preview } from '../../engine/protocol';
import { BoardDisplay } from './display.svelte';
import { afterCircle, moves, pivot, position } from './testing/positions';

const flip: Motion = { kind: 'flip', from: 'b3', to: 'a3', letter: 'c', needs: ['from', 'to'] };
const place: Motion = { kind: 'place', from: '', to: 'd4', letter: 's', needs: ['face', 'drop'] };
const text = 'b3-a3+s@d4';
const move = moves('pivot', text)[0] ?? { text, picks: {} };
const next = position(pivot, '3s/c3/4/4 1', 'C@a1', { cells: { a3: 'c', d4: 's' } });
const ply: PlyView = {
	seat: 1,
	text,
	motions: [flip, place],
	cells: ['b3', 'a3', 'd4'],
	announces: false,
	position: next.text,
};
const pivoted: Preview = { cells: { a3: 'c' }, motions: [flip], move: '' };

/** A display whose previews arrive when the test says so. */
function displayWithPreviews() {
	const waiting: ((preview: Preview) => void)[] = [];
	const display = new BoardDisplay(() => new Promise((resolve) => waiting.push(resolve)));
	display.setPosition(afterCircle, null);
	const choose = async (picks: Picks, answer: Preview) => {
		const done = display.setPicks(picks);
		waiting.at(-1)?.(answer);
		await done;
	};
	return { display, waiting, choose };
}

afterEach(() => vi.useRealTimers());

it('shows the position at first, without motion', () => {
	const { display } = displayWithPreviews();
	expect(display.cells).toEqual(afterCircle.cells);
	expect(display.motions).toEqual([]);
});

it('plays the motions of the ply that led to a new position', () => {
	const { display } = displayWithPreviews();
	display.setPosition(next, ply);
	expect(display.cells).toBe(next.cells);
	expect(display.motions).toEqual([flip, place]);
});

it('does not interrupt a motion while nothing is chosen', () => {
	const { display } = displayWithPreviews();
	display.setPosition(next, ply);
	const { motions } = display;
	void display.setPicks({});
	expect(display.motions).toBe(motions);
});

it('plays nothing if the ply does not explain the change', () => {
	const { display } = displayWithPreviews();
	display.setPosition({ ...next, cells: { ...next.cells, c2: 'C' } }, ply);
	expect(display.motions).toEqual([]);
});

it('previews choices, playing each motion once', async () => {
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	expect(display.cells).toBe(pivoted.cells);
	expect(display.motions).toEqual([flip]);
	const { motions } = display;
	await choose({ from: 'b3', to: 'a3', face: 's' }, pivoted);
	expect(display.motions).toBe(motions);
});

it('goes back without motion', async () => {
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	await display.setPicks({});
	expect(display.cells).toBe(afterCircle.cells);
	expect(display.motions).toEqual([]);
});

it('drops stale previews', async () => {
	const { display, waiting } = displayWithPreviews();
	const stale = display.setPicks({ from: 'b3', to: 'a3' });
	await display.setPicks({});
	waiting[0]?.(pivoted);
	await stale;
	expect(display.cells).toBe(afterCircle.cells);

	const overtaken = display.setPicks({ from: 'b3', to: 'a3' });
	display.setPosition(next, ply);
	waiting[1]?.(pivoted);
	await overtaken;
	expect(display.cells).toBe(next.cells);
});

it('does not replay what a preview has shown', async () => {
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	void display.submit(move, () => {});
	void display.setPicks({});
	expect(display.cells).toBe(pivoted.cells);
	display.setPosition(next, ply);
	expect(display.motions).toEqual([place]);
});

it('plays the whole move if something else was shown', async () => {
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'b4' }, { cells: { b4: 'c' }, motions: [], move: '' });
	void display.submit(move, () => {});
	display.setPosition(next, ply);
	expect(display.motions).toEqual([flip, place]);
});

it('returns to the position when a move is not accepted', async () => {
	vi.useFakeTimers();
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	await display.submit(move, () => {});
	void display.setPicks({});
	vi.runAllTimers();
	expect(display.cells).toBe(afterCircle.cells);
});

it('shows a move however long it takes to be made, once', async () => {
	vi.useFakeTimers();
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	let done = () => {};
	const make = vi.fn(
		() =>
			new Promise<void>((resolve) => {
				done = resolve;
			}),
	);
	const submitted = display.submit(move, make);
	void display.setPicks({});
	void display.submit(move, make);
	vi.advanceTimersByTime(60_000);
	expect(display.cells).toBe(pivoted.cells);
	expect(display.busy).toBe(true);
	display.setPosition(next, ply);
	done();
	await submitted;
	vi.runAllTimers();
	expect(display.motions).toEqual([place]);
	expect(display.busy).toBe(false);
	expect(make).toHaveBeenCalledExactlyOnceWith(move.text);
});

it('knows the position behind a preview', async () => {
	const { display, choose } = displayWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	expect(display.position).toBe(afterCircle.cells);
	display.setPosition(next, ply);
	expect(display.position).toBe(next.cells);
});

it('stays at the position when a preview fails', async () => {
	const display = new BoardDisplay(() => Promise.reject(new Error('no worker')));
	display.setPosition(afterCircle, null);
	await display.setPicks({ from: 'b3' });
	expect(display.cells).toBe(afterCircle.cells);
});

describe('moves of several players in a row', () => {
	const at = (text: string, cells: Record<string, string>) => position(pivot, text, 'C@a1', { cells });
	const placed = (to: string, seat: number): PlyView => ({
		seat,
		text: `C@${to}`,
		motions: [{ kind: 'place', from: '', to, letter: 'C', needs: [] }],
		cells: [to],
		announces: false,
		position: '',
	});
	const [first, second, third] = [
		at('1', { a1: 'C' }),
		at('2', { a1: 'C', b1: 'C' }),
		at('3', { a1: 'C', b1: 'C', c1: 'C' }),
	];

	function paced() {
		vi.useFakeTimers();
		const display = new BoardDisplay(() => new Promise(() => {}));
		display.setPosition(at('0', {}), null, true);
		vi.runAllTimers();
		display.setPosition(first, placed('a1', 1), true);
		display.setPosition(second, placed('b1', 2), true);
		display.setPosition(third, placed('c1', 3), true);
		return display;
	}

	it('are shown one after the other', () => {
		const display = paced();
		expect(display.cells).toBe(first.cells);
		expect(display.behind).toBe(true);
		vi.advanceTimersToNextTimer();
		expect(display.cells).toBe(second.cells);
		vi.advanceTimersToNextTimer();
		expect(display.cells).toBe(third.cells);
		expect(display.motions).toEqual(placed('c1', 3).motions);
		expect(display.behind).toBe(false);
	});

	it('do not delay a position that is asked for, or one’s own move', () => {
		const display = paced();
		display.setPosition(at('0', {}), null);
		expect(display.cells).toEqual({});
		expect(display.behind).toBe(false);
		display.setPosition(first, placed('a1', 1), true);
		void display.submit({ text: 'C@b1', picks: {} }, () => {});
		display.setPosition(second, placed('b1', 0), true);
		expect(display.cells).toBe(second.cells);
	});
});
