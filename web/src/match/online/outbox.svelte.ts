// The own move on its way to the server. One of three things happens to it. The event
// with its id arrives: it was played. The server refuses it. Or the connection is lost:
// it is sent again with the same id after reconnecting, if the table still waits for
// that ply, and dropped otherwise.

import { type Api, ConnectionError, ProblemError, requestID } from '../../net/api';
import type { Table, TableEvent } from '../../net/types';

export interface PendingMove {
	ply: number;
	move: string;
	request: string;
	/** The server's time when it was made. */
	at: number;
	/** Whether it was sent; else it waits for the connection. */
	sent: boolean;
}

export interface OutboxEnvironment {
	api: Pick<Api, 'post'>;
	later: (work: () => void, milliseconds: number) => void;
}

export interface OutboxListener {
	/** The server refused the move, which is not pending any more. */
	refused: (error: unknown) => void;
	/** The move was stale: others acted in the meantime. */
	dropped: (move: string) => void;
	/** The server could not be reached. */
	unreachable: () => void;
}

const retryDelay = 2_000;

export class Outbox {
	#path: string;
	#env: OutboxEnvironment;
	#listener: OutboxListener;
	#pending = $state.raw<PendingMove | null>(null);
	/** The request ids of all own moves. */
	#requests = new Set<string>();

	constructor(table: string, env: OutboxEnvironment, listener: OutboxListener) {
		this.#path = `tables/${table}/move`;
		this.#env = env;
		this.#listener = listener;
	}

	get pending(): PendingMove | null {
		return this.#pending;
	}

	/** Whether an event is about a move that was sent from here. */
	knows({ request }: TableEvent): boolean {
		return request !== undefined && this.#requests.has(request);
	}

	/** Sends a move. */
	put(ply: number, move: string, at: number): void {
		const pending = { ply, move, request: requestID(), at, sent: false };
		this.#pending = pending;
		this.#requests.add(pending.request);
		void this.#send(pending);
	}

	/** The table has gone on: is the move played, stale or to be sent again? */
	settle(table: Table, fresh: TableEvent[]): void {
		const pending = this.#pending;
		if (!pending) return;
		const confirmed = fresh.some((event) => event.request === pending.request);
		if (confirmed || table.moves[pending.ply] === pending.move) this.#pending = null;
		else if (table.phase !== 'running' || table.moves.length !== pending.ply) {
			this.#pending = null;
			this.#listener.dropped(pending.move);
		} else if (!pending.sent) void this.#send(pending);
	}

	async #send(pending: PendingMove): Promise<void> {
		const waiting = (sent: boolean) => {
			if (this.#pending?.request === pending.request) this.#pending = { ...pending, sent };
		};
		waiting(true);
		try {
			const { ply, move, request } = pending;
			await this.#env.api.post(this.#path, { ply, move }, request);
		} catch (error) {
			if (this.#pending?.request !== pending.request) return;
			if (error instanceof ConnectionError) {
				waiting(false);
				this.#listener.unreachable();
			} else if (error instanceof ProblemError && error.temporary) {
				this.#env.later(() => this.#sendAgain(pending), error.retryAfter ?? retryDelay);
			} else {
				this.#pending = null;
				this.#listener.refused(error);
			}
		}
	}

	#sendAgain(pending: PendingMove): void {
		if (this.#pending?.request === pending.request) void this.#send(pending);
	}
}
