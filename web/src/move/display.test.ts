import { afterEach, expect, it, vi } from 'vitest';
import type { Motion, Picks, PlyView, Preview } from '../engine/protocol';
import { Stage } from './display.svelte';
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
	position: next.text,
};
const pivoted: Preview = { cells: { a3: 'c' }, motions: [flip], move: '' };

/** A stage at a position whose previews arrive when the test says so. */
function stageWithPreviews() {
	const waiting: ((preview: Preview) => void)[] = [];
	const stage = new Stage(() => new Promise((resolve) => waiting.push(resolve)));
	stage.arrive(afterCircle, null);
	const choose = async (picks: Picks, answer: Preview) => {
		const done = stage.choose(picks);
		waiting.at(-1)?.(answer);
		await done;
	};
	return { stage, waiting, choose };
}

afterEach(() => vi.useRealTimers());

it('shows the position at first, without motion', () => {
	const { stage } = stageWithPreviews();
	expect(stage.cells).toEqual(afterCircle.cells);
	expect(stage.motions).toEqual([]);
});

it('plays the motions of the ply that led to a new position', () => {
	const { stage } = stageWithPreviews();
	stage.arrive(next, ply);
	expect(stage.cells).toBe(next.cells);
	expect(stage.motions).toEqual([flip, place]);
});

it('lets a motion go on while nothing is chosen', () => {
	const { stage } = stageWithPreviews();
	stage.arrive(next, ply);
	const { motions } = stage;
	void stage.choose({});
	expect(stage.motions).toBe(motions);
});

it('plays nothing where the ply does not explain what changed', () => {
	const { stage } = stageWithPreviews();
	stage.arrive({ ...next, cells: { ...next.cells, c2: 'C' } }, ply);
	expect(stage.motions).toEqual([]);
});

it('carries out choices, each motion once', async () => {
	const { stage, choose } = stageWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	expect(stage.cells).toBe(pivoted.cells);
	expect(stage.motions).toEqual([flip]);
	const { motions } = stage;
	await choose({ from: 'b3', to: 'a3', face: 's' }, pivoted);
	expect(stage.motions).toBe(motions);
});

it('goes back without motion', async () => {
	const { stage, choose } = stageWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	await stage.choose({});
	expect(stage.cells).toBe(afterCircle.cells);
	expect(stage.motions).toEqual([]);
});

it('drops previews that are no longer asked for', async () => {
	const { stage, waiting } = stageWithPreviews();
	const stale = stage.choose({ from: 'b3', to: 'a3' });
	await stage.choose({});
	waiting[0]?.(pivoted);
	await stale;
	expect(stage.cells).toBe(afterCircle.cells);

	const overtaken = stage.choose({ from: 'b3', to: 'a3' });
	stage.arrive(next, ply);
	waiting[1]?.(pivoted);
	await overtaken;
	expect(stage.cells).toBe(next.cells);
});

it('does not move again what a preview has shown to move', async () => {
	const { stage, choose } = stageWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	stage.send(move);
	void stage.choose({});
	expect(stage.cells).toBe(pivoted.cells);
	stage.arrive(next, ply);
	expect(stage.motions).toEqual([place]);
});

it('moves all of it when something else was shown', async () => {
	const { stage, choose } = stageWithPreviews();
	await choose({ from: 'b3', to: 'b4' }, { cells: { b4: 'c' }, motions: [], move: '' });
	stage.send(move);
	stage.arrive(next, ply);
	expect(stage.motions).toEqual([flip, place]);
});

it('returns to the position when a move is not taken', async () => {
	vi.useFakeTimers();
	const { stage, choose } = stageWithPreviews();
	await choose({ from: 'b3', to: 'a3' }, pivoted);
	stage.send(move);
	void stage.choose({});
	vi.runAllTimers();
	expect(stage.cells).toBe(afterCircle.cells);
});

it('stays at the position when a preview fails', async () => {
	const stage = new Stage(() => Promise.reject(new Error('no worker')));
	stage.arrive(afterCircle, null);
	await stage.choose({ from: 'b3' });
	expect(stage.cells).toBe(afterCircle.cells);
});
