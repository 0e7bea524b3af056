// The controllers of games that nobody is playing now: from a link, a record or a study.

import type { Rotation } from '../../board/types';
import type { Rules } from '../../engine/client';
import type { GameInfo, MatchText, MatchView } from '../../engine/protocol';
import { href } from '../../kernel/router.svelte';
import { gameName, seatName, t } from '../../kernel/words/i18n.svelte';
import { inColours } from '../colours';
import { type Cast, endText, resultText } from '../format';
import { type MatchPage, matchLink } from '../links';
import { PlyCursor } from '../plyCursor.svelte';
import type {
	Action,
	Cursor,
	NoticeView,
	PlayerView,
	RecordSource,
	Result,
	RoomController,
} from '../room/controller';
import { Flip } from '../room/flips.svelte';

/** What all of them share. */
export abstract class ArchivedGame implements RoomController {
	abstract readonly page: MatchPage;
	abstract readonly cursor: Cursor;
	abstract readonly match: MatchText;
	abstract readonly title: string;
	abstract readonly actions: Action[];
	abstract readonly notice: NoticeView | null;
	abstract readonly result: Result | null;
	readonly archived = true;
	readonly #game: GameInfo;
	#flip: Flip;

	constructor(info: GameInfo, source: 'archive' | 'analysis') {
		this.#game = info;
		this.#flip = new Flip(source, info.id);
	}

	/** The game in the colours of the match. */
	protected get info(): GameInfo {
		return inColours(this.#game, this.match);
	}

	readonly rotation = $derived.by((): Rotation => (this.#flip.on ? 180 : 0));
	readonly record = $derived.by((): RecordSource => ({ names: this.match.players, tags: [] }));
	readonly cast = $derived.by((): Cast => {
		const names = this.info.seats.map(
			(_, seat) => this.match.players[seat] || seatName(this.info.look, seat),
		);
		return { info: this.info, names, you: null };
	});
	readonly players = $derived.by(() => {
		const { position, live } = this.cursor;
		return this.cast.names.map((name, seat): PlayerView => {
			const side = seatName(this.info.look, seat);
			const active = position !== null && !position.verdict.over && position.to_move === seat;
			const winner = live && this.result?.winner === this.info.seats[seat]?.team;
			return { name, detail: name === side ? '' : side, active, thinking: false, winner, time: null };
		});
	});

	flip(): void {
		this.#flip.toggle();
	}
}

/** A game from a link or a record: it can be replayed, and continued from any position. */
export class LinkedGame extends ArchivedGame {
	readonly page = 'play';
	readonly loadsRecords = true;
	readonly cursor: PlyCursor;
	readonly match: MatchText;
	#view: MatchView;
	#goOn: (computer: boolean) => void;

	/** `goOn` continues it from the position on the board, against the computer or between people. */
	constructor(
		rules: Rules,
		info: GameInfo,
		match: MatchText,
		view: MatchView,
		goOn: (computer: boolean) => void,
	) {
		super(info, 'archive');
		this.match = match;
		this.#view = view;
		this.#goOn = goOn;
		this.cursor = new PlyCursor(
			rules,
			() => info.id,
			() => view,
		);
	}

	readonly title = $derived.by(() => t('play.title', { game: gameName(this.info) }));
	readonly actions = $derived.by((): Action[] => [
		{ id: 'newGame', href: href(`/new/${this.info.id}`) },
		{ id: 'analyse', href: matchLink('analyse', this.match, this.cursor.ply) },
	]);
	readonly result = $derived.by((): Result | null => {
		const { verdict } = this.#view.now;
		if (!verdict.over) return null;
		const title = resultText(this.cast, verdict.winner);
		const text = endText(this.cast, verdict, this.match.closing);
		const actions: Action[] = [{ id: 'review', href: matchLink('analyse', this.match) }];
		return { title, text, won: null, winner: verdict.winner, actions };
	});
	readonly notice = $derived.by((): NoticeView => {
		if (this.cursor.position?.verdict.over) return { text: t('play.visit.over') };
		const actions: Action[] = [
			{ id: 'againstComputer', run: () => this.#goOn(true) },
			{ id: 'amongPeople', run: () => this.#goOn(false) },
		];
		return { text: t('play.visit.running'), actions };
	});
}
