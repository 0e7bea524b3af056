// A table of the server. The stream is the source of truth; the page adds only its
// own pending move:
//
//	server's moves   a b c d
//	shown            a b c d E     E: shown at once, sent with its ply and an id
//
// Then one of three things happens. The event with that id arrives: E was played.
// The server refuses: E is taken back and the reason shown. Or the connection is
// lost: E is sent again with the same id after reconnecting, if the table still
// waits for that ply, and dropped otherwise.

import type { Rules } from '../../engine/client';
import type { MatchView, PlyView } from '../../engine/protocol';
import { report } from '../../kernel/report';
import { type Api, ConnectionError, ProblemError, requestID } from '../../net/api';
import type { Connection, Stream, StreamListener, StreamOptions } from '../../net/stream';
import { seeTable } from '../../net/turns.svelte';
import type { Channel, Heartbeat, Player, Table, TableEvent, TableMessage, TableNews } from '../../net/types';
import { remaining, ServerTime } from './clock';

/** What a session needs from outside. */
export interface Environment {
	rules: Rules;
	api: Pick<Api, 'post' | 'notify'>;
	stream: (
		path: string,
		listener: StreamListener<TableMessage>,
		options: StreamOptions,
	) => Pick<Stream, 'open' | 'close' | 'reconnect'>;
	/** The device's time in milliseconds. */
	now: () => number;
	later: (work: () => void, milliseconds: number) => void;
}

/** Callbacks of a session. */
export interface Listener {
	/** What others did, or the result of a command; `ply` is a new move on the board. */
	happened: (events: TableEvent[], ply: PlyView | null) => void;
	refused: (problem: unknown) => void;
	/** The pending move was stale: others acted in the meantime. */
	dropped: (move: string) => void;
	/** The connection was lost or restored. */
	connected: (yes: boolean) => void;
	/** The players agreed on a rematch at another table. */
	rematched: (table: string) => void;
}

/** A chat message. */
export interface Message {
	seq: number;
	/** A player id. */
	by: string;
	channel: Channel;
	text: string;
	at: string;
}

interface Pending {
	ply: number;
	move: string;
	request: string;
	/** The server's time when it was made. */
	at: number;
	/** Whether it was sent; else it waits for the connection. */
	sent: boolean;
}

/** How long a player must be away before the game can be claimed; the server decides. */
const claimAfter = 60_000;
/** How long a page may be behind before it reconnects. */
const staleAfter = 2_000;
const retryDelay = 2_000;

export class TableSession {
	readonly id: string;
	#env: Environment;
	#listener: Listener;
	#stream: Pick<Stream, 'open' | 'close' | 'reconnect'>;
	#time: ServerTime;
	#me = $state.raw<Player | null>(null);
	#table = $state.raw<Table | null>(null);
	#view = $state.raw<MatchView | null>(null);
	#here = $state.raw<ReadonlySet<string>>(new Set());
	#messages = $state.raw<Message[]>([]);
	#events: TableEvent[] = [];
	#connection = $state.raw<Connection>('connecting');
	#lostAt = $state.raw<number | null>(null);
	#pending = $state.raw<Pending | null>(null);
	#ended = $state.raw<ProblemError | null>(null);
	#error = $state.raw<unknown>(null);
	#justEnded = $state(false);
	#busy = $state.raw<ReadonlySet<string>>(new Set());
	/** The device's time for the clocks. */
	#moment = $state(0);
	/** Since when players are away, by the device's time. */
	#awaySince = $state.raw<ReadonlyMap<string, number>>(new Map());
	/** The moves of the current view. */
	#shown = $state.raw<string[] | null>(null);
	#lastRequest = 0;
	/** The last reported event; the table may be ahead of it. */
	#seq = 0;
	/** The request ids of own moves. */
	#own = new Set<string>();
	/** The server's latest table, which will be shown next. */
	#latest: Table | null = null;
	#news: Promise<void> = Promise.resolve();

	constructor(id: string, me: Player | null, env: Environment, listener: Listener) {
		this.id = id;
		this.#me = me;
		this.#env = env;
		this.#listener = listener;
		this.#time = new ServerTime(env.now);
		this.#moment = env.now();
		this.#stream = this.#newStream();
	}

	/** The table as last reported by the server; null before that. */
	get table(): Table | null {
		return this.#table;
	}

	/** The game including the pending move; null before it starts and until the rules have answered. */
	get view(): MatchView | null {
		return this.#view;
	}

	get messages(): Message[] {
		return this.#messages;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** How long the connection has been lost, in milliseconds. */
	get lostFor(): number {
		return this.#lostAt === null ? 0 : Math.max(0, this.#moment - this.#lostAt);
	}

	/** Why the table cannot be watched. */
	get ended(): ProblemError | null {
		return this.#ended;
	}

	/** Why the rules failed; null if they did not. */
	get error(): unknown {
		return this.#error;
	}

	/** Whether a move waits for the connection. */
	get hasUnsentMove(): boolean {
		return this.#pending !== null && !this.#pending.sent;
	}

	/** The own seat, or chair before the start; null for spectators. */
	get seat(): number | null {
		const found =
			this.#table?.sitters.findIndex(({ player }) => player !== undefined && player === this.#me?.id) ?? -1;
		return found < 0 ? null : found;
	}

	get isHost(): boolean {
		return this.#me !== null && this.#table?.host === this.#me.id;
	}

	get running(): boolean {
		return this.#table?.phase === 'running';
	}

	/** Whether the game ended while it was shown. */
	get justEnded(): boolean {
		return this.#justEnded;
	}

	/** Whether the view has all moves of the table. */
	get upToDate(): boolean {
		return this.#table !== null && this.#shown?.join(' ') === this.#table.moves.join(' ');
	}

	/** Whose turn it is on the board. */
	get toMove(): number | null {
		if (!this.running) return null;
		return this.#pending === null || this.#view === null
			? (this.#table?.to_move ?? null)
			: this.#view.now.toMove;
	}

	/** Whether it is this player's turn. */
	get awaitsMove(): boolean {
		if (!this.running || this.#pending !== null || this.#table?.newer) return false;
		return this.seat !== null && this.#table?.to_move === this.seat && this.#shown === this.#table.moves;
	}

	/** Whether the player at a seat is connected; null if unknown or not a person. */
	isPresent(seat: number): boolean | null {
		const player = this.#table?.sitters[seat]?.player;
		if (player === undefined || this.#connection !== 'connected') return null;
		return this.#here.has(player);
	}

	/** Whether an opponent has been away long enough to claim the game. */
	canClaim(opponents: number[]): boolean {
		if (!this.running || this.seat === null || this.#table?.terms.time?.days) return false;
		return opponents.some((seat) => {
			const since = this.#awaySince.get(this.#table?.sitters[seat]?.player ?? '');
			return since !== undefined && this.#moment - since >= claimAfter;
		});
	}

	/** The time on a seat's clock, in milliseconds; null without a clock. */
	remaining(seat: number): number | null {
		const table = this.#table;
		if (!table) return null;
		void this.#moment;
		const now = this.#pending?.at ?? this.#time.now;
		return remaining(table.clock, seat, table.phase === 'running' ? table.to_move : null, now);
	}

	/** The seat that caused the last event of a kind. */
	seatOfLast(kind: TableEvent['kind']): number | null {
		const by = this.#events.findLast((event) => event.kind === kind)?.by;
		const seat =
			by === undefined ? -1 : (this.#table?.sitters.findIndex(({ player }) => player === by) ?? -1);
		return seat < 0 ? null : seat;
	}

	isBusy(command: string): boolean {
		return this.#busy.has(command);
	}

	/** Starts the stream. */
	enter(): void {
		this.#stream.open();
	}

	/** Leaves the page, not the chair. */
	leave(): void {
		this.#stream.close();
	}

	/** Updates the clocks. */
	tick(): void {
		this.#moment = this.#env.now();
	}

	/** The player signed in or changed: restart the stream, since they may see other things. */
	setPlayer(me: Player | null): void {
		if (this.#me?.id === me?.id) return;
		this.#me = me;
		this.#resubscribe();
	}

	#resubscribe(): void {
		this.#stream.close();
		this.#stream = this.#newStream();
		this.#stream.open();
	}

	/** Asks the rules again after a failure. */
	async retry(): Promise<void> {
		this.#error = null;
		await this.#show();
	}

	/** Makes a move, which is shown at once. */
	async play(move: string): Promise<void> {
		const table = this.#table;
		if (!table || !this.awaitsMove) return;
		const pending = { ply: table.moves.length, move, request: requestID(), at: this.#time.now, sent: false };
		this.#pending = pending;
		this.#own.add(pending.request);
		void this.#send(pending);
		await this.#show();
		const ply = this.#view?.plies[pending.ply];
		if (ply?.text === move) this.#listener.happened([], ply);
	}

	/** Sends another command; returns false if it was refused. */
	async command(command: string, body: object = {}): Promise<boolean> {
		if (this.#busy.has(command)) return false;
		this.#busy = new Set([...this.#busy, command]);
		try {
			await this.#env.api.post(`tables/${this.id}/${command}`, body);
			return true;
		} catch (problem) {
			this.#listener.refused(problem);
			return false;
		} finally {
			this.#busy = new Set([...this.#busy].filter((other) => other !== command));
		}
	}

	#newStream(): Pick<Stream, 'open' | 'close' | 'reconnect'> {
		const after = this.#seq === 0 ? {} : { after: String(this.#seq) };
		return this.#env.stream(
			`tables/${this.id}/events`,
			{
				onEvent: (...message) => this.#onEvent(...message),
				onConnection: (connection) => this.#onConnection(connection),
				onEnd: (problem) => {
					this.#ended = problem;
				},
			},
			{ keepOpen: () => this.#mustStayConnected(), ...after },
		);
	}

	/** Hosts and players of a timed game must stay connected, and count as present. */
	#mustStayConnected(): boolean {
		const table = this.#table;
		return table !== null && table.phase !== 'over' && this.seat !== null && !table.terms.time?.days;
	}

	#onConnection(connection: Connection): void {
		const before = this.#connection;
		this.#connection = connection;
		if (connection === 'lost') {
			this.#lostAt ??= this.#env.now();
			if (before === 'connected') this.#listener.connected(false);
		}
		if (connection === 'connected') {
			if (this.#lostAt !== null) this.#listener.connected(true);
			this.#lostAt = null;
		}
		this.tick();
	}

	#onEvent(...[event, data]: TableMessage): void {
		if (event === 'table') {
			const news = data;
			this.#time.sync(news.now);
			this.#latest = news.table;
			seeTable(news.table);
			// What fails here must not hold up what comes later.
			this.#news = this.#news
				.then(() => this.#apply(news))
				.catch((error: unknown) => {
					report(error, 'stream');
					this.#resubscribe();
				});
		}
		if (event === 'here') this.#setPresent(data.players);
		if (event === 'beat') this.#onHeartbeat(data);
	}

	async #apply({ events, table }: TableNews): Promise<void> {
		const known = this.#table;
		const fresh = events.filter((event) => event.seq > this.#seq);
		this.#seq = fresh.at(-1)?.seq ?? this.#seq;
		this.#justEnded ||= known?.phase === 'running' && table.phase === 'over';
		this.#table = table;
		this.#events = [...this.#events, ...fresh];
		this.#setPresent([...this.#here]);
		const said = fresh.flatMap((event) => messageOf(event) ?? []);
		if (said.length > 0) this.#messages = [...this.#messages, ...said];
		this.#resolvePending(fresh);
		await this.#show();
		if (known === null) return;
		const others = fresh.filter(({ request }) => request === undefined || !this.#own.has(request));
		const moved = others.findLast((event) => event.kind === 'moved');
		const ply = moved && this.#view?.plies[moved.body.ply];
		if (others.length > 0) this.#listener.happened(others, ply ?? null);
		if (table.next && !known.next && this.seat !== null) this.#listener.rematched(table.next);
	}

	/** Settles the pending move by the latest events. */
	#resolvePending(fresh: TableEvent[]): void {
		const [table, pending] = [this.#table, this.#pending];
		if (!table || !pending) return;
		const confirmed = fresh.some((event) => event.request === pending.request);
		if (confirmed || table.moves[pending.ply] === pending.move) this.#pending = null;
		else if (table.phase !== 'running' || table.moves.length !== pending.ply) {
			this.#pending = null;
			this.#listener.dropped(pending.move);
		} else if (!pending.sent) void this.#send(pending);
	}

	async #send(pending: Pending): Promise<void> {
		const waiting = (sent: boolean) => {
			if (this.#pending?.request === pending.request) this.#pending = { ...pending, sent };
		};
		waiting(true);
		try {
			const { ply, move, request } = pending;
			await this.#env.api.post(`tables/${this.id}/move`, { ply, move }, request);
		} catch (error) {
			if (this.#pending?.request !== pending.request) return;
			if (error instanceof ConnectionError) {
				waiting(false);
				// The stream may not have noticed yet.
				if (this.#connection === 'connected') this.#stream.reconnect();
			} else if (error instanceof ProblemError && error.temporary) {
				this.#env.later(() => this.#sendAgain(pending), error.retryAfter ?? retryDelay);
			} else {
				this.#pending = null;
				await this.#show();
				this.#listener.refused(error);
			}
		}
	}

	#sendAgain(pending: Pending): void {
		if (this.#pending?.request === pending.request) void this.#send(pending);
	}

	#setPresent(players: string[]): void {
		this.#here = new Set(players);
		const now = this.#env.now();
		const away = (this.#table?.sitters ?? []).flatMap(({ player }) =>
			player !== undefined && !this.#here.has(player) ? [player] : [],
		);
		this.#awaySince = new Map(away.map((player) => [player, this.#awaySince.get(player) ?? now]));
	}

	#onHeartbeat({ nonce, seq, now }: Heartbeat): void {
		this.#time.sync(now);
		const table = this.#latest;
		const plays = table?.sitters.some(({ player }) => player !== undefined && player === this.#me?.id);
		if (plays && table?.phase === 'running' && table.clock?.left_ms)
			this.#env.api.notify(`tables/${this.id}/beat`, { nonce });
		const behind = () => seq > Math.max(this.#seq, this.#latest?.seq ?? 0);
		if (!behind()) return;
		this.#env.later(() => {
			if (behind()) this.#stream.reconnect();
		}, staleAfter);
	}

	/** Gets the view of the moves to show from the rules, unless it is there. */
	async #show(): Promise<void> {
		const table = this.#table;
		if (table?.start === undefined) return;
		const pending = this.#pending?.ply === table.moves.length ? this.#pending : null;
		const moves = pending ? [...table.moves, pending.move] : table.moves;
		// This makes answers in flight stale.
		const request = ++this.#lastRequest;
		if (this.#shown?.join(' ') === moves.join(' ')) {
			this.#shown = moves;
			return;
		}
		try {
			const view = await this.#env.rules.match({
				game: table.terms.game,
				start: table.start,
				moves,
				players: [],
				closing: null,
			});
			if (request !== this.#lastRequest) return;
			this.#view = view;
			this.#shown = moves;
			this.#error = null;
		} catch (error) {
			if (request === this.#lastRequest) this.#error = error;
		}
	}
}

function messageOf({ kind, seq, by = '', at, body }: TableEvent): Message | null {
	return kind === 'said' ? { seq, by, at, ...body } : null;
}
