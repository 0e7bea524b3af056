import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../match/local/testing/eventually';
import { setPlayer } from '../../../net/me.svelte';
import { ann, FakeServer, reset } from '../testing/server';
import OfTable from './OfTable.svelte';
import { tournament } from './testing/tournament';

let server: FakeServer;

beforeEach(() => {
	reset();
	setPlayer(ann);
	server = new FakeServer();
	server.answer('GET tables/t1/tournament', tournament().summary);
	return () => vi.unstubAllGlobals();
});

it('leads from a table back to its tournament', async () => {
	render(OfTable, { table: 't1', over: false });
	const link = await screen.findByRole('link', { name: 'Friday' });
	expect(link.getAttribute('href')).toBe('#/tournament/cup');
	expect(server.last('GET tournaments/cup')).toBeUndefined();
});

it('leads to the next game when this one is over', async () => {
	server.answer('GET tournaments/cup', tournament({ me: { number: 1, round: 2, board: 1, table: 't2' } }));
	render(OfTable, { table: 't1', over: true });
	const next = await screen.findByRole('link', { name: 'Go to the next game' });
	expect(next.getAttribute('href')).toBe('#/table/t2');
});

it('says that the next round is waited for', async () => {
	server.answer('GET tournaments/cup', tournament({ me: { number: 1 } }));
	render(OfTable, { table: 't1', over: true });
	expect(await screen.findByText(/^Your game is over\. Wait for the next round\./)).toBeTruthy();
	expect(screen.queryByRole('link', { name: 'Go to the next game' })).toBeNull();
});

it('shows nothing to those who may not know the tournament', async () => {
	server.refuse('GET tables/t1/tournament', 404, 'tournament.unknown');
	const { container } = render(OfTable, { table: 't1', over: true });
	await eventually(() => expect(server.last('GET tables/t1/tournament')).toBeDefined());
	expect(container.querySelector('a')).toBeNull();
});
