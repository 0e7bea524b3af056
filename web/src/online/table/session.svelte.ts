// A table of the server as a page shows it. What is so is what the stream said
// last; the page adds one thing to it, its own move that is on the way:
//
//	server's moves   a b c d
//	shown            a b c d E     E: shown at once, sent with its ply and an id
//
// Then one of these happens. The event with that id comes: E was played. A
// refusal comes: E is taken off the board, and its sentence shown. Nothing
// comes, for the connection is lost: E is sent again under the same id when it
// is back, if the table still waits for that ply, and dropped otherwise.

import type { Rules } from '../../engine/client';
import type { MatchView, PlyView } from '../../engine/protocol';
import { type Api, ConnectionError, ProblemError, requestID } from '../../net/api';
import type { Connection, Stream, StreamListener, StreamOptions } from '../../net/stream';
import type { Beat, Channel, Player, Presence, Said, Table, TableEvent, TableNews } from '../../net/types';
import { remaining, ServerTime } from './clock';

/** What a session needs of the world. */
export interface World {
	rules: Rules;
	api: Pick<Api, 'post' | 'tell'>;
	stream: (
		path: string,
		listener: StreamListener,
		options: StreamOptions,
	) => Pick<Stream, 'open' | 'close' | 'again'>;
	/** The device's time in milliseconds. */
	now: () => number;
	later: (work: () => void, milliseconds: number) => void;
}

/** What a session tells as it happens. */
export interface Listener {
	/** What others did, or what became of what was asked for; `ply` is a move that is new on the board. */
	happened: (events: TableEvent[], ply: PlyView | null) => void;
	refused: (problem: unknown) => void;
	/** The own move on the way came too late: others did something meanwhile. */
	dropped: (move: string) => void;
	/** The connection was lost, or is there again. */
	connected: (yes: boolean) => void;
	/** A player of this table has opened the next one together with the others. */
	rematched: (table: string) => void;
}

/** Something said at the table. */
export interface Message {
	seq: number;
	/** The player's id. */
	by: string;
	channel: Channel;
	text: string;
	at: string;
}

interface Pending {
	ply: number;
	move: string;
	request: string;
	/** The server's time at which it was made. */
	at: number;
	/** Whether it is on the way; else it waits for the connection. */
	sent: boolean;
}

/** How long somebody has to be away before the game can be claimed; the server decides. */
const awayFor = 60_000;
/** How long a page may be behind before it listens anew. */
const behindFor = 2_000;
const busyPause = 2_000;

export class TableSession {
	readonly id: string;
	#world: World;
	#listener: Listener;
	#stream: Pick<Stream, 'open' | 'close' | 'again'>;
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
	#trouble = $state.raw<unknown>(null);
	#busy = $state.raw<ReadonlySet<string>>(new Set());
	/** The device's time that clocks show. */
	#moment = $state(0);
	/** Since when players are away, by the device's time. */
	#awaySince = $state.raw<ReadonlyMap<string, number>>(new Map());
	/** The moves that the view is of. */
	#shown = $state.raw<string[] | null>(null);
	#asked = 0;
	/** The last event that was told; the table may be ahead of it. */
	#seq = 0;
	/** The ids of the own moves that were sent. */
	#own = new Set<string>();
	/** What the server told last, which the page will show next. */
	#told: Table | null = null;
	#news: Promise<void> = Promise.resolve();

	constructor(id: string, me: Player | null, world: World, listener: Listener) {
		this.id = id;
		this.#me = me;
		this.#world = world;
		this.#listener = listener;
		this.#time = new ServerTime(world.now);
		this.#moment = world.now();
		this.#stream = this.#newStream();
	}

	/** The table as the server told it last; null until then. */
	get table(): Table | null {
		return this.#table;
	}

	/** The game with the own move on the way; null before its start and until the rules have answered. */
	get view(): MatchView | null {
		return this.#view;
	}

	get messages(): Message[] {
		return this.#messages;
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** For how long the connection has been lost, in milliseconds. */
	get lostFor(): number {
		return this.#lostAt === null ? 0 : Math.max(0, this.#moment - this.#lostAt);
	}

	/** Why the table cannot be watched. */
	get ended(): ProblemError | null {
		return this.#ended;
	}

	/** Why the rules did not answer; null when all is well. */
	get trouble(): unknown {
		return this.#trouble;
	}

	/** Whether a move waits for the connection. */
	get keepsMove(): boolean {
		return this.#pending !== null && !this.#pending.sent;
	}

	/** The own seat, or chair before the start; null for those who watch. */
	get seat(): number | null {
		const found =
			this.#table?.sitters.findIndex(({ player }) => player !== undefined && player === this.#me?.id) ?? -1;
		return found < 0 ? null : found;
	}

	get hosts(): boolean {
		return this.#me !== null && this.#table?.host === this.#me.id;
	}

	get running(): boolean {
		return this.#table?.phase === 'running';
	}

	/** Whose turn it is, as the board shows it. */
	get toMove(): number | null {
		if (!this.running) return null;
		return this.#pending === null || this.#view === null
			? (this.#table?.to_move ?? null)
			: this.#view.now.toMove;
	}

	/** Whether a move is awaited from this page. */
	get awaitsMove(): boolean {
		if (!this.running || this.#pending !== null || this.#table?.newer) return false;
		return this.seat !== null && this.#table?.to_move === this.seat && this.#shown === this.#table.moves;
	}

	/** Whether somebody is at the table; null where that is not known, or no person sits there. */
	isHere(seat: number): boolean | null {
		const player = this.#table?.sitters[seat]?.player;
		if (player === undefined || this.#connection !== 'connected') return null;
		return this.#here.has(player);
	}

	/** Whether somebody of other seats has been away for so long that the game can be claimed. */
	claimable(opponents: number[]): boolean {
		if (!this.running || this.seat === null || this.#table?.terms.time?.days) return false;
		return opponents.some((seat) => {
			const since = this.#awaySince.get(this.#table?.sitters[seat]?.player ?? '');
			return since !== undefined && this.#moment - since >= awayFor;
		});
	}

	/** What a clock shows, in milliseconds; null without one. */
	remaining(seat: number): number | null {
		const table = this.#table;
		if (!table) return null;
		void this.#moment;
		const now = this.#pending?.at ?? this.#time.now;
		return remaining(table.clock, seat, table.phase === 'running' ? table.to_move : null, now);
	}

	/** Who caused the last event of a kind, as a seat. */
	seatThat(kind: string): number | null {
		const by = this.#events.findLast((event) => event.kind === kind)?.by;
		const seat =
			by === undefined ? -1 : (this.#table?.sitters.findIndex(({ player }) => player === by) ?? -1);
		return seat < 0 ? null : seat;
	}

	isBusy(command: string): boolean {
		return this.#busy.has(command);
	}

	/** Begins to listen. */
	enter(): void {
		this.#stream.open();
	}

	/** Leaves the page; the chair stays taken. */
	leave(): void {
		this.#stream.close();
	}

	/** Lets clocks show the present. */
	tick(): void {
		this.#moment = this.#world.now();
	}

	/** Somebody has become known to the server, or is somebody else now: what they may see is told anew. */
	become(me: Player | null): void {
		if (this.#me?.id === me?.id) return;
		this.#me = me;
		this.#stream.close();
		this.#stream = this.#newStream();
		this.#stream.open();
	}

	/** Asks the rules again after they failed. */
	async again(): Promise<void> {
		this.#trouble = null;
		await this.#show();
	}

	/** Makes a move: it is seen at once. */
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

	/** Has something else done at the table; false where it was refused. */
	async command(command: string, body: object = {}): Promise<boolean> {
		if (this.#busy.has(command)) return false;
		this.#busy = new Set([...this.#busy, command]);
		try {
			await this.#world.api.post(`tables/${this.id}/${command}`, body);
			return true;
		} catch (problem) {
			this.#listener.refused(problem);
			return false;
		} finally {
			this.#busy = new Set([...this.#busy].filter((other) => other !== command));
		}
	}

	#newStream(): Pick<Stream, 'open' | 'close' | 'again'> {
		const after = this.#seq === 0 ? {} : { after: String(this.#seq) };
		return this.#world.stream(
			`tables/${this.id}/events`,
			{
				heard: (event, data) => this.#heard(event, data),
				changed: (connection) => this.#changed(connection),
				ended: (problem) => {
					this.#ended = problem;
				},
			},
			{ stays: () => this.#mustHear(), ...after },
		);
	}

	/** Whoever waits for players or plays in one sitting must hear of it, and counts as there. */
	#mustHear(): boolean {
		const table = this.#table;
		return table !== null && table.phase !== 'over' && this.seat !== null && !table.terms.time?.days;
	}

	#changed(connection: Connection): void {
		const before = this.#connection;
		this.#connection = connection;
		if (connection === 'lost') {
			this.#lostAt ??= this.#world.now();
			if (before === 'connected') this.#listener.connected(false);
		}
		if (connection === 'connected') {
			if (this.#lostAt !== null) this.#listener.connected(true);
			this.#lostAt = null;
		}
		this.tick();
	}

	#heard(event: string, data: unknown): void {
		if (event === 'table') {
			const news = data as TableNews;
			this.#time.heard(news.now);
			this.#told = news.table;
			this.#news = this.#news.then(() => this.#take(news));
		}
		if (event === 'here') this.#meet((data as Presence).players);
		if (event === 'beat') this.#answer(data as Beat);
	}

	async #take({ events, table }: TableNews): Promise<void> {
		const known = this.#table;
		const fresh = events.filter((event) => event.seq > this.#seq);
		this.#seq = fresh.at(-1)?.seq ?? this.#seq;
		this.#table = table;
		this.#events = [...this.#events, ...fresh];
		this.#meet([...this.#here]);
		const said = fresh.flatMap((event) => messageOf(event) ?? []);
		if (said.length > 0) this.#messages = [...this.#messages, ...said];
		this.#settle(fresh);
		await this.#show();
		if (known === null) return;
		const others = fresh.filter(({ request }) => request === undefined || !this.#own.has(request));
		const moved = others.findLast((event) => event.kind === 'moved');
		const ply = moved && this.#view?.plies[(moved.body as { ply: number }).ply];
		if (others.length > 0) this.#listener.happened(others, ply ?? null);
		if (table.next && !known.next && this.seat !== null) this.#listener.rematched(table.next);
	}

	/** What has become of the own move on the way. */
	#settle(fresh: TableEvent[]): void {
		const [table, pending] = [this.#table, this.#pending];
		if (!table || !pending) return;
		const told = fresh.some((event) => event.request === pending.request);
		if (told || table.moves[pending.ply] === pending.move) this.#pending = null;
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
			await this.#world.api.post(`tables/${this.id}/move`, { ply, move }, request);
		} catch (error) {
			if (this.#pending?.request !== pending.request) return;
			if (error instanceof ConnectionError) {
				waiting(false);
				// The stream may not have noticed yet.
				if (this.#connection === 'connected') this.#stream.again();
			} else if (error instanceof ProblemError && error.passing) {
				this.#world.later(() => this.#sendAgain(pending), error.retryAfter ?? busyPause);
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

	#meet(players: string[]): void {
		this.#here = new Set(players);
		const now = this.#world.now();
		const away = (this.#table?.sitters ?? []).flatMap(({ player }) =>
			player !== undefined && !this.#here.has(player) ? [player] : [],
		);
		this.#awaySince = new Map(away.map((player) => [player, this.#awaySince.get(player) ?? now]));
	}

	#answer({ nonce, seq, now }: Beat): void {
		this.#time.heard(now);
		const table = this.#told;
		const plays = table?.sitters.some(({ player }) => player !== undefined && player === this.#me?.id);
		if (plays && table?.phase === 'running' && table.clock?.left_ms)
			this.#world.api.tell(`tables/${this.id}/beat`, { nonce });
		const behind = () => seq > Math.max(this.#seq, this.#told?.seq ?? 0);
		if (!behind()) return;
		this.#world.later(() => {
			if (behind()) this.#stream.again();
		}, behindFor);
	}

	/** Asks the rules for the view of the moves to be shown, unless it is there. */
	async #show(): Promise<void> {
		const table = this.#table;
		if (table?.start === undefined) return;
		const pending = this.#pending?.ply === table.moves.length ? this.#pending : null;
		const moves = pending ? [...table.moves, pending.move] : table.moves;
		// An answer under way is of no use any more, whatever is to be shown.
		const ticket = ++this.#asked;
		if (this.#shown?.join(' ') === moves.join(' ')) {
			this.#shown = moves;
			return;
		}
		try {
			const view = await this.#world.rules.match({
				game: table.terms.game,
				start: table.start,
				moves,
				players: [],
				closing: null,
			});
			if (ticket !== this.#asked) return;
			this.#view = view;
			this.#shown = moves;
			this.#trouble = null;
		} catch (error) {
			if (ticket === this.#asked) this.#trouble = error;
		}
	}
}

function messageOf({ kind, seq, by = '', at, body }: TableEvent): Message | null {
	return kind === 'said' ? { seq, by, at, ...(body as Said) } : null;
}
