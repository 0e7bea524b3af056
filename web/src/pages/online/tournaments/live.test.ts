import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../match/local/testing/eventually';
import { FakeServer, FakeStreams, reset } from '../testing/server';
import { LiveTournament } from './live.svelte';
import { tournament } from './testing/tournament';

let server: FakeServer;
let streams: FakeStreams;
const asked = () => server.requests.filter(({ path }) => path === 'tournaments/cup').length;
const news = (seq: number, table?: string) => ({
	now: 0,
	open: 0,
	summary: { ...tournament().summary, seq },
	me: { organiser: false, ...(table && { table }) },
});

beforeEach(() => {
	reset();
	server = new FakeServer();
	streams = new FakeStreams();
	server.answer('GET tournaments/cup', tournament());
	return () => vi.unstubAllGlobals();
});

it('asks again only when the stream says something new', async () => {
	const live = new LiveTournament('cup', '', streams.openStream);
	const stop = live.watch();
	await eventually(() => expect(live.view?.summary.seq).toBe(9));
	streams.say('tournament', news(9));
	expect(asked()).toBe(1);
	server.answer('GET tournaments/cup', tournament({ summary: { seq: 10 } }));
	streams.say('tournament', news(10));
	await eventually(() => expect(live.view?.summary.seq).toBe(10));
	// The table of one's own game is opened without an event.
	server.answer('GET tournaments/cup', tournament({ summary: { seq: 10 }, me: { table: 'x' } }));
	streams.say('tournament', news(10, 'x'));
	await eventually(() => expect(live.view?.me.table).toBe('x'));
	stop();
	expect(streams.closed).toEqual(['tournaments/cup/events']);
});

it('asks once per second while much happens, and at once for one’s own game', async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const live = new LiveTournament('cup', '', streams.openStream);
	const stop = live.watch();
	await vi.advanceTimersByTimeAsync(0);
	for (let seq = 10; seq < 30; seq++) streams.say('tournament', news(seq));
	await vi.advanceTimersByTimeAsync(900);
	expect(asked()).toBe(2);
	streams.say('tournament', news(30, 'x'));
	await vi.advanceTimersByTimeAsync(0);
	expect(asked()).toBe(3);
	await vi.advanceTimersByTimeAsync(200);
	expect(asked()).toBe(4);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(asked()).toBe(4);
	streams.say('tournament', news(31));
	streams.say('tournament', news(32));
	stop();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(asked()).toBe(5);
});

it('asks again when the server was busy', async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	server.refuse('GET tournaments/cup', 503, 'busy');
	const live = new LiveTournament('cup', '', streams.openStream);
	live.watch();
	await vi.advanceTimersByTimeAsync(0);
	expect([live.view, live.problem !== null]).toEqual([null, true]);
	server.answer('GET tournaments/cup', tournament());
	await vi.advanceTimersByTimeAsync(1_000);
	expect([live.view?.summary.seq, live.problem]).toEqual([9, null]);
});

it('does not go back to an older state', async () => {
	const live = new LiveTournament('cup', '', streams.openStream);
	server.answer('POST tournaments/cup/orders', tournament({ summary: { seq: 12 } }));
	await live.order({ do: 'pair' });
	await live.load();
	expect(live.view?.summary.seq).toBe(12);
});

it('does not go back to an older answer with the same number: tables are opened without a new one', async () => {
	const live = new LiveTournament('cup', '', streams.openStream);
	const { answer } = server.hold('GET tournaments/cup');
	const loaded = live.load();
	const withTable = tournament({ me: { table: 'x' } });
	server.answer('POST tournaments/cup/orders', withTable);
	await live.order({ do: 'pair' });
	answer(tournament());
	await loaded;
	expect(live.view?.me.table).toBe('x');
});

it('acts with the code of a result slip', async () => {
	const live = new LiveTournament('cup', 'secret', streams.openStream);
	server.answer('POST tournaments/slip', tournament({ me: { number: 2 } }));
	server.answer('POST tournaments/slip/report', tournament({ summary: { seq: 10 }, me: { number: 2 } }));
	await live.load();
	expect(live.view?.me.number).toBe(2);
	await live.report(1, 2, '0-1');
	expect(server.last('POST tournaments/slip/report')?.body).toMatchObject({
		tournament: 'cup',
		code: 'secret',
		round: 1,
		board: 2,
		result: '0-1',
	});
});

it('says why there is nothing to see', async () => {
	server.refuse('GET tournaments/cup', 404, 'tournament.unknown');
	const live = new LiveTournament('cup', '', streams.openStream);
	await live.load();
	expect(live.problem).toMatchObject({ code: 'tournament.unknown' });
});
