import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../net/api';
import { me, setPlayer } from '../../net/me.svelte';
import { Lobby, MyTables, Pairing } from './live.svelte';
import { ann, FakeStreams, reset, summary } from './testing/server';

let streams: FakeStreams;
beforeEach(() => {
	reset();
	streams = new FakeStreams();
});

describe('the lobby', () => {
	it('shows tables as they come and go, where the server puts them', () => {
		const lobby = new Lobby(streams.openStream);
		const leave = lobby.watch();
		const shown = () => lobby.tables.map(({ id, seq }) => `${id}${seq}`).join(' ');
		const change = (id: string, before?: string, seq = 1) => ({
			table: id,
			summary: summary(id, { seq }),
			before,
		});
		expect(lobby.known).toBe(false);
		streams.say('lobby', { whole: true, version: 1, changes: [change('a'), change('b')] });
		// Somebody with many tables does not come first, however new they are.
		streams.say('lobby', { whole: false, version: 3, changes: [change('many'), change('c', 'b')] });
		expect(shown()).toBe('a1 c1 b1 many1');
		streams.say('lobby', {
			whole: false,
			version: 5,
			changes: [{ table: 'a', summary: null }, change('b', 'c', 2)],
		});
		expect(shown()).toBe('c1 b2 many1');
		streams.say('lobby', { whole: true, version: 9, changes: [] });
		expect(shown()).toBe('');
		expect(lobby.known).toBe(true);
		leave();
		expect(streams.closed).toEqual(['lobby/events']);
	});

	it('says when it may be out of date', () => {
		const lobby = new Lobby(streams.openStream);
		lobby.watch();
		streams.listener?.onConnection('lost');
		expect(lobby.lost).toBe(true);
		streams.listener?.onConnection('connected');
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

	it('are sorted: my turn, their turn, open', () => {
		setPlayer(ann);
		const myTables = new MyTables(streams.openStream);
		myTables.watch();
		const tables = [summary('open', { entered: 9 }), running('theirs', 1, 8), running('mine', 0, 1)];
		streams.say('mine', { whole: true, tables });
		expect(myTables.tables.map(({ id }) => id)).toEqual(['mine', 'theirs', 'open']);
		expect(myTables.turnCount).toBe(1);
	});

	it('follow changes and drop finished games', () => {
		setPlayer(ann);
		const myTables = new MyTables(streams.openStream);
		myTables.watch();
		streams.say('mine', { whole: true, tables: [running('a', 1), running('b', 1)] });
		expect(myTables.turnCount).toBe(0);
		streams.say('mine', { whole: false, tables: [running('a', 0)] });
		expect(myTables.turnCount).toBe(1);
		streams.say('mine', { whole: false, tables: [summary('a', { phase: 'over' })] });
		expect(myTables.tables.map(({ id }) => id)).toEqual(['b']);
	});

	it('share one stream among all watchers', () => {
		setPlayer(ann);
		const myTables = new MyTables(streams.openStream);
		const [first, second] = [myTables.watch(), myTables.watch()];
		first();
		expect(streams.closed).toEqual([]);
		second();
		expect(streams.opened).toEqual(['me/events']);
		expect(streams.closed).toEqual(['me/events']);
	});

	it('forget a player the server no longer knows', () => {
		setPlayer(ann);
		new MyTables(streams.openStream).watch();
		streams.listener?.onEnd(new ProblemError({ status: 401, code: 'session.none' }));
		expect(me.player).toBeNull();
	});
});

describe('pairing', () => {
	const request = { game: 'quixo', time: { main_ms: 300_000, increment_ms: 5000 }, rated: false };

	it('waits in the stream until an opponent is found', () => {
		const found = vi.fn();
		const pairing = new Pairing(found, vi.fn(), streams.openStream);
		pairing.start({ ...request, rated: true });
		expect(streams.opened).toEqual(['pairing/events?game=quixo&main_ms=300000&increment_ms=5000&rated=true']);
		streams.say('waiting', { waiting: 2 });
		expect(pairing.others).toBe(2);
		streams.say('paired', { table: 'abc' });
		expect(found).toHaveBeenCalledWith('abc');
		expect(pairing.request).toBeNull();
		expect(streams.closed.length).toBe(1);
	});

	it('leaves the queue when cancelled or refused', () => {
		const refused = vi.fn();
		const pairing = new Pairing(vi.fn(), refused, streams.openStream);
		pairing.start(request);
		pairing.cancel();
		expect(pairing.request).toBeNull();
		expect(streams.closed.length).toBe(1);
		pairing.start(request);
		streams.listener?.onEnd(new ProblemError({ status: 429, code: 'stream.often' }));
		expect(refused).toHaveBeenCalledOnce();
		expect(pairing.request).toBeNull();
	});
});
