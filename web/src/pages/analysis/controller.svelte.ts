// The controller of the analysis board: any line of play, with the values of its moves.

import type { CellMark } from '../../board/types';
import type { GameInfo, MatchText, Picks, SlotID, Worth } from '../../engine/protocol';
import { href } from '../../kernel/router.svelte';
import { prefersReducedMotion } from '../../kernel/settings.svelte';
import { load, save } from '../../kernel/storage';
import { gameName, t } from '../../kernel/words/i18n.svelte';
import { ArchivedGame } from '../../match/archive/controller.svelte';
import { matchLink } from '../../match/links';
import type { Action, NoticeView } from '../../match/room/controller';
import type { Analyst } from './analyst.svelte';
import { faultName, faultSigns, markOf } from './format';
import type { Study } from './study.svelte';
import { bestByChoice } from './values';

const isBoolean = (x: unknown) => (typeof x === 'boolean' ? x : null);

export class StudiedGame extends ArchivedGame {
	readonly page = 'analyse';
	readonly cursor: Study;
	readonly result = null;
	readonly awaitsMove = true;
	#empty: MatchText;
	#analyst: Analyst;
	#open: () => void;
	#moved: () => void;
	showsValues = $state(load('analysis.values', isBoolean, true));
	/** The move under the pointer in the list of values. */
	pointed = $state<string | null>(null);

	/** `open` asks for a position or record; `moved` is called before a move is shown. */
	constructor(info: GameInfo, study: Study, analyst: Analyst, open: () => void, moved: () => void) {
		super(info, 'analysis');
		this.cursor = study;
		this.#empty = { game: info.id, start: '', moves: [], players: [], closing: null };
		this.#analyst = analyst;
		this.#open = open;
		this.#moved = moved;
	}

	readonly title = $derived.by(() => t('analysis.title', { game: gameName(this.info) }));
	readonly match = $derived.by(() => this.cursor.shown?.match ?? this.#empty);
	/** What is known about the position, if it may be shown. */
	readonly found = $derived.by(() => {
		const { found } = this.#analyst;
		return this.showsValues && found?.position === this.cursor.position?.text ? found : null;
	});
	/** The review of the game, by ply from 0; null if there is none. */
	readonly reviewed = $derived.by(() => (this.cursor.game ? this.#analyst.reviewOf(this.cursor.game) : null));
	readonly notes = $derived.by(() => {
		const annotations: Record<number, { sign: string; word: string }> = {};
		if (this.cursor.inVariation) return annotations;
		for (const { ply, fault } of this.reviewed?.values() ?? []) {
			if (fault !== 'none') annotations[ply] = { sign: faultSigns[fault], word: faultName(fault) };
		}
		return annotations;
	});
	/** The cells of the move under the pointer. */
	readonly hints = $derived.by(() => {
		const picks = this.found?.moves.find(({ move }) => move === this.pointed)?.picks ?? {};
		return [...new Set(this.info.slots.flatMap(({ id, on }) => (on === 'board' ? (picks[id] ?? []) : [])))];
	});
	readonly notice = $derived.by((): NoticeView | null => {
		if (!this.cursor.inVariation) return null;
		return { text: t('analysis.variation'), actions: [{ id: 'backToGame', run: () => this.cursor.back() }] };
	});
	readonly actions = $derived.by((): Action[] => {
		const { match, cursor, info } = this;
		const { ply } = cursor;
		const step = (id: 'first' | 'previous' | 'next', to: number): Action => {
			const disabled = to < 0 || to > cursor.plies.length || to === ply;
			return { id, disabled, run: () => cursor.goTo(to) };
		};
		const shows = this.showsValues;
		const here = { ...match, moves: match.moves.slice(0, ply), closing: null };
		const position = cursor.position?.text ?? '';
		return [
			step('first', 0),
			step('previous', ply - 1),
			step('next', ply + 1),
			{ id: shows ? 'hideValues' : 'showValues', pressed: shows, run: () => this.#toggleValues() },
			{ id: 'playFromHere', href: matchLink('play', here) },
			{ id: 'edit', href: href(`/edit/${info.id}`, { position }) },
			{ id: 'open', run: this.#open },
		];
	});

	readonly marks = (picks: Picks): Partial<Record<SlotID, Record<string, CellMark>>> => {
		const best = this.found ? bestByChoice(this.info.slots, this.found.moves, picks) : {};
		const marked = (worths: Record<string, Worth>) =>
			Object.fromEntries(Object.entries(worths).map(([value, worth]) => [value, markOf(worth)]));
		return Object.fromEntries(Object.entries(best).map(([slot, worths]) => [slot, marked(worths)]));
	};

	#toggleValues(): void {
		this.showsValues = !this.showsValues;
		save('analysis.values', this.showsValues);
	}

	async play(move: string): Promise<void> {
		this.pointed = null;
		this.#moved();
		this.follow([move], 1);
	}

	/** Plays moves from the position on the board, and steps along some of them. */
	follow(line: string[], count: number): void {
		scrollToBoard();
		this.cursor.follow(line, count);
	}

	backTo(ply: number): void {
		scrollToBoard();
		this.cursor.back(ply);
	}

	tryInstead(ply: number, move: string): void {
		scrollToBoard();
		this.cursor.tryInstead(ply, move);
	}
}

/** On an upright phone the lists are below the board. */
function scrollToBoard(): void {
	scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
}
