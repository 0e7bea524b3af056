import { beforeEach, describe, expect, it } from 'vitest';
import type { Premove } from '../../engine/protocol';
import { ConnectionError } from '../../net/api';
import { eventually } from '../local/testing/eventually';
import type { TableSession } from './session.svelte';
import { ann, eventOf, FakeTable, fakeListener, sessionOf, tableOf } from './testing/fakes';

const premove = (text: string): Premove => ({
	text,
	picks: { piece: 'S', cell: text.slice(2) },
	motions: [],
});

let fake: FakeTable;
let listener: ReturnType<typeof fakeListener>;
let session: TableSession;

const calls = (what: string) => listener.calls.filter(([kind]) => kind === what).map(([, ...rest]) => rest);
const chosen = () => session.premove.chosen?.text;
const shown = () => session.view?.plies.map(({ text }) => text);
const sentMoves = () => fake.sent.filter(({ path }) => path.endsWith('/move')).map(({ body }) => body.move);

/** Ann's page, with others to move. */
async function begin(table = tableOf({ moves: ['S@a1'], to_move: 1 })): Promise<void> {
	fake = new FakeTable(table);
	listener = fakeListener();
	session = sessionOf(fake, ann, listener);
	fake.connect();
	await eventually(() => expect(session.view).not.toBeNull());
}

describe('a move chosen in advance', () => {
	beforeEach(() => begin());

	it('is sent once when the turn comes, with its ply', async () => {
		session.choosePremove(premove('S@c3'));
		expect(sentMoves()).toEqual([]);
		fake.move('S@b2', 'bob');
		await eventually(() => expect(shown()).toEqual(['S@a1', 'S@b2', 'S@c3']));
		expect(fake.last.body).toEqual({ ply: 2, move: 'S@c3' });
		expect(chosen()).toBeUndefined();
		// The moves of both are reported, in their order.
		expect(calls('happened')).toEqual([
			[['moved'], 'S@b2'],
			[[], 'S@c3'],
		]);
		fake.say();
		fake.move('S@c3', 'ann', fake.last.request);
		fake.move('S@b4', 'bob');
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect(sentMoves()).toEqual(['S@c3']);
	});

	it('can be chosen until the other move is on the board', async () => {
		fake.move('S@b2', 'bob');
		for (let i = 0; i < 100 && session.table?.moves.length === 1; i++) await Promise.resolve();
		expect(session.table?.moves).toHaveLength(2);
		expect(shown()).toEqual(['S@a1']);
		session.choosePremove(premove('S@c3'));
		await eventually(() => expect(shown()).toEqual(['S@a1', 'S@b2', 'S@c3']));
		expect(fake.last.body).toEqual({ ply: 2, move: 'S@c3' });
	});

	it('is dropped with a notice if it is not legal then', async () => {
		session.choosePremove(premove('S@e5'));
		fake.move('S@b2', 'bob');
		await eventually(() => expect(calls('impossible')).toEqual([['S@e5']]));
		expect(sentMoves()).toEqual([]);
		expect(chosen()).toBeUndefined();
		expect(session.awaitsMove).toBe(true);
	});

	it('can be cancelled', async () => {
		session.choosePremove(premove('S@c3'));
		session.premove.cancel();
		fake.move('S@b2', 'bob');
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect(sentMoves()).toEqual([]);
	});

	it('does not survive a move that is taken back', async () => {
		session.choosePremove(premove('S@c3'));
		fake.say([eventOf(4, 'taken-back', { to: 0 })], { moves: [], to_move: 0 });
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect([chosen(), sentMoves()]).toEqual([undefined, []]);
	});

	it('does not survive a move that is taken back and replaced before the page hears of it', async () => {
		session.choosePremove(premove('S@c3'));
		const moves = ['S@a1', 'S@d1'];
		fake.say([eventOf(4, 'taken-back', {}), eventOf(5, 'moved', { ply: 1, move: 'S@d1' })], {
			moves,
			to_move: 0,
		});
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect([chosen(), sentMoves()]).toEqual([undefined, []]);
	});

	it('does not survive the end', async () => {
		session.choosePremove(premove('S@c3'));
		fake.say([eventOf(4, 'ended', {})], { phase: 'over', result: '1-0', reason: 'resignation' });
		await eventually(() => expect(session.running).toBe(false));
		await eventually(() => expect(chosen()).toBeUndefined());
		expect(sentMoves()).toEqual([]);
	});

	it('cannot be chosen after an own move that ends the game, which is still on its way', async () => {
		await begin(tableOf());
		void session.play('S@d4');
		await eventually(() => expect(session.view?.now.verdict.over).toBe(true));
		expect(session.table?.phase).toBe('running');
		expect(session.canPremove).toBe(false);
		session.choosePremove(premove('S@c3'));
		expect(chosen()).toBeUndefined();
	});

	it('does not survive an own move from elsewhere', async () => {
		session.choosePremove(premove('S@c3'));
		const moves = ['S@a1', 'S@b2', 'S@d1', 'S@d2'];
		fake.say([eventOf(4, 'moved', { ply: 3, move: 'S@d2' })], { moves, to_move: 0 });
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect([chosen(), sentMoves()]).toEqual([undefined, []]);
	});

	it('is sent with the same id after the connection was lost', async () => {
		session.choosePremove(premove('S@c3'));
		fake.move('S@b2', 'bob');
		await eventually(() => expect(sentMoves()).toEqual(['S@c3']));
		const { request } = fake.last;
		fake.last.answer(new ConnectionError(new TypeError('network')));
		await eventually(() => expect(session.hasUnsentMove).toBe(true));
		fake.connect();
		await eventually(() => expect(sentMoves()).toEqual(['S@c3', 'S@c3']));
		expect(fake.last.request).toBe(request);
	});

	it('follows an own move that is still on its way, and goes with it', async () => {
		await begin(tableOf());
		void session.play('S@a1');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		session.choosePremove(premove('S@c3'));
		expect(chosen()).toBe('S@c3');
		fake.last.answer(new Error('refused'));
		await eventually(() => expect(calls('refused')).toHaveLength(1));
		expect([chosen(), sentMoves()]).toEqual([undefined, ['S@a1']]);
	});
});

it('is only chosen by players, while others are to move', async () => {
	await begin(tableOf());
	session.choosePremove(premove('S@c3'));
	expect(chosen()).toBeUndefined();
	fake = new FakeTable(tableOf({ moves: ['S@a1'], to_move: 1 }));
	session = sessionOf(fake, null, listener);
	fake.connect();
	await eventually(() => expect(session.view).not.toBeNull());
	session.choosePremove(premove('S@c3'));
	expect(chosen()).toBeUndefined();
});

it('waits for the next own turn among four', async () => {
	const sitters = ['ann', 'bob', 'cy', 'dee'].map((player) => ({ player, name: player }));
	const terms = { game: 'quixo4p' };
	await begin(tableOf({ terms, sitters, start: '5/5/5/5/5 X1', moves: ['S@a1'], to_move: 1 }));
	session.choosePremove(premove('S@c3'));
	fake.move('S@b1', 'bob');
	fake.move('S@b2', 'cy');
	await eventually(() => expect(session.upToDate).toBe(true));
	expect([chosen(), sentMoves()]).toEqual(['S@c3', []]);
	fake.move('S@b3', 'dee');
	await eventually(() => expect(sentMoves()).toEqual(['S@c3']));
	expect(fake.last.body.ply).toBe(4);
});
