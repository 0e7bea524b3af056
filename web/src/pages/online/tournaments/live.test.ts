import { beforeEach, expect, it, vi } from 'vitest';
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
