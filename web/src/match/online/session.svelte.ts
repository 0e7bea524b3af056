// A table of the server. The stream is the source of truth; the page adds only its
// own pending move:
//
//	server's moves   a b c d
//	shown            a b c d E     E: shown at once, sent with its ply and an id
//
//	feed.svelte.ts         the stream and the server's time
//	outbox.svelte.ts       the pending move
//	premove.svelte.ts      the move chosen before the player's turn
//	attendance.svelte.ts   who is here

import type { Rules } from '../../engine/client';
import type { MatchView, PlyView, Premove } from '../../engine/protocol';
import { report } from '../../kernel/report';
import type { Api, ProblemError } from '../../net/api';
import { blocks } from '../../net/blocks.svelte';
import type { Connection } from '../../net/stream';
import type { Channel, Player, Table, TableEvent, TableNews } from '../../net/types';
import { Attendance } from './attendance.svelte';
import { remaining } from './clock';
import { type FeedEnvironment, TableFeed } from './feed.svelte';
import { Outbox } from './outbox.svelte';
import { PremovePlan } from './premove.svelte';

/** What a session needs from outside. */
export interface Environment extends FeedEnvironment {
	rules: Rules;
	api: Pick<Api, 'post' | 'notify'>;
}

/** Callbacks of a session. */
export interface Listener {
	/** What others did, or the result of a command; `ply` is a new move on the board. */
	happened: (events: TableEvent[], ply: PlyView | null) => void;
	refused: (problem: unknown) => void;
	/** The pending move was stale: others acted in the meantime. */
	dropped: (move: string) => void;
	/** The move chosen in advance is not legal now. */
	impossible: (premove: Premove) => void;
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
	/** The code of a preset phrase, instead of a text. */
	phrase?: string;
	at: string;
}

/** How long a player must be away before the game can be claimed; the server decides. */
const claimAfter = 60_000;

export class TableSession {
	readonly id: string;
	readonly premove = new PremovePlan();
	#env: Environment;
	#listener: Listener;
	#feed: TableFeed;
	#outbox: Outbox;
	#attendance: Attendance;
	#me = $state.raw<Player | null>(null);
	#table = $state.raw<Table | null>(null);
	#view = $state.raw<MatchView | null>(null);
	#messages = $state.raw<Message[]>([]);
	#audible = $derived(this.#messages.filter(({ by }) => blocks.kindOf(by) === null));
	#events: TableEvent[] = [];
	#error = $state.raw<unknown>(null);
	#justEnded = $state(false);
	#busy = $state.raw<ReadonlySet<string>>(new Set());
	/** The device's time for the clocks. */
	#moment = $state(0);
	/** The moves of the current view. */
	#shown = $state.raw<string[] | null>(null);
	#lastRequest = 0;
	/** The last reported event; the table may be ahead of it. */
	#seq = 0;
	#news: Promise<void> = Promise.resolve();

	constructor(id: string, me: Player | null, env: Environment, listener: Listener) {
		this.id = id;
		this.#me = me;
		this.#env = env;
		this.#listener = listener;
		this.#moment = env.now();
		this.#attendance = new Attendance(env.now);
		this.#outbox = new Outbox(id, env, {
			refused: (error) => void this.#takeBack(error),
			dropped: (move) => listener.dropped(move),
			unreachable: () => this.#feed.suspect(),
		});
		this.#feed = new TableFeed(id, env, {
			news: (news) => this.#onNews(news),
			present: (players) => this.#attendance.update(this.#table?.sitters ?? [], players),
			connected: (yes) => {
				this.tick();
				listener.connected(yes);
			},
			keepOpen: () => this.#mustStayConnected(),
			answersBeats: (table) => this.#isTimed(table),
			seq: () => this.#seq,
		});
	}

	/** The table as last reported by the server; null before that. */
	get table(): Table | null {
		return this.#table;
	}

	/** The game including the pending move; null before it starts and until the rules have answered. */
	get view(): MatchView | null {
		return this.#view;
	}

	/** What was said, without what comes from players who are blocked or muted. */
	get messages(): Message[] {
		return this.#audible;
	}

	get connection(): Connection {
		return this.#feed.connection;
	}

	/** How long the connection has been lost, in milliseconds. */
	get lostFor(): number {
		const { lostAt } = this.#feed;
		return lostAt === null ? 0 : Math.max(0, this.#moment - lostAt);
	}

	/** Why the table cannot be watched. */
	get ended(): ProblemError | null {
		return this.#feed.ended;
	}

	/** Why the rules failed; null if they did not. */
	get error(): unknown {
		return this.#error;
	}

	/** Whether a move waits for the connection. */
	get hasUnsentMove(): boolean {
		return this.#outbox.pending?.sent === false;
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
		return this.#outbox.pending === null || this.#view === null
			? (this.#table?.to_move ?? null)
			: this.#view.now.to_move;
	}

	/** Whether it is this player's turn. */
	get awaitsMove(): boolean {
		if (!this.running || this.#outbox.pending !== null || this.#table?.newer) return false;
		return this.seat !== null && this.#table?.to_move === this.seat && this.#shown === this.#table.moves;
	}

	/** Whether this player may choose a move in advance: others are to move, in the position that is shown. */
	get canPremove(): boolean {
		if (!this.running || this.seat === null || this.#table?.newer || !this.#view) return false;
		const toMove = this.upToDate ? this.toMove : this.#view.now.to_move;
		return toMove !== this.seat && !this.#view.now.verdict.over;
	}

	/** Whether the player at a seat is connected; null if unknown or not a person. */
	isPresent(seat: number): boolean | null {
		const player = this.#table?.sitters[seat]?.player;
		if (player === undefined || this.connection !== 'connected') return null;
		return this.#attendance.isHere(player);
	}

	/** Whether an opponent has been away long enough to claim the game. */
	canClaim(opponents: number[]): boolean {
		if (!this.running || this.seat === null || this.#table?.terms.time?.days) return false;
		return opponents.some((seat) => {
			const since = this.#attendance.awaySince(this.#table?.sitters[seat]?.player ?? '');
			return since !== undefined && this.#moment - since >= claimAfter;
		});
	}

	/** The time on a seat's clock, in milliseconds; null without a clock. */
	remaining(seat: number): number | null {
		const table = this.#table;
		if (!table) return null;
		void this.#moment;
		// For a move that is on its way the clock stands; for one that could not be sent it goes on.
		const { pending } = this.#outbox;
		const now = pending?.sent ? pending.at : this.#feed.time.now;
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
		this.#feed.open();
	}

	/** Leaves the page, not the chair. */
	leave(): void {
		this.#feed.close();
	}

	/** Updates the clocks. */
	tick(): void {
		this.#moment = this.#env.now();
	}

	/** The player signed in or changed: restart the stream, since they may see other things. */
	setPlayer(me: Player | null): void {
		if (this.#me?.id === me?.id) return;
		this.#me = me;
		this.#feed.restart();
	}

	/** Asks the rules again after a failure. */
	async retry(): Promise<void> {
		this.#error = null;
		await this.#show();
		await this.#followPremove();
	}

	/** Makes a move, which is shown at once. */
	async play(move: string): Promise<void> {
		const table = this.#table;
		if (!table || !this.awaitsMove) return;
		const at = table.moves.length;
		this.#outbox.put(at, move, this.#feed.time.now);
		await this.#show();
		const ply = this.#view?.plies[at];
		if (ply?.text === move) this.#listener.happened([], ply);
	}

	/** Chooses a move in advance. */
	choosePremove(premove: Premove): void {
		if (this.canPremove && this.#shown) this.premove.choose(premove, this.#shown);
	}

	/** Plays the move chosen in advance if the turn has come, and discards it if the game went another way. */
	async #followPremove(events: TableEvent[] = []): Promise<void> {
		const plies = this.#view?.plies ?? [];
		this.premove.follow(plies, this.seat);
		if (!this.running || events.some(({ kind }) => kind === 'taken-back')) this.premove.cancel();
		if (!this.awaitsMove) return;
		await this.premove.fulfil(plies.length, async (premove) => {
			const isLegal = this.#view?.now.moves.some(({ text }) => text === premove.text);
			if (isLegal) await this.play(premove.text);
			else this.#listener.impossible(premove);
		});
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

	/** Hosts and players of a timed game must stay connected, and count as present. */
	#mustStayConnected(): boolean {
		const table = this.#table;
		return table !== null && table.phase !== 'over' && this.seat !== null && !table.terms.time?.days;
	}

	/** Whether a clock of this player is running or may start to run. */
	#isTimed({ phase, clock, sitters }: Table): boolean {
		const plays = sitters.some(({ player }) => player !== undefined && player === this.#me?.id);
		return plays && phase === 'running' && Boolean(clock?.left_ms);
	}

	#onNews(news: TableNews): void {
		// What fails here must not hold up what comes later.
		this.#news = this.#news
			.then(() => this.#apply(news))
			.catch((error: unknown) => {
				report(error, 'stream');
				this.#feed.restart();
			});
	}

	async #apply({ events, table }: TableNews): Promise<void> {
		const known = this.#table;
		const fresh = events.filter((event) => event.seq > this.#seq);
		this.#seq = fresh.at(-1)?.seq ?? this.#seq;
		this.#justEnded ||= known?.phase === 'running' && table.phase === 'over';
		this.#table = table;
		this.#events = [...this.#events, ...fresh];
		this.#attendance.update(table.sitters);
		const said = fresh.flatMap((event) => messageOf(event) ?? []);
		if (said.length > 0) this.#messages = [...this.#messages, ...said];
		const erased = fresh.flatMap(({ kind, body }) => (kind === 'erased' ? body.message : []));
		if (erased.length > 0) this.#messages = this.#messages.filter(({ seq }) => !erased.includes(seq));
		this.#outbox.settle(table, fresh);
		await this.#show();
		if (known === null) return;
		const others = fresh.filter((event) => !this.#outbox.knows(event));
		const moved = others.findLast((event) => event.kind === 'moved');
		const ply = moved && this.#view?.plies[moved.body.ply];
		if (others.length > 0) this.#listener.happened(others, ply ?? null);
		if (table.next && !known.next && this.seat !== null) this.#listener.rematched(table.next);
		await this.#followPremove(fresh);
	}

	/** The server refused the pending move. */
	async #takeBack(error: unknown): Promise<void> {
		await this.#show();
		await this.#followPremove();
		this.#listener.refused(error);
	}

	/** Gets the view of the moves to show from the rules, unless it is there. */
	async #show(): Promise<void> {
		const table = this.#table;
		if (table?.start === undefined) return;
		const { pending } = this.#outbox;
		const isNext = pending?.ply === table.moves.length;
		const moves = isNext ? [...table.moves, pending.move] : table.moves;
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
	// A message without a text was deleted, by an administrator or with its author.
	return kind === 'said' && (body.text !== '' || body.phrase) ? { seq, by, at, ...body } : null;
}
