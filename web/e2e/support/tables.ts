// Tables of the server, by the pages and by the API that the pages use.

import type { Page } from 'playwright-core';
import type { Sitter, Table, TableEvent, TableNews, Terms } from '../../src/net/types';
import { expect } from './app';
import { type Game, makeMove, movesMade } from './moves';

/** What a page cannot avoid to report while its server is out of reach. */
export const outOfReach = /net::ERR_(?!ABORTED)/;

/** Asks the API as a page does, under whatever name it plays. */
export function ask<T>(page: Page, path: string, body?: object): Promise<T> {
	return page.evaluate(
		async ([to, sent]) => {
			const headers = { 'Content-Type': 'application/json' };
			const request = sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : {};
			const response = await fetch(`./api/v1/${to}`, request);
			if (!response.ok) throw new Error(`${to}: ${await response.text()}`);
			return response.json();
		},
		[path, body ?? null] as const,
	);
}

/** Has somebody new open a table and go there; those on the first chair begin. Gives the address of the table behind #. */
export async function openTable(
	page: Page,
	name: string,
	terms: Terms,
	chairs: (Sitter | { me: true })[] = [{ me: true }, {}],
): Promise<string> {
	const { player } = await ask<{ player: object }>(page, 'guests', { name });
	await page.evaluate((known) => localStorage.setItem('plateau.player', known), JSON.stringify(player));
	const agreed = { first_side: 'first', begins: 'first', spectators: true, chat: true, ...terms };
	const { table } = await ask<{ table: string }>(page, 'tables', { terms: agreed, chairs });
	const hash = `#/table/${table}`;
	// Who plays here was just written down behind the page's back.
	await page.evaluate((to) => {
		location.hash = to;
		location.reload();
	}, hash);
	await page.getByRole('heading', { name: /is open$/ }).waitFor();
	return hash;
}

/** Sits down at a table by its page. */
export async function sit(page: Page, name: string, by = 'Sit down and play'): Promise<void> {
	await page.getByRole('textbox', { name: 'Your name' }).fill(name);
	await page.getByRole('button', { name: by }).click();
}

/** Plays moves in turn, each on the page of whose turn it is, and waits until all pages show it. */
export async function playInTurn(
	players: Page[],
	game: Game,
	moves: string[],
	watching: Page[] = [],
	from = 0,
): Promise<void> {
	for (const [i, move] of moves.entries()) {
		const page = players[(from + i) % players.length] as Page;
		await page.getByRole('button', { name: 'Type a move' }).waitFor();
		await makeMove(page, game, move);
		await expectMoves([...players, ...watching], from + i + 1, move);
	}
}

/** Waits until pages show a number of moves, of which the last is known. */
export async function expectMoves(pages: Page[], count: number, last: string): Promise<void> {
	for (const page of pages) {
		await expect
			.poll(async () => {
				const made = await movesMade(page);
				return [made.length, made.at(-1)];
			})
			.toEqual([count, last]);
	}
}

/** All that happened at a table, and how it stands. */
export async function storyOf(page: Page, id: string): Promise<{ events: TableEvent[]; table: Table }> {
	const { table } = await ask<{ table: Table }>(page, `tables/${id}`);
	const text = await page.evaluate(async (to) => {
		const stopping = new AbortController();
		const response = await fetch(`./api/v1/tables/${to}/events`, { signal: stopping.signal });
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		let heard = '';
		while (!/^event: table\n(id: .*\n)?data: .*\n\n/m.test(heard)) {
			const { value, done } = await reader.read();
			if (done) break;
			heard += new TextDecoder().decode(value);
		}
		stopping.abort();
		return heard;
	}, id);
	const [, data = '{}'] = /^event: table\n(?:id: .*\n)?data: (.*)\n/m.exec(text) ?? [];
	return { events: (JSON.parse(data) as TableNews).events, table };
}

/** The replay of a table's events is the table, and what the pages show. */
export async function expectReplay(pages: Page[], hash: string): Promise<TableEvent[]> {
	const [page] = pages as [Page];
	const { events, table } = await storyOf(page, hash.replace('#/table/', ''));
	expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
	let moves: string[] = [];
	for (const { kind, body } of events) {
		const { ply, move } = body as { ply: number; move: string };
		if (kind === 'moved') {
			expect(ply).toBe(moves.length);
			moves.push(move);
		}
		if (kind === 'taken-back') moves = moves.slice(0, ply);
	}
	expect(moves).toEqual(table.moves);
	const ends = events.filter(({ kind }) => kind === 'ended');
	expect(ends.length).toBe(table.phase === 'over' ? 1 : 0);
	for (const each of pages) expect(await movesMade(each)).toEqual(moves);
	return events;
}
