// Tables of the server, through the pages and through the API that they use.

import type { Page } from 'playwright-core';
import type { Sitter, Table, TableEvent, TableNews, Terms } from '../../src/net/types';
import { expect } from './app';
import { type Game, makeMove, movesMade } from './moves';

/** What a page reports while it cannot reach its server. */
export const outOfReach = /net::ERR_(?!ABORTED)/;

/** Sends a request to the API as the player of a page. */
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

/** Gives a visitor an account. The page does not know the player yet, who was stored without it. */
export async function signUp(page: Page, name: string): Promise<void> {
	await ask(page, 'guests', { name });
	await page.evaluate(async () => {
		const headers = { 'Content-Type': 'application/json' };
		const body = JSON.stringify({ password: 'correct horse battery' });
		const response = await fetch('./api/v1/me/password', { method: 'PUT', headers, body });
		localStorage.setItem('plateau.player', JSON.stringify((await response.json()).player));
	});
}

/** Opens a table for a new guest and goes there; the first chair begins. Returns the hash of the table's address. */
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
	// The page does not know the player yet, who was stored without it.
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

/** Plays moves in turn, each on the page of the player to move, and waits until all pages show it. */
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

/** The events of a table and its state. */
export async function eventsOf(page: Page, id: string): Promise<{ events: TableEvent[]; table: Table }> {
	const { table } = await ask<{ table: Table }>(page, `tables/${id}`);
	const text = await page.evaluate(async (to) => {
		const stopping = new AbortController();
		const response = await fetch(`./api/v1/tables/${to}/events`, { signal: stopping.signal });
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		let received = '';
		while (!/^event: table\n(id: .*\n)?data: .*\n\n/m.test(received)) {
			const { value, done } = await reader.read();
			if (done) break;
			received += new TextDecoder().decode(value);
		}
		stopping.abort();
		return received;
	}, id);
	const [, data = '{}'] = /^event: table\n(?:id: .*\n)?data: (.*)\n/m.exec(text) ?? [];
	return { events: (JSON.parse(data) as TableNews).events, table };
}

/** The replay of a table's events is the table, and what the pages show. */
export async function expectReplay(pages: Page[], hash: string): Promise<TableEvent[]> {
	const [page] = pages as [Page];
	const { events, table } = await eventsOf(page, hash.replace('#/table/', ''));
	expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
	let moves: string[] = [];
	for (const { kind, body } of events) {
		if (kind === 'moved') {
			expect(body.ply).toBe(moves.length);
			moves.push(body.move);
		}
		if (kind === 'taken-back') moves = moves.slice(0, body.ply);
	}
	expect(moves).toEqual(table.moves);
	const ends = events.filter(({ kind }) => kind === 'ended');
	expect(ends.length).toBe(table.phase === 'over' ? 1 : 0);
	for (const each of pages) expect(await movesMade(each)).toEqual(moves);
	return events;
}
