// Programs that play in a tournament, over the API that everybody has.

import { inject } from 'vitest';
import type { Table, TableMessage, TournamentMessage } from '../../src/net/types';

/** The moves with which bots begin a game of Quixo; then they resign. */
const moves = ['a1-a5', 'e1-e5'];

/** A guest who takes part in a tournament and plays whatever game it gets, until `stop` is called. */
export class Bot {
	/** How many games it has begun. */
	games = 0;
	#headers: Record<string, string>;
	#stopping = new AbortController();
	#running: Promise<void>[] = [];
	#id = '';

	/** Each bot has an address of its own: those of many people are not those of one. */
	constructor(number: number) {
		this.#headers = {
			'Content-Type': 'application/json',
			'X-Forwarded-For': `203.0.113.${number}`,
		};
	}

	/** Joins, and follows the tournament from then on. */
	async join(tournament: string, name: string): Promise<void> {
		const { player, token } = await this.#ask<{ player: { id: string }; token: string }>('guests', {
			name,
			token: true,
		});
		this.#id = player.id;
		this.#headers.Authorization = `Bearer ${token}`;
		await this.#ask(`tournaments/${tournament}/join`, {});
		let played = '';
		await new Promise<void>((here) => {
			this.#follow<TournamentMessage>(`tournaments/${tournament}/events`, (event, news) => {
				here();
				const table = event === 'tournament' ? news.me.table : undefined;
				if (!table || table === played) return;
				played = table;
				this.games++;
				this.#play(table);
			});
		});
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.all(this.#running);
	}

	#play(id: string): void {
		this.#follow<TableMessage>(`tables/${id}/events`, (event, news) => {
			if (event !== 'table') return;
			const { table } = news;
			if (table.phase === 'over') return 'end';
			if (this.#isToMove(table)) void this.#answer(table);
		});
	}

	#isToMove({ to_move, sitters }: Table): boolean {
		return to_move !== null && sitters[to_move]?.player === this.#id;
	}

	async #answer({ id, moves: made }: Table): Promise<void> {
		const ply = made.length;
		const move = moves[ply];
		const command = move
			? this.#ask(`tables/${id}/move`, { ply, move })
			: this.#ask(`tables/${id}/resign`, {});
		await command.catch((error: unknown) => {
			if (!this.#stopping.signal.aborted) throw error;
		});
	}

	async #ask<T>(path: string, body: object): Promise<T> {
		const request = { method: 'POST', headers: this.#headers, body: JSON.stringify(body) };
		const response = await fetch(`${inject('url')}api/v1/${path}`, {
			...request,
			signal: this.#stopping.signal,
		});
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return response.json() as Promise<T>;
	}

	/** Reads a stream until it ends, the bot stops, or a message was the last one that matters. */
	#follow<M extends [string, unknown]>(path: string, each: (...message: M) => unknown): void {
		const stopping = new AbortController();
		const signal = AbortSignal.any([stopping.signal, this.#stopping.signal]);
		const read = async () => {
			const response = await fetch(`${inject('url')}api/v1/${path}`, { headers: this.#headers, signal });
			const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
			let text = '';
			for (;;) {
				const { value, done } = (await reader?.read()) ?? { done: true, value: '' };
				if (done) return;
				text += value;
				const messages = text.split('\n\n');
				text = messages.pop() ?? '';
				for (const message of messages) {
					const [, event = ''] = /^event: (.*)$/m.exec(message) ?? [];
					const [, data = 'null'] = /^data: (.*)$/m.exec(message) ?? [];
					if (event && each(...([event, JSON.parse(data)] as M)) === 'end') stopping.abort();
				}
			}
		};
		this.#running.push(
			read().catch((error: unknown) => {
				if (!signal.aborted) throw error;
			}),
		);
	}
}
