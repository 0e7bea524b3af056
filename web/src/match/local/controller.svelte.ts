// The controller of a game on this device.

import type { GameInfo, MatchView, PlyView } from '../../engine/protocol';
import { announce } from '../../kernel/announce.svelte';
import { href } from '../../kernel/router.svelte';
import { settings } from '../../kernel/settings.svelte';
import { playSound } from '../../kernel/sound';
import { gameName, t } from '../../kernel/words/i18n.svelte';
import { unchangedFor } from '../clock';
import { inColours } from '../colours';
import {
	endText,
	levelName,
	moveSound,
	plainMoveText,
	playerAt,
	plyText,
	resultText,
	wonBy,
} from '../format';
import { matchLink } from '../links';
import { orientation } from '../orientation';
import { PlyCursor } from '../plyCursor.svelte';
import type { Action, Offer, PlayerView, RecordSource, Result, RoomController } from '../room/controller';
import { encouragement, failureOf, lookingBack } from '../room/notices';
import { tell } from '../room/tell';
import { castOf, playerDetail, recordNames } from './players';
import { countResult } from './results.svelte';
import { levels, type SavedGame } from './saved';
import { type Environment, Session } from './session.svelte';
import { rematch, systemEnvironment } from './setup';

/** How often the clocks are saved in case the page is closed without notice. */
const saveEvery = 5000;

export class LocalGame implements RoomController {
	readonly session: Session;
	readonly cursor: PlyCursor;
	readonly page = 'play';
	readonly loadsRecords = true;
	#info: GameInfo;
	#now: () => number;
	#start: (next: SavedGame) => void;
	#savedAt = 0;

	/** `start` begins another game. */
	constructor(game: SavedGame, info: GameInfo, env: Environment, start: (next: SavedGame) => void) {
		this.#info = inColours(info, game.match);
		this.#now = env.now;
		this.#start = start;
		const ended = () => this.cursor.goLive();
		const teams = info.seats.map(({ team }) => team);
		const finished = ({ now }: MatchView) => countResult(this.session.game, teams, now.verdict.winner);
		this.session = new Session(game, env, { moved: (ply) => this.#moved(ply), ended, finished });
		this.cursor = new PlyCursor(
			env.rules,
			() => info.id,
			() => this.session.view,
		);
	}

	readonly title = $derived.by(() => t('play.title', { game: gameName(this.#info) }));
	readonly cast = $derived.by(() => castOf(this.session.game, this.#info));
	readonly match = $derived.by(() => this.session.game.match);
	readonly awaitsMove = $derived.by(() => this.cursor.live && this.session.awaitsPerson);
	readonly confirmsMoves = $derived.by(() => settings.confirmMoves === 'always');
	readonly isPlayed = $derived.by(
		() => !this.session.over && this.session.game.players.some(({ kind }) => kind === 'person'),
	);
	readonly justEnded = $derived.by(() => this.session.justEnded);
	readonly notice = $derived.by(() => lookingBack(this.cursor));
	readonly rotation = $derived.by(() =>
		orientation(this.session.game, this.session.view?.now.to_move ?? 0, settings.turnBoard),
	);

	readonly players = $derived.by(() => {
		const { session } = this;
		const now = session.view?.now;
		return this.cast.names.map((name, seat): PlayerView => {
			const detail = playerDetail(session.game, this.#info, seat);
			const active = !session.over && now?.to_move === seat;
			const winner = now?.verdict.winner === this.#info.seats[seat]?.team;
			const own = seat === this.cast.you;
			return { name, detail, active, thinking: session.thinking, winner, own, time: session.remaining(seat) };
		});
	});

	readonly record = $derived.by((): RecordSource => {
		const { date, clock } = this.session.game;
		const tags: [string, string][] = [['Date', date.replaceAll('-', '.')]];
		if (clock) tags.push(['TimeControl', `${clock.control.minutes * 60}+${clock.control.increment}`]);
		return { names: recordNames(this.session.game), tags };
	});

	readonly suggestion = $derived.by(() => (this.cursor.live ? this.session.hint : null));

	readonly advice = $derived.by(() => {
		const { hint, hinting } = this.session;
		if (!this.cursor.live) return '';
		if (hinting) return t('play.hinting');
		return hint ? t('play.hintIs', { move: plainMoveText(this.#info, hint.ply, this.rotation) }) : '';
	});

	readonly actions = $derived.by((): Action[] => {
		const { session, cast } = this;
		const canHint = session.awaitsPerson && !session.hinting;
		const hint: Action = { id: 'hint', disabled: !canHint, run: () => this.#askHint() };
		const actions: Action[] = [
			{ id: 'takeBack', disabled: !session.canTakeBack, run: () => void this.#takeBack() },
			// The bar keeps its size at the end: another level takes the place of the hint.
			this.#otherLevel() ?? hint,
		];
		if (!session.over && session.actor !== null) {
			const name = playerAt(cast, session.actor);
			const text = cast.you === null ? t('play.resign.text', { name }) : t('play.resign.textYou');
			const confirm = { title: t('play.resign.title'), text };
			actions.push({ id: 'resign', confirm, run: () => void session.resign() });
			if (!this.#info.decisive)
				actions.push({ id: 'draw', disabled: !session.canOfferDraw, run: () => void this.#offerDraw() });
		}
		actions.push(this.#newGame);
		if (session.game.players.filter(({ kind }) => kind === 'person').length > 1)
			actions.push({ id: settings.turnBoard ? 'turnOff' : 'turnOn', run: () => this.#turn() });
		actions.push({ id: 'analyse', href: matchLink('analyse', this.match, this.cursor.ply) });
		return actions;
	});

	get #newGame(): Action {
		return { id: 'newGame', href: href(`/new/${this.#info.id}`) };
	}

	readonly failure = $derived.by(() => {
		const { session } = this;
		const retry: Action = { id: 'retry', run: () => void session.resume() };
		return failureOf(session.error, retry, ...(session.view ? [] : [this.#newGame]));
	});

	readonly result = $derived.by((): Result | null => {
		const verdict = this.session.view?.now.verdict;
		if (!verdict?.over) return null;
		const { winner } = verdict;
		const won = wonBy(this.cast, winner);
		const sentences = [endText(this.cast, verdict, this.match.closing), encouragement(won)];
		const actions: Action[] = [
			{ id: 'rematch', run: () => this.#again() },
			{ id: 'review', href: matchLink('analyse', this.match) },
		];
		const title = resultText(this.cast, winner);
		return { title, text: sentences.filter(Boolean).join(' '), won, winner, actions };
	});

	/** After a win a harder level, after a loss an easier one. */
	#otherLevel(): Action | null {
		const won = this.result?.won ?? null;
		const { game } = this.session;
		const computer = game.players.find((player) => player.kind === 'computer');
		const level = computer && levels[levels.indexOf(computer.level) + (won ? 1 : -1)];
		if (won === null || !level) return null;
		const players = game.players.map((player) =>
			player.kind === 'computer' ? { ...player, level } : player,
		);
		const run = () => this.#again({ ...game, players });
		return { id: won ? 'harder' : 'easier', title: levelName(level, this.#info), run };
	}

	readonly offer = $derived.by((): Offer | null => {
		const { offer, game } = this.session;
		if (!offer || game.players[offer.to]?.kind !== 'person') return null;
		const [name, other] = [playerAt(this.cast, offer.from), playerAt(this.cast, offer.to)];
		const answer = (accept: boolean) => {
			void this.session.answerDraw(accept);
			if (!accept) tell(t('play.draw.declined'));
		};
		return { title: t('play.draw.title'), text: t('play.draw.question', { name, other }), answer };
	});

	enter(): () => void {
		const { session } = this;
		const page = new AbortController();
		const { signal } = page;
		addEventListener('pagehide', () => session.leave(), { signal });
		addEventListener('pageshow', (event) => event.persisted && void session.resume(), { signal });
		document.addEventListener('visibilitychange', () => session.saveClock(), { signal });
		void session.resume();
		return () => {
			page.abort();
			session.leave();
		};
	}

	nextTick(): number | null {
		const { session } = this;
		const left = session.over ? null : session.remaining(session.view?.now.to_move ?? 0);
		return left === null ? null : unchangedFor(left);
	}

	tick(): void {
		this.session.tick();
		if (this.#now() - this.#savedAt < saveEvery) return;
		this.#savedAt = this.#now();
		this.session.saveClock();
	}

	play(move: string): Promise<void> {
		return this.session.play(move);
	}

	flip(): void {
		this.session.flip();
	}

	#turn(): void {
		settings.turnBoard = !settings.turnBoard;
	}

	#moved(ply: PlyView): void {
		const name = moveSound(ply);
		if (name) playSound(name);
		announce(plyText(this.cast, ply));
	}

	async #takeBack(): Promise<void> {
		this.cursor.goLive();
		if (await this.session.takeBack()) announce(t('play.takenBack'));
	}

	#askHint(): void {
		this.cursor.goLive();
		void this.session.askHint();
	}

	async #offerDraw(): Promise<void> {
		const answer = await this.session.offerDraw(this.#info.seats.map(({ team }) => team));
		if (answer === 'declined') tell(t('play.draw.declined'));
	}

	/** Another game with the same players, sides changed. */
	#again(game: SavedGame = this.session.game): void {
		this.session.leave();
		this.#start(rematch(game, systemEnvironment));
	}
}
