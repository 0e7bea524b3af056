import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, ProblemError } from '../../net/api';
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

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 1 });
const refusal = (code: string) => new ProblemError({ status: 409, code, detail: code });
const lost = () => new ConnectionError(new TypeError('network'));

let fake: FakeTable;
let listener: ReturnType<typeof fakeListener>;
let session: TableSession;

const shown = () => session.view?.plies.map(({ text }) => text);
const told = (what: string) => listener.told.filter(([kind]) => kind === what).map(([, ...rest]) => rest);

/** Ann's page of a running game that she is to move in. */
async function begin(table = tableOf(), me = ann): Promise<void> {
	fake = new FakeTable(table);
	listener = fakeListener();
	session = sessionOf(fake, me, listener);
	fake.connect();
	await eventually(() => expect(session.view).not.toBeNull());
}

describe('an own move', () => {
	beforeEach(() => begin());

	it('is shown at once, and played when its event comes', async () => {
		void session.play('S@a1');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		expect(session.toMove).toBe(1);
		expect(session.awaitsMove).toBe(false);
		expect(fake.last).toMatchObject({ path: 'tables/T/move', body: { ply: 0, move: 'S@a1' } });
		fake.last.answer();
		fake.move('S@a1', 'ann', fake.last.request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		// It was told when it was made; its event is no news.
		expect(told('happened')).toEqual([[[], 'S@a1']]);
		fake.move('S@b2', 'bob');
		await eventually(() => expect(shown()).toEqual(['S@a1', 'S@b2']));
		await eventually(() => expect(told('happened').at(-1)).toEqual([['moved'], 'S@b2']));
		expect(session.awaitsMove).toBe(true);
	});

	it('may have its event before its answer', async () => {
		void session.play('S@a1');
		fake.move('S@a1', 'ann', fake.last.request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		fake.last.answer(lost());
		fake.move('S@b2', 'bob');
		await eventually(() => expect(session.awaitsMove).toBe(true));
		expect(told('dropped')).toEqual([]);
		expect(fake.sent).toHaveLength(1);
	});

	it('that is refused is taken off the board, with its sentence', async () => {
		void session.play('S@a1');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		fake.last.answer(refusal('quixo.opposing'));
		await eventually(() => expect(shown()).toEqual([]));
		expect(told('refused')).toMatchObject([[{ code: 'quixo.opposing' }]]);
		await eventually(() => expect(session.awaitsMove).toBe(true));
	});

	it('that is refused before the rules have shown it is never shown', async () => {
		void session.play('S@a1');
		fake.last.answer(refusal('move.turn'));
		await eventually(() => expect(told('refused')).toHaveLength(1));
		expect(shown()).toEqual([]);
	});

	it('made without a connection is kept, and sent under its id when it is back', async () => {
		fake.cut();
		void session.play('S@a1');
		const { request } = fake.last;
		fake.last.answer(lost());
		await eventually(() => expect(session.keepsMove).toBe(true));
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		fake.connect();
		await eventually(() => expect(fake.sent).toHaveLength(2));
		expect(fake.last).toMatchObject({ request, body: { ply: 0, move: 'S@a1' } });
		fake.last.answer();
		fake.move('S@a1', 'ann', request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		expect(told('dropped')).toEqual([]);
		expect(told('connected')).toEqual([[false], [true]]);
	});

	it('whose answer was lost is found among the events', async () => {
		void session.play('S@a1');
		const { request } = fake.last;
		fake.cut();
		fake.last.answer(lost());
		await eventually(() => expect(session.keepsMove).toBe(true));
		fake.listener?.changed('connected');
		fake.move('S@a1', 'ann', request);
		await eventually(() => expect(session.table?.moves).toEqual(['S@a1']));
		expect(session.keepsMove).toBe(false);
		expect(fake.sent).toHaveLength(1);
		expect(told('dropped')).toEqual([]);
	});

	it('that answers another position by now is dropped, and that is said', async () => {
		fake.cut();
		void session.play('S@a1');
		fake.last.answer(lost());
		await eventually(() => expect(session.keepsMove).toBe(true));
		fake.listener?.changed('connected');
		fake.say([eventOf(4, 'ended', { result: '0-1', reason: 'timeout' })], {
			phase: 'over',
			to_move: null,
			result: '0-1',
			reason: 'timeout',
		});
		await eventually(() => expect(told('dropped')).toEqual([['S@a1']]));
		await eventually(() => expect(shown()).toEqual([]));
		expect(fake.sent).toHaveLength(1);
	});

	it('is sent again later to a server that has too much to do', async () => {
		void session.play('S@a1');
		const { request } = fake.last;
		fake.last.answer(new ProblemError({ status: 429, code: 'api.often' }, 3000));
		await eventually(() => expect(fake.later).toHaveLength(1));
		expect(fake.later[0]?.milliseconds).toBe(3000);
		fake.later[0]?.work();
		expect(fake.last.request).toBe(request);
		expect(fake.sent).toHaveLength(2);
		expect(told('refused')).toEqual([]);
	});

	it('is only made when it is awaited', async () => {
		void session.play('S@a1');
		void session.play('S@b2');
		expect(fake.sent).toHaveLength(1);
		await begin(tableOf({ to_move: 1, moves: ['S@a1'] }));
		void session.play('S@b2');
		expect(fake.sent).toHaveLength(0);
	});
});

describe('the stream', () => {
	it('tells a page that was away what happened meanwhile, in one go', async () => {
		await begin(tableOf({ moves: ['S@a1'], to_move: 1 }));
		fake.cut();
		expect(session.connection).toBe('lost');
		fake.time += 30_000;
		session.tick();
		expect(session.lostFor).toBe(30_000);
		fake.listener?.changed('connected');
		const moved = (seq: number, ply: number, move: string) =>
			eventOf(seq, 'moved', { ply, move }, { by: 'bob' });
		fake.say([moved(4, 1, 'S@b2'), eventOf(5, 'said', { channel: 'table', text: 'hi' }, { by: 'bob' })], {
			moves: ['S@a1', 'S@b2'],
			to_move: 0,
		});
		await eventually(() => expect(told('happened')).toEqual([[['moved', 'said'], 'S@b2']]));
		expect(session.messages).toMatchObject([{ by: 'bob', text: 'hi', channel: 'table' }]);
		expect(session.lostFor).toBe(0);
	});

	it('that says the same twice is heard once', async () => {
		await begin();
		const said = eventOf(4, 'said', { channel: 'table', text: 'hi' }, { by: 'bob' });
		fake.say([said]);
		fake.say([said]);
		fake.move('S@a1', 'ann');
		await eventually(() => expect(shown()).toEqual(['S@a1']));
		expect(session.messages).toHaveLength(1);
	});

	it('that has not told everything by the time of a beat is listened to anew', async () => {
		await begin();
		fake.listener?.heard('beat', { nonce: 7, seq: 3, ply: 0, clock: null, now: noon });
		expect(fake.later).toHaveLength(0);
		fake.listener?.heard('beat', { nonce: 7, seq: 9, ply: 2, clock: null, now: noon });
		fake.later[0]?.work();
		expect(fake.again).toBe(1);
	});

	it('has its beats answered by players whose clock runs, and by nobody else', async () => {
		const beat = { nonce: 7, seq: 3, ply: 0, clock: null, now: noon };
		await begin(tableOf({ clock: clockOf([60_000, 60_000]) }));
		fake.listener?.heard('beat', beat);
		expect(fake.told).toEqual([['tables/T/beat', { nonce: 7 }]]);
		await begin(tableOf({ clock: clockOf([60_000, 60_000]) }), { ...bob, id: 'eve' });
		fake.listener?.heard('beat', beat);
		expect(fake.told).toEqual([]);
	});

	it('stays open behind other windows for whoever plays or waits for players', async () => {
		await begin();
		expect(fake.options.stays?.()).toBe(true);
		await begin(tableOf({ terms: { game: 'quixo', time: { days: 2 } } }));
		expect(fake.options.stays?.()).toBe(false);
		await begin(tableOf(), { ...bob, id: 'eve' });
		expect(fake.options.stays?.()).toBe(false);
	});

	it('begins anew for somebody who has become known', async () => {
		fake = new FakeTable(openTable());
		session = sessionOf(fake, null);
		fake.connect([eventOf(1, 'opened')]);
		await eventually(() => expect(session.table).not.toBeNull());
		expect(session.seat).toBeNull();
		session.become(bob);
		expect(fake.opened).toBe(2);
		expect(fake.options.after).toBe('1');
		fake.say([], { sitters: [{ player: 'ann' }, { player: 'bob' }] });
		await eventually(() => expect(session.seat).toBe(1));
	});

	it('says why a table cannot be watched', async () => {
		fake = new FakeTable(tableOf());
		session = sessionOf(fake, null);
		fake.listener?.ended(refusal('table.unknown'));
		expect(session.ended?.code).toBe('table.unknown');
	});
});

describe('clocks', () => {
	it('count by the server’s time, and stop for a move that was made', async () => {
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

	it('are those of the last message, whatever the device thinks the time is', async () => {
		fake = new FakeTable(
			tableOf({ moves: ['S@a1', 'S@b2'], clock: clockOf([60_000, 50_000], noon + 90_000) }),
		);
		session = sessionOf(fake);
		fake.listener?.changed('connected');
		fake.listener?.heard('table', { events: [], table: fake.table, now: noon + 100_000 });
		await eventually(() => expect(session.remaining(0)).toBe(50_000));
	});
});

describe('presence', () => {
	it('tells who is there, and who has been away for so long that the game can be claimed', async () => {
		await begin();
		fake.listener?.heard('here', { players: ['ann', 'bob'] });
		expect([session.isHere(0), session.isHere(1)]).toEqual([true, true]);
		fake.listener?.heard('here', { players: ['ann'] });
		expect(session.isHere(1)).toBe(false);
		fake.time += 59_000;
		session.tick();
		expect(session.claimable([1])).toBe(false);
		fake.time += 1000;
		session.tick();
		expect(session.claimable([1])).toBe(true);
		fake.listener?.heard('here', { players: ['ann', 'bob'] });
		expect(session.claimable([1])).toBe(false);
	});

	it('is not known without a connection', async () => {
		await begin();
		fake.listener?.heard('here', { players: ['ann', 'bob'] });
		fake.cut();
		expect(session.isHere(1)).toBeNull();
	});
});

describe('commands', () => {
	beforeEach(() => begin());

	it('are sent once, however often they are pressed', async () => {
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
		expect(told('refused')).toMatchObject([[{ code: 'claim.here' }]]);
	});
});

describe('a rematch', () => {
	const over = { phase: 'over', to_move: null, result: '1-0', reason: 'resignation' } as const;

	it('is followed by those who play', async () => {
		await begin(tableOf(over));
		fake.say([eventOf(4, 'rematched', { table: 'N' })], { next: 'N' });
		await eventually(() => expect(told('rematched')).toEqual([['N']]));
	});

	it('is not followed by those who watch, nor when it is long past', async () => {
		await begin(tableOf(over), { ...bob, id: 'eve' });
		fake.say([eventOf(4, 'rematched', { table: 'N' })], { next: 'N' });
		await eventually(() => expect(session.table?.next).toBe('N'));
		expect(told('rematched')).toEqual([]);
		await begin(tableOf({ ...over, next: 'N' }));
		expect(told('rematched')).toEqual([]);
	});
});
