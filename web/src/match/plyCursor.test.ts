import { expect, it } from 'vitest';
import type { MatchView } from '../engine/protocol';
import { fakeRules } from './local/testing/fakes';
import { PlyCursor } from './plyCursor.svelte';

const rules = fakeRules();
const viewOf = (moves: string[]): Promise<MatchView> =>
	rules.match({ game: 'quantik', start: '4/4/4/4 1', moves, players: [], closing: null });

it('goes back and forth through a game', async () => {
	const view = await viewOf(['S@a1', 'S@c3']);
	const cursor = new PlyCursor(
		rules,
		() => 'quantik',
		() => view,
	);
	await cursor.goTo(1);
	expect([cursor.live, cursor.ply, cursor.last?.text]).toEqual([false, 1, 'S@a1']);
	await cursor.goTo(2);
	expect([cursor.live, cursor.ply, cursor.last?.text]).toEqual([true, 2, 'S@c3']);
});

it('does not go to a position that was taken back meanwhile', async () => {
	let view = await viewOf(['S@a1', 'S@c3']);
	const cursor = new PlyCursor(
		rules,
		() => 'quantik',
		() => view,
	);
	const going = cursor.goTo(1);
	view = await viewOf([]);
	await going;
	expect([cursor.live, cursor.ply]).toEqual([true, 0]);
});
