// A tournament as this page sees it. The stream of a tournament only says that something has
// happened; what the page shows is then asked for.

import { api, ProblemError } from '../../../net/api';
import { InOrder } from '../../../net/inOrder';
import { me } from '../../../net/me.svelte';
import { type Connection, Stream } from '../../../net/stream';
import type { Tournament, TournamentMessage, TournamentOrder } from '../../../net/types';
import type { OpenStream } from '../live.svelte';

/** How long the page waits between two requests that others cause. In a large arena something happens many times per second. */
const pace = 1_000;

const openServerStream: OpenStream = (path, listener, options) => new Stream(path, listener, options);

export class LiveTournament {
	readonly id: string;
	/** The code of a result slip, with which somebody without an account takes part; '' for none. */
	readonly slip: string;
	#openStream: OpenStream;
	#view = $state.raw<Tournament | null>(null);
	#problem = $state.raw<unknown>(null);
	#connection = $state<Connection>('connecting');
	/** How far the clock of this device is behind that of the server. */
	#offset = 0;
	#loading: Promise<void> | null = null;
	#again = false;
	#order = new InOrder();
	#watched = false;
	/** Something has happened that was not asked for yet. */
	#behind = false;
	#resting: ReturnType<typeof setTimeout> | undefined;

	constructor(id: string, slip = '', openStream: OpenStream = openServerStream) {
		this.id = id;
		this.slip = slip;
		this.#openStream = openStream;
	}

	/** null until it is loaded. */
	get view(): Tournament | null {
		return this.#view;
	}

	/** Why it cannot be shown; null if nothing is wrong. */
	get problem(): unknown {
		return this.#problem;
	}

	get lost(): boolean {
		return this.#connection === 'lost';
	}

	/** The time of the server. */
	now(): number {
		return Date.now() + this.#offset;
	}

	get path(): string {
		return `tournaments/${encodeURIComponent(this.id)}`;
	}

	/**
	 * Loads and follows it, until the returned function is called. In an effect it starts again with another player:
	 * the server pairs those whose streams are open, and has to know whose this one is.
	 */
	watch(): () => void {
		void me.player?.id;
		this.#watched = true;
		void this.load();
		const stream = this.#openStream<TournamentMessage>(`${this.path}/events`, {
			onEvent: (event, news) => {
				if (event === 'tournament') this.#follow(news);
			},
			onConnection: (connection) => {
				this.#connection = connection;
			},
			onEnd: (problem) => {
				this.#problem = problem;
			},
		});
		stream.open();
		return () => {
			stream.close();
			this.#watched = false;
			this.#behind = false;
			clearTimeout(this.#resting);
			this.#resting = undefined;
		};
	}

	#follow(news: TournamentMessage[1]): void {
		if (this.#shows(news)) return;
		// One's own next game is shown at once.
		if (this.slip === '' && news.me.table !== this.#view?.me.table) void this.load();
		else this.#loadSoon(0);
	}

	/** Asks for everything after a while, once, and then not again for a moment. */
	#loadSoon(milliseconds: number): void {
		if (!this.#watched) return;
		this.#behind = true;
		if (milliseconds > 0) this.#resting ??= setTimeout(() => this.#goOn(), milliseconds);
		else if (this.#resting === undefined) this.#goOn();
	}

	#goOn(): void {
		this.#resting = undefined;
		if (!this.#behind) return;
		this.#behind = false;
		this.#resting = setTimeout(() => this.#goOn(), pace);
		void this.load();
	}

	/** Asks for everything. While one request is under way, others wait and become one. */
	async load(): Promise<void> {
		if (this.#loading) {
			this.#again = true;
			return this.#loading;
		}
		this.#loading = this.#ask();
		await this.#loading;
		this.#loading = null;
		if (!this.#again) return;
		this.#again = false;
		await this.load();
	}

	/** Gives orders as an organiser: all of them are carried out, or none. */
	async order(...orders: TournamentOrder[]): Promise<void> {
		await this.#show(api.post<Tournament>(`${this.path}/orders`, { orders }));
	}

	/** Does something about one's own part: join, withdraw, return, bye. */
	async act(what: string, body: object = {}): Promise<void> {
		await this.#show(api.post<Tournament>(`${this.path}/${what}`, body));
	}

	/** Reports the result of one's own board, from the point of view of the first side. */
	async report(round: number, board: number, result: string): Promise<void> {
		const report = { round, board, result };
		if (this.slip === '') return this.act('report', report);
		const who = { tournament: this.id, code: this.slip };
		await this.#show(api.post<Tournament>('tournaments/slip/report', { ...who, ...report }));
	}

	async #ask(): Promise<void> {
		try {
			await this.#show(
				this.slip === ''
					? api.get<Tournament>(this.path)
					: api.post<Tournament>('tournaments/slip', { tournament: this.id, code: this.slip }),
			);
		} catch (error) {
			const temporary = error instanceof ProblemError && error.temporary;
			if (temporary) this.#loadSoon(error.retryAfter ?? pace);
			// What is shown may be old, which is better than nothing.
			if (this.#view === null || (error instanceof ProblemError && !temporary)) this.#problem = error;
		}
	}

	async #show(answer: Promise<Tournament>): Promise<void> {
		const isLater = this.#order.ask();
		const view = await answer;
		// Tables are opened without a new number.
		const seq = this.#view?.summary.seq ?? 0;
		if (view.summary.seq < seq || (!isLater() && view.summary.seq === seq)) return;
		this.#offset = view.now - Date.now();
		this.#problem = null;
		this.#view = view;
	}

	/** Whether the page already shows what the stream says. Tables are opened after the pairing, without an event. */
	#shows(news: TournamentMessage[1]): boolean {
		const { summary, me } = this.#view ?? {};
		const table = this.slip === '' ? news.me.table : me?.table;
		return summary?.seq === news.summary.seq && me?.table === table;
	}
}
