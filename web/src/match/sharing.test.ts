import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MatchText } from '../engine/protocol';
import type { ServerInfo } from '../net/types';

const match: MatchText = {
	game: 'quixo',
	start: '',
	moves: ['c1-c5', 'a1-e1'],
	players: ['Ann "A"', 'Ben'],
	closing: null,
};

const info = { name: 'Plateau', games: ['quixo'] } as unknown as ServerInfo;
let server: ServerInfo | null = null;
vi.mock('../net/server', () => ({ fetchServerInfo: () => Promise.resolve(server) }));

beforeEach(() => vi.resetModules());
afterEach(() => {
	server = null;
});

async function sharing() {
	const module = await import('./sharing.svelte');
	await module.findServer();
	return module;
}

it('uses addresses that the server can see', async () => {
	server = info;
	const { tableAddress, matchAddress, puzzleAddress, filmAddress, embedCode } = await sharing();
	const at = location.href.replace(/#.*/, '');
	expect(tableAddress('T/1')).toBe(`${at}t/T%2F1`);
	expect(puzzleAddress('quixo', '3f2a91', '#/puzzle/quixo/3f2a91')).toBe(`${at}p/quixo/3f2a91`);
	const query = 'moves=c1-c5_a1-e1&names=Ann+%22A%22_Ben';
	expect(matchAddress('play', match)).toBe(`${at}g/quixo?${query}`);
	expect(matchAddress('analyse', match, 1)).toBe(`${at}a/quixo?${query}&ply=1`);
	expect(filmAddress(match)).toBe(`${at}g/quixo.gif?${query}`);
	expect(filmAddress({ ...match, moves: [] })).toBe(null);
	expect(embedCode(match, '"Quixo" <b>')).toBe(
		`<iframe src="${at}embed/g/quixo?moves=c1-c5_a1-e1&amp;names=Ann+%22A%22_Ben" title="&quot;Quixo&quot; &lt;b&gt;" width="420" height="540" style="border:0" loading="lazy"></iframe>`,
	);
});

it('uses those of the pages where there is no server', async () => {
	const { tableAddress, matchAddress, puzzleAddress, filmAddress, embedCode } = await sharing();
	const at = location.href.replace(/#.*/, '');
	expect(tableAddress('T')).toBe(`${at}#/table/T`);
	expect(puzzleAddress('quixo', '3f2a91', '#/puzzle/quixo/3f2a91')).toBe(`${at}#/puzzle/quixo/3f2a91`);
	expect(matchAddress('play', { ...match, players: [] })).toBe(`${at}#/play?game=quixo&moves=c1-c5_a1-e1`);
	expect([filmAddress(match), embedCode(match, 'Quixo')]).toEqual([null, null]);
});
