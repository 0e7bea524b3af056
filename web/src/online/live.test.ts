import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../net/api';
import { me, remember } from '../net/me.svelte';
import { Lobby, MyTables, Pairing, waitsFor } from './live.svelte';
import { ann, FakeStreams, nobody, summary } from './testing/server';

let streams: FakeStreams;
beforeEach(() => {
	nobody();
	streams = new FakeStreams();
});

describe('the lobby', () => {
	it('shows tables as they come and go, the latest first', () => {
		const lobby = new Lobby(streams.listen);
		const leave = lobby.watch();
		expect(lobby.known).toBe(false);
		const [a, b] = [summary('a', { entered: 1 }), summary('b', { entered: 2 })];
		streams.say('lobby', { whole: true, version: 1, changes: [{ table: 'a', summary: a }] });
		streams.say('lobby', { whole: false, version: 2, changes: [{ table: 'b', summary: b }] });
		expect(lobby.tables).toEqual([b, a]);
		streams.say('lobby', { whole: false, version: 3, changes: [{ table: 'a', summary: null }] });
		expect(lobby.tables).toEqual([b]);
		streams.say('lobby', { whole: true, version: 9, changes: [] });
		expect(lobby.tables).toEqual([]);
		expect(lobby.known).toBe(true);
		leave();
		expect(streams.closed).toEqual(['lobby/events']);
	});

	it('says when it may be out of date', () => {
		const lobby = new Lobby(streams.listen);
		lobby.watch();
		streams.listener?.changed('lost');
		expect(lobby.lost).toBe(true);
		streams.listener?.changed('connected');
		expect(lobby.lost).toBe(false);
	});
});

describe('my tables', () => {
	const seats = [
		{ player: 'ann', name: 'Ann' },
		{ player: 'bob', name: 'Bob' },
	];
	const running = (id: string, to_move: number, entered = 0) =>
		summary(id, { phase: 'running', sitters: seats, to_move, entered });

	it('are sorted: my turn, the turn of others, open', () => {
		remember(ann);
		const mine = new MyTables(streams.listen);
		mine.watch();
		const tables = [summary('open', { entered: 9 }), running('theirs', 1, 8), running('mine', 0, 1)];
		streams.say('mine', { whole: true, tables });
		expect(mine.tables.map(({ id }) => id)).toEqual(['mine', 'theirs', 'open']);
		expect(mine.turns).toBe(1);
	});

	it('follow what changes, and lose what is over', () => {
		remember(ann);
		const mine = new MyTables(streams.listen);
		mine.watch();
		streams.say('mine', { whole: true, tables: [running('a', 1), running('b', 1)] });
		expect(mine.turns).toBe(0);
		streams.say('mine', { whole: false, tables: [running('a', 0)] });
		expect(mine.turns).toBe(1);
		streams.say('mine', { whole: false, tables: [summary('a', { phase: 'over' })] });
		expect(mine.tables.map(({ id }) => id)).toEqual(['b']);
	});

	it('share one stream among those who watch', () => {
		remember(ann);
		const mine = new MyTables(streams.listen);
		const [first, second] = [mine.watch(), mine.watch()];
		first();
		expect(streams.closed).toEqual([]);
		second();
		expect(streams.opened).toEqual(['me/events']);
		expect(streams.closed).toEqual(['me/events']);
	});

	it('forget somebody whom the server does not know any more', () => {
		remember(ann);
		new MyTables(streams.listen).watch();
		streams.listener?.ended(new ProblemError({ status: 401, code: 'session.none' }));
		expect(me.player).toBeNull();
	});

	it('wait for a player only while they run', () => {
		expect(waitsFor(running('a', 0), 'ann')).toBe(true);
		expect(waitsFor(running('a', 1), 'ann')).toBe(false);
		expect(waitsFor(summary('a'), '')).toBe(false);
	});
});

describe('pairing', () => {
	const wish = { game: 'quixo', time: { main_ms: 300_000, increment_ms: 5000 }, rated: false };

	it('waits in the stream until somebody is found', () => {
		const found = vi.fn();
		const pairing = new Pairing(found, vi.fn(), streams.listen);
		pairing.start({ ...wish, rated: true });
		expect(streams.opened).toEqual(['pairing/events?game=quixo&main_ms=300000&increment_ms=5000&rated=true']);
		streams.say('waiting', { waiting: 2 });
		expect(pairing.others).toBe(2);
		streams.say('paired', { table: 'abc' });
		expect(found).toHaveBeenCalledWith('abc');
		expect(pairing.wish).toBeNull();
		expect(streams.closed.length).toBe(1);
	});

	it('leaves the queue when it is cancelled, and when the server refuses', () => {
		const refused = vi.fn();
		const pairing = new Pairing(vi.fn(), refused, streams.listen);
		pairing.start(wish);
		pairing.cancel();
		expect(pairing.wish).toBeNull();
		expect(streams.closed.length).toBe(1);
		pairing.start(wish);
		streams.listener?.ended(new ProblemError({ status: 429, code: 'stream.often' }));
		expect(refused).toHaveBeenCalledOnce();
		expect(pairing.wish).toBeNull();
	});
});
