// The controller of a game at a table of the server. It also says what happens there
// before the game starts.

import { tick } from 'svelte';
import { RefusalError } from '../../engine/client';
import type { GameInfo, MatchText, PlyView, Premove } from '../../engine/protocol';
import { announce } from '../../kernel/announce.svelte';
import { go, href } from '../../kernel/router.svelte';
import { settings } from '../../kernel/settings.svelte';
import { playSound, type SoundName } from '../../kernel/sound';
import { gameName, phrase, t } from '../../kernel/words/i18n.svelte';
import { address, ProblemError } from '../../net/api';
import { isRegistered, me, setPlayer } from '../../net/me.svelte';
import { online } from '../../net/presence.svelte';
import { withSeen } from '../../net/seen';
import type { Player, Table, TableEvent } from '../../net/types';
import { unchangedFor } from '../clock';
import { inColours } from '../colours';
import { type Cast, moveSound, plainMoveText, plyText } from '../format';
import { matchLink } from '../links';
import type { PremoveView } from '../move/premove.svelte';
import { rotationFor } from '../orientation';
import { PlyCursor } from '../plyCursor.svelte';
import type { Action, PlayerView, RecordSource, RoomController } from '../room/controller';
import { Flip } from '../room/flips.svelte';
import { failureOf, lookingBack } from '../room/notices';
import { tell } from '../room/tell';
import { closingOf, daysText, eventText, playerDetail, playerName, winnerOf } from './format';
import { offerOf } from './offers';
import { outcomeOf } from './outcome';
import { type Environment, TableSession } from './session.svelte';

/** When a clock starts to warn. */
const lowTime = 10_000;

/** What others do that calls for attention. */
const calls = ['started', 'sat', 'draw-offered', 'takeback-asked', 'rematch-asked', 'said'];

/** What the page knows besides the table. */
export interface Surroundings {
	games: GameInfo[];
	/** Other tables where it is the player's turn, most urgent first. */
	otherTurns: () => string[];
}

export class OnlineGame implements RoomController {
	readonly session: TableSession;
	readonly cursor: PlyCursor;
	readonly page = 'play';
	#around: Surroundings;
	/** How many messages the player has seen. */
	#seen = $state(0);
	#hidden = $state(document.visibilityState === 'hidden');
	#hurried = false;

	constructor(id: string, player: Player | null, env: Environment, around: Surroundings) {
		this.#around = around;
		this.session = new TableSession(id, player, env, {
			happened: (events, ply) => this.#happened(events, ply),
			refused: (problem) => this.#refused(problem),
			dropped: (move) => this.#dropped(move),
			impossible: (premove) => void this.#impossible(premove),
			connected: (yes) => announce(t(yes ? 'table.found' : 'table.lost')),
			rematched: (next) => go(`/table/${next}`),
		});
		this.cursor = new PlyCursor(
			env.rules,
			() => this.#info.id,
			() => this.session.view,
		);
	}

	/** The game that is played; undefined before the server has answered, and if it is unknown here. */
	readonly info = $derived.by(() => {
		const { table } = this.session;
		const played = this.#around.games.find(({ id }) => id === table?.terms.game);
		return played && table ? inColours(played, table) : played;
	});

	// A room is only shown once the server has answered.
	get #table(): Table {
		if (!this.session.table) throw new Error('the table is not known yet');
		return this.session.table;
	}

	get #info(): GameInfo {
		if (!this.info) throw new Error('the game is not known here');
		return this.info;
	}

	#game = $derived.by(() => this.#table.terms.game);
	// Of the game alone: the table and its colours are other objects with every event.
	#flip = $derived.by(() => new Flip('online', this.#game));
	#over = $derived.by(() => this.#table.phase === 'over');
	/** With days per move. */
	#slow = $derived.by(() => (this.#table.terms.time?.days ?? 0) > 0);
	readonly title = $derived.by(() => {
		const game = gameName(this.#info);
		return t(this.#hidden && this.session.awaitsMove ? 'table.yourTurn' : 'play.title', { game });
	});
	readonly cast = $derived.by((): Cast => {
		const info = this.#info;
		const names = info.seats.map((_, seat) => playerName(this.#table, seat));
		return { info, names, you: this.session.seat };
	});
	readonly awaitsMove = $derived.by(() => this.cursor.live && this.session.awaitsMove);
	readonly confirmsMoves = $derived.by(() => {
		return settings.confirmMoves === 'always' || (this.#slow && settings.confirmMoves === 'days');
	});
	readonly isPlayed = $derived.by(() => this.session.running && this.session.seat !== null && !this.#slow);
	/** Only where moves are quick: others may have days, or a question before each move. */
	readonly premove = $derived.by((): PremoveView | null => {
		const { session } = this;
		const { seat, premove, canPremove } = session;
		if (!settings.premoves || this.#slow || this.confirmsMoves) return null;
		if (seat === null || !this.cursor.live || !(canPremove || premove.sending)) return null;
		const { chosen, sending } = premove;
		const choose = (next: Premove) => session.choosePremove(next);
		return { seat, chosen, sending, choose, cancel: () => premove.cancel() };
	});
	readonly paced = $derived.by(() => this.session.premove.concerns(this.cursor.plies.length));
	readonly justEnded = $derived.by(() => this.session.justEnded);
	readonly rotation = $derived.by(() =>
		rotationFor(this.#info.seats.length, this.session.seat ?? 0, this.#flip.on),
	);
	readonly status = $derived.by(() =>
		this.session.running && this.session.seat === null ? t('table.watching') : '',
	);
	readonly failure = $derived.by(() =>
		failureOf(this.session.error, { id: 'retry', run: () => void this.session.retry() }),
	);
	readonly notice = $derived.by(
		() => lookingBack(this.cursor) ?? offerOf(this.session, this.#table, this.cast),
	);
	readonly result = $derived.by(() => outcomeOf(this.session, this.#table, this.cast, this.match));
	/** Whether there is something to read or to say. */
	readonly hasChat = $derived.by(() => {
		const { chat, advice } = this.#table.terms;
		const talks = chat && online.talkOf(isRegistered(me.player)) !== 'off';
		return Boolean(talks || advice) || this.session.messages.length > 0;
	});
	readonly record = $derived.by((): RecordSource => {
		if (this.#over) return { href: address(withSeen(`tables/${this.#table.id}/record`)) };
		return { names: this.cast.names, tags: [] };
	});
	readonly match = $derived.by((): MatchText => {
		const { terms, start = '', moves } = this.#table;
		const closing = this.session.view?.now.verdict.over ? null : closingOf(this.session, this.#info);
		const swapped = this.#table.swapped && { swapped: true };
		return { game: terms.game, start, moves, players: this.cast.names, closing, ...swapped };
	});

	readonly players = $derived.by(() => {
		const { session } = this;
		const [table, info] = [this.#table, this.#info];
		return info.seats.map(({ team }, seat): PlayerView => {
			const time = session.remaining(seat);
			return {
				name: playerName(table, seat),
				guest: table.sitters[seat]?.guest ?? false,
				detail: playerDetail(table, info, seat, session.seat),
				active: session.toMove === seat,
				thinking: table.sitters[seat]?.level !== undefined,
				winner: this.#over && winnerOf(table) === team,
				time,
				days: daysText(time),
				present: session.isPresent(seat),
				own: seat === session.seat,
			};
		});
	});

	readonly actions = $derived.by((): Action[] => {
		const { session } = this;
		const table = this.#table;
		const seat = session.running ? session.seat : null;
		const actions: Action[] = seat === null ? [] : this.#playing(seat);
		if (this.hasChat) {
			const count = session.messages.length - this.#seen;
			const badge = { count, label: t('table.chat.unread', { n: count }) };
			actions.push({ id: 'chat', opens: 'chat', badge });
		}
		const [next] = session.awaitsMove ? [] : this.#around.otherTurns();
		if (next !== undefined) actions.push({ id: 'nextTurn', href: href(`/table/${next}`) });
		if (!this.#over && table.terms.spectators) actions.push({ id: 'invite', opens: 'invite' });
		// The values of moves would help a player.
		if (this.#over) actions.push({ id: 'analyse', href: matchLink('analyse', this.match, this.cursor.ply) });
		const others = table.sitters.some(({ player }) => player !== undefined && player !== me.player?.id);
		if (others) actions.push({ id: 'people', opens: 'people' });
		actions.push({ id: 'lobby', href: href('/online') });
		return actions;
	});

	/** What a player at a seat may do. */
	#playing(seat: number): Action[] {
		const { session } = this;
		const [table, { seats, decisive }] = [this.#table, this.#info];
		const send =
			(command: string, body = {}) =>
			() =>
				void session.command(command, body);
		const actions: Action[] = [];
		const moved = session.view?.plies.some((ply) => ply.seat === seat) ?? false;
		const disabled = !moved || table.takeback_by !== null || session.isBusy('takeback');
		if (!table.terms.rated) actions.push({ id: 'takeBack', disabled, run: send('takeback', { do: 'ask' }) });
		const confirm = { title: t('play.resign.title'), text: t('play.resign.textYou') };
		actions.push({ id: 'resign', confirm, run: send('resign') });
		// A rated game counts as soon as the other side has moved.
		const opponentMoved =
			session.view?.plies.some((ply) => seats[ply.seat]?.team !== seats[seat]?.team) ?? false;
		if (table.moves.length < 2 && !(table.terms.rated && opponentMoved))
			actions.push({ id: 'abort', run: send('abort') });
		const opposed = table.sitters.some(
			({ player }, other) => player !== undefined && seats[other]?.team !== seats[seat]?.team,
		);
		if (!decisive && opposed)
			actions.push({ id: 'draw', disabled: table.draw_by !== null, run: send('draw', { do: 'offer' }) });
		return actions;
	}

	enter(): () => void {
		// Earlier messages count as seen.
		this.#seen = this.session.messages.length;
		const look = () => {
			this.#hidden = document.visibilityState === 'hidden';
		};
		document.addEventListener('visibilitychange', look);
		return () => document.removeEventListener('visibilitychange', look);
	}

	/** The player has read the messages up to here. */
	sawMessages(count: number): void {
		this.#seen = count;
	}

	nextTick(): number | null {
		const { session } = this;
		if (!session.running) return null;
		const { clock, to_move: toMove } = this.#table;
		const left = clock?.left_ms && toMove !== null ? session.remaining(toMove) : null;
		// Who is away, and days, are looked at every second.
		return left === null ? 1000 : unchangedFor(left);
	}

	tick(): void {
		const { session } = this;
		session.tick();
		const left = session.seat === null ? null : session.remaining(session.seat);
		const hurry = session.awaitsMove && left !== null && left < lowTime;
		if (hurry && !this.#hurried) {
			playSound('warn');
			announce(t('table.hurry'));
		}
		this.#hurried = hurry;
	}

	play(move: string): Promise<void> {
		return this.session.play(move);
	}

	flip(): void {
		this.#flip.toggle();
	}

	#happened(events: TableEvent[], ply: PlyView | null): void {
		if (!this.session.table || !this.info) return;
		const kinds = events.map(({ kind }) => kind);
		const changed = ply !== null || kinds.includes('taken-back');
		// Players look at the current position after every change, everybody at the last one.
		if (kinds.includes('ended') || (changed && this.session.seat !== null)) this.cursor.goLive();
		const sounds: (SoundName | null)[] = [ply && moveSound(ply)];
		const sentences = ply ? [plyText(this.cast, ply)] : [];
		for (const event of events) {
			const words = eventText(this.session, event);
			if (words === '') continue;
			if (calls.includes(event.kind)) sounds.push('call');
			sentences.push(words);
			if (event.kind === 'draw-declined' || event.kind === 'takeback-declined') tell(words);
		}
		for (const sound of sounds) if (sound) playSound(sound);
		if (sentences.length > 0) announce(sentences.join(' '));
	}

	#refused(problem: unknown): void {
		playSound('refuse');
		if (problem instanceof ProblemError && problem.status === 401) setPlayer(null);
		const refusal = problem instanceof RefusalError ? problem.refusal : problem;
		const known = refusal instanceof ProblemError || problem instanceof RefusalError;
		tell(known ? phrase(refusal as ProblemError) : t('online.unreachable'), 'error');
	}

	async #impossible(premove: Premove): Promise<void> {
		const move = plainMoveText(this.#info, premove, this.rotation);
		// The room withdraws older messages when it shows the other side's move.
		await tick();
		tell(t('table.premoveImpossible', { move }));
	}

	#dropped(move: string): void {
		playSound('refuse');
		tell(t(this.#over ? 'table.droppedOver' : 'table.dropped', { move }), 'error');
	}
}
