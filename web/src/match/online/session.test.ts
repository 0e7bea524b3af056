import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, ProblemError } from '../../net/api';
import { eventually } from '../local/testing/eventually';
import type { TableSession } from './session.svelte';
import {
	ann,
	bob,
	clockOf,
	eventOf,
	FakeTable,
	fakeListener,
	noon,
	openTable,
	sessionOf,
	tableOf,
} from './testing/fakes';

const refusal = (code: string) => new ProblemError({ status: 409, code, detail: code });
const lost = () => new ConnectionError(new TypeError('network'));

let fake: FakeTable;
let listener: ReturnType<typeof fakeListener>;
let session: TableSession;

const shown = () => session.view?.plies.map(({ text }) => text);
const calls = (what: string) => listener.calls.filter(([kind]) => kind === what).map(([, ...rest]) => rest);

/** Ann's page of a running game, with Ann to move. */
async function begin(table = tableOf(), me = ann): Promise<void> {
	fake = new FakeTable(table);
	listener = fakeListener();
	session = sessionOf(fake, me, listener);
	fake.connect();
	await eventually(() => expect(session.view).not.toBeNull());
}

describe('an own move', () => {
	beforeEach(() => begin());

	it('is shown at once and confirmed by its event', async () => {
		void session.play('S@a1');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		expect(session.toMove).toBe(1);
		expect(session.awaitsMove).toBe(false);
		expect(fake.last).toMatchObject({ path: 'tables/T/move', body: { ply: 0, move: 'S@a1' } });
		fake.last.answer();
		fake.move('S@a1', 'ann', fake.last.request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		// It was reported when it was made; its event is no news.
		expect(calls('happened')).toEqual([[[], 'S@a1']]);
		fake.move('S@b2', 'bob');
		await eventually(() => expect(shown()).toEqual(['S@a1', 'S@b2']));
		await eventually(() => expect(calls('happened').at(-1)).toEqual([['moved'], 'S@b2']));
		expect(session.awaitsMove).toBe(true);
	});

	it('may see its event before the response', async () => {
		void session.play('S@a1');
		fake.move('S@a1', 'ann', fake.last.request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		fake.last.answer(lost());
		fake.move('S@b2', 'bob');
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect(calls('dropped')).toEqual([]);
		expect(fake.sent).toHaveLength(1);
	});

	it('that is refused is taken back, with the reason', async () => {
		void session.play('S@a1');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		fake.last.answer(refusal('quixo.opposing'));
		await eventually(() => expect(shown()).toEqual([]));
		expect(calls('refused')).toMatchObject([[{ code: 'quixo.opposing' }]]);
		await eventually(() => expect(session.awaitsMove).toBe(true));
	});

	it('that is refused before the rules answer is never shown', async () => {
		void session.play('S@a1');
		fake.last.answer(refusal('move.turn'));
		await eventually(() => expect(calls('refused')).toHaveLength(1));
		expect(shown()).toEqual([]);
	});

	it('made offline is held and sent with the same id after reconnecting', async () => {
		fake.cut();
		void session.play('S@a1');
		const { request } = fake.last;
		fake.last.answer(lost());
		await eventually(() => expect(session.hasUnsentMove).toBe(true));
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		fake.connect();
		await eventually(() => expect(fake.sent).toHaveLength(2));
		expect(fake.last).toMatchObject({ request, body: { ply: 0, move: 'S@a1' } });
		fake.last.answer();
		fake.move('S@a1', 'ann', request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		expect(calls('dropped')).toEqual([]);
		expect(calls('connected')).toEqual([[false], [true]]);
	});

	it('whose response was lost is found among the events', async () => {
		void session.play('S@a1');
		const { request } = fake.last;
		fake.cut();
		fake.last.answer(lost());
		await eventually(() => expect(session.hasUnsentMove).toBe(true));
		fake.listener?.onConnection('connected');
		fake.move('S@a1', 'ann', request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		expect(session.hasUnsentMove).toBe(false);
		expect(fake.sent).toHaveLength(1);
		expect(calls('dropped')).toEqual([]);
	});

	it('that is stale is dropped and reported', async () => {
		fake.cut();
		void session.play('S@a1');
		fake.last.answer(lost());
		await eventually(() => expect(session.hasUnsentMove).toBe(true));
		fake.listener?.onConnection('connected');
		fake.say([eventOf(4, 'ended', { result: '0-1', reason: 'timeout' })], {
			phase: 'over',
			to_move: null,
			result: '0-1',
			reason: 'timeout',
		});
		await eventually(() => expect(calls('dropped')).toEqual([['S@a1']]));
		await eventually(() => expect(shown()).toEqual([]));
		expect(fake.sent).toHaveLength(1);
	});

	it('is retried later when the server is busy', async () => {
		void session.play('S@a1');
		const { request } = fake.last;
		fake.last.answer(new ProblemError({ status: 429, code: 'api.often' }, 3000));
		await eventually(() => expect(fake.later).toHaveLength(1));
		expect(fake.later[0]?.milliseconds).toBe(3000);
		fake.later[0]?.work();
		expect(fake.last.request).toBe(request);
		expect(fake.sent).toHaveLength(2);
		expect(calls('refused')).toEqual([]);
	});

	it('is ignored when it is not our turn', async () => {
		void session.play('S@a1');
		void session.play('S@b2');
		expect(fake.sent).toHaveLength(1);
		await begin(tableOf({ to_move: 1, moves: ['S@a1'] }));
		void session.play('S@b2');
		expect(fake.sent).toHaveLength(0);
	});
});

describe('the stream', () => {
	it('delivers everything that was missed at once', async () => {
		await begin(tableOf({ moves: ['S@a1'], to_move: 1 }));
		fake.cut();
		expect(session.connection).toBe('lost');
		fake.time += 30_000;
		session.tick();
		expect(session.lostFor).toBe(30_000);
		fake.listener?.onConnection('connected');
		const moved = (seq: number, ply: number, move: string) =>
			eventOf(seq, 'moved', { ply, move }, { by: 'bob' });
		fake.say([moved(4, 1, 'S@b2'), eventOf(5, 'said', { channel: 'table', text: 'hi' }, { by: 'bob' })], {
			moves: ['S@a1', 'S@b2'],
			to_move: 0,
		});
		await eventually(() => expect(calls('happened')).toEqual([[['moved', 'said'], 'S@b2']]));
		expect(session.messages).toMatchObject([{ by: 'bob', text: 'hi', channel: 'table' }]);
		expect(session.lostFor).toBe(0);
	});

	it('may repeat events', async () => {
		await begin();
		const said = eventOf(4, 'said', { channel: 'table', text: 'hi' }, { by: 'bob' });
		fake.say([said]);
		fake.say([said]);
		fake.move('S@a1', 'ann');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		expect(session.messages).toHaveLength(1);
	});

	it('takes messages away that an administrator deleted', async () => {
		await begin();
		const said = (seq: number, text: string) =>
			eventOf(seq, 'said', { channel: 'table', text }, { by: 'bob' });
		fake.say([said(4, 'bad'), said(5, 'good'), said(6, '')]);
		await eventually(() => expect(session.messages.map(({ text }) => text)).toEqual(['bad', 'good']));
		fake.say([eventOf(7, 'erased', { message: 4 })]);
		await eventually(() => expect(session.messages.map(({ text }) => text)).toEqual(['good']));
	});

	it('reconnects if it is behind a heartbeat', async () => {
		await begin();
		fake.listener?.onEvent('beat', { nonce: 7, seq: 3, ply: 0, clock: null, now: noon });
		expect(fake.later).toHaveLength(0);
		fake.listener?.onEvent('beat', { nonce: 7, seq: 9, ply: 2, clock: null, now: noon });
		fake.later[0]?.work();
		expect(fake.reconnects).toBe(1);
	});

	it('answers heartbeats only for players in a timed game', async () => {
		const beat = { nonce: 7, seq: 3, ply: 0, clock: null, now: noon };
		await begin(tableOf({ clock: clockOf([60_000, 60_000]) }));
		fake.listener?.onEvent('beat', beat);
		expect(fake.notified).toEqual([['tables/T/beat', { nonce: 7 }]]);
		await begin(tableOf({ clock: clockOf([60_000, 60_000]) }), { ...bob, id: 'eve' });
		fake.listener?.onEvent('beat', beat);
		expect(fake.notified).toEqual([]);
	});

	it('stays open in the background for players and hosts', async () => {
		await begin();
		expect(fake.options.keepOpen?.()).toBe(true);
		await begin(tableOf({ terms: { game: 'quixo', time: { days: 2 } } }));
		expect(fake.options.keepOpen?.()).toBe(false);
		await begin(tableOf(), { ...bob, id: 'eve' });
		expect(fake.options.keepOpen?.()).toBe(false);
	});

	it('restarts when the player changes', async () => {
		fake = new FakeTable(openTable());
		session = sessionOf(fake, null);
		fake.connect([eventOf(1, 'opened')]);
		await eventually(() => expect(session.table).not.toBeNull());
		expect(session.seat).toBeNull();
		session.setPlayer(bob);
		expect(fake.opened).toBe(2);
		expect(fake.options.after).toBe('1');
		fake.say([], { sitters: [{ player: 'ann' }, { player: 'bob' }] });
		await eventually(() => expect(session.seat).toBe(1));
	});

	it('says why a table cannot be watched', async () => {
		fake = new FakeTable(tableOf());
		session = sessionOf(fake, null);
		fake.listener?.onEnd(refusal('table.unknown'));
		expect(session.ended?.code).toBe('table.unknown');
	});
});

describe('clocks', () => {
	it('follow the server’s time and stop for an own move', async () => {
		await begin(tableOf({ moves: ['S@a1', 'S@b2'], clock: clockOf([60_000, 50_000]) }));
		fake.time += 10_000;
		session.tick();
		expect(session.remaining(0)).toBe(50_000);
		expect(session.remaining(1)).toBe(50_000);
		void session.play('S@c3');
		fake.time += 5000;
		session.tick();
		expect(session.remaining(0)).toBe(50_000);
	});

	it('go on for an own move that could not be sent, as they do on the server', async () => {
		await begin(tableOf({ moves: ['S@a1', 'S@b2'], clock: clockOf([60_000, 50_000]) }));
		fake.cut();
		void session.play('S@c3');
		fake.last.answer(lost());
		await eventually(() => expect(session.hasUnsentMove).toBe(true));
		fake.time += 5000;
		session.tick();
		expect([session.remaining(0), session.remaining(1)]).toEqual([55_000, 50_000]);
		fake.connect();
		await eventually(() => expect(session.hasUnsentMove).toBe(false));
	});

	it('are those of the last message, whatever the device’s time', async () => {
		fake = new FakeTable(
			tableOf({ moves: ['S@a1', 'S@b2'], clock: clockOf([60_000, 50_000], noon + 90_000) }),
		);
		session = sessionOf(fake);
		fake.listener?.onConnection('connected');
		fake.listener?.onEvent('table', { events: [], table: fake.table, now: noon + 100_000 });
		await eventually(() => expect(session.remaining(0)).toBe(50_000));
	});
});

describe('presence', () => {
	it('shows who is connected, and when a game can be claimed', async () => {
		await begin();
		fake.listener?.onEvent('here', { players: ['ann', 'bob'] });
		expect([session.isPresent(0), session.isPresent(1)]).toEqual([true, true]);
		fake.listener?.onEvent('here', { players: ['ann'] });
		expect(session.isPresent(1)).toBe(false);
		fake.time += 59_000;
		session.tick();
		expect(session.canClaim([1])).toBe(false);
		fake.time += 1000;
		session.tick();
		expect(session.canClaim([1])).toBe(true);
		fake.listener?.onEvent('here', { players: ['ann', 'bob'] });
		expect(session.canClaim([1])).toBe(false);
	});

	it('is unknown without a connection', async () => {
		await begin();
		fake.listener?.onEvent('here', { players: ['ann', 'bob'] });
		fake.cut();
		expect(session.isPresent(1)).toBeNull();
	});
});

it('an event that cannot be handled does not freeze the table', async () => {
	await begin();
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const failing = vi.spyOn(listener, 'happened').mockImplementationOnce(() => {
		throw new Error('cannot say this');
	});
	fake.say([eventOf(4, 'draw-offered', { seat: 1 }, { by: 'bob' })]);
	await eventually(() => expect(fake.opened).toBe(2));
	expect(fake.options.after).toBe('4');
	fake.move('S@a1', 'ann');
	await eventually(() => expect(shown()).toEqual(['S@a1']));
	expect(failing).toHaveBeenCalledTimes(2);
	vi.restoreAllMocks();
});

describe('commands', () => {
	beforeEach(() => begin());

	it('are sent once, however often the button is pressed', async () => {
		const first = session.command('draw', { do: 'offer' });
		expect(await session.command('draw', { do: 'offer' })).toBe(false);
		expect(session.isBusy('draw')).toBe(true);
		fake.last.answer();
		expect(await first).toBe(true);
		expect(fake.sent).toHaveLength(1);
		expect(session.isBusy('draw')).toBe(false);
	});

	it('that are refused say why', async () => {
		const asked = session.command('claim', { result: 'win' });
		fake.last.answer(refusal('claim.here'));
		expect(await asked).toBe(false);
		expect(calls('refused')).toMatchObject([[{ code: 'claim.here' }]]);
	});
});

describe('a rematch', () => {
	const over = { phase: 'over', to_move: null, result: '1-0', reason: 'resignation' } as const;

	it('is followed by players', async () => {
		await begin(tableOf(over));
		fake.say([eventOf(4, 'rematched', { table: 'N' })], { next: 'N' });
		await eventually(() => expect(calls('rematched')).toEqual([['N']]));
	});

	it('is not followed by spectators or on a later visit', async () => {
		await begin(tableOf(over), { ...bob, id: 'eve' });
		fake.say([eventOf(4, 'rematched', { table: 'N' })], { next: 'N' });
		await eventually(() => expect(session.table?.next).toBe('N'));
		expect(calls('rematched')).toEqual([]);
		await begin(tableOf({ ...over, next: 'N' }));
		expect(calls('rematched')).toEqual([]);
	});
});
