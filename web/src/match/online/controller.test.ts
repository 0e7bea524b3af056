import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../local/testing/eventually';
import { games } from '../local/testing/fakes';
import { OnlineGame } from './controller.svelte';
import { ann, clockOf, FakeTable, tableOf } from './testing/fakes';

let fake: FakeTable;
let game: OnlineGame;

async function begin(table = tableOf()): Promise<void> {
	fake = new FakeTable(table);
	game = new OnlineGame('T', ann, fake.env(), { games, otherTurns: () => [] });
	game.session.enter();
	fake.connect();
	await eventually(() => expect(game.session.view).not.toBeNull());
}

beforeEach(() => localStorage.clear());
afterEach(() => {
	game.session.leave();
	vi.unstubAllGlobals();
});

it('stays flipped while the game goes on, also where nothing can be stored', async () => {
	const refuse = () => {
		throw new DOMException('no', 'SecurityError');
	};
	vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
	// With each other's colours the game is another object after every event.
	await begin(tableOf({ terms: { game: 'quantik' }, swapped: true }));
	const before = game.rotation;
	game.flip();
	const flipped = game.rotation;
	expect(flipped).not.toBe(before);
	fake.move('S@a1', 'ann');
	await eventually(() => expect(game.session.view?.plies).toHaveLength(1));
	expect(game.rotation).toBe(flipped);
});

describe('clocks are drawn', () => {
	it('when they look different: each second, and in the end each tenth', async () => {
		await begin(tableOf({ moves: ['S@a1', 'S@b2'], clock: clockOf([60_000, 50_000]) }));
		let draws = 0;
		for (; (game.session.remaining(0) ?? 0) > 0; draws++) {
			fake.time += game.nextTick() ?? 0;
			game.tick();
		}
		expect(draws).toBe(150);
	});

	it('every second without one, for who is away, and not at all after the end', async () => {
		await begin();
		expect(game.nextTick()).toBe(1000);
		await begin(tableOf({ phase: 'over', to_move: null, result: '1-0' }));
		expect(game.nextTick()).toBeNull();
	});
});
