// The controller of the analysis board: any line of play, with the values of its moves.

import { toggleShape } from '../../board/sketch.svelte';
import type { Brush } from '../../board/types';
import type { GameInfo, MatchText, Picks, Worth } from '../../engine/protocol';
import { href } from '../../kernel/router.svelte';
import { prefersReducedMotion } from '../../kernel/settings.svelte';
import { load, save } from '../../kernel/storage';
import { gameName, t } from '../../kernel/words/i18n.svelte';
import { ArchivedGame } from '../../match/archive/controller.svelte';
import { matchLink } from '../../match/links';
import type { Marks } from '../../match/move/playable';
import type { Action, DrawingView, NoticeView, RecordSource } from '../../match/room/controller';
import { isPlain, type MoveTree, type Path } from '../../match/room/tree';
import type { Analyst } from './analyst.svelte';
import { faultName, faultSigns, markOf } from './format';
import type { Study } from './study.svelte';
import { defaultName } from './studyFormat';
import type { StudySource } from './studySource.svelte';
import { limits } from './studyText';
import { bestByChoice } from './values';

const isBoolean = (x: unknown) => (typeof x === 'boolean' ? x : null);

/** What the page does for its controller. */
interface AnalysisPage {
	/** Asks for a position or record. */
	open(): void;
	/** A move is about to be shown. */
	moved(): void;
	/** Asks for a comment on the position. */
	comment(): void;
	/** Asks for the name of a study to be saved. */
	keep(): void;
}

export class StudiedGame extends ArchivedGame {
	readonly page = 'analyse';
	readonly cursor: Study;
	readonly result = null;
	readonly awaitsMove = true;
	#empty: MatchText;
	#source: StudySource;
	#analyst: Analyst;
	#page: AnalysisPage;
	/** The colour while every press on the board draws. */
	#brush = $state.raw<Brush | null>(null);
	showsValues = $state(load('analysis.values', isBoolean, true));
	/** The move under the pointer in the list of values. */
	pointed = $state<string | null>(null);

	constructor(info: GameInfo, source: StudySource, analyst: Analyst, page: AnalysisPage) {
		super(info, 'analysis');
		this.cursor = source.study;
		this.#source = source;
		this.#empty = { game: info.id, start: '', moves: [], players: [], closing: null };
		this.#analyst = analyst;
		this.#page = page;
	}

	readonly title = $derived.by(() => this.#source.name || t('analysis.title', { game: gameName(this.info) }));
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
		for (const { ply, fault } of this.reviewed?.values() ?? []) {
			if (fault !== 'none') annotations[ply] = { sign: faultSigns[fault], word: faultName(fault) };
		}
		return annotations;
	});
	readonly tree = $derived.by((): MoveTree => {
		const { root, path, gamePlies } = this.cursor;
		return { root, path, length: gamePlies.length, select: (to) => this.#select(to) };
	});
	readonly comment = $derived.by(() => this.cursor.node.comment);
	readonly drawing = $derived.by((): DrawingView => {
		const { shapes } = this.cursor.node;
		return {
			shapes,
			brush: this.#brush,
			draw: (shape) => this.cursor.draw(toggleShape(shapes, shape).slice(-limits.shapes)),
			choose: (brush) => this.#choose(brush),
			clear: () => this.cursor.draw([]),
		};
	});
	/** Records have no variations. */
	override readonly record = $derived.by((): RecordSource => {
		const match = this.cursor.game ?? this.match;
		return { match, names: match.players, tags: [] };
	});
	/** The cells of the move under the pointer. */
	readonly hints = $derived.by(() => {
		const picks = this.found?.moves.find(({ move }) => move === this.pointed)?.picks ?? {};
		return [...new Set(this.info.slots.flatMap(({ id, on }) => (on === 'board' ? (picks[id] ?? []) : [])))];
	});
	readonly notice = $derived.by((): NoticeView | null => {
		// It would cover what is needed to draw.
		if (this.#brush !== null) return null;
		// Nor may it hide a comment; the list of moves leads back, too.
		if (this.cursor.inVariation && this.comment === '')
			return {
				text: t('analysis.variation'),
				actions: [{ id: 'backToGame', run: () => this.cursor.back() }],
			};
		const { name, shared } = this.#source;
		return shared && !this.cursor.inVariation
			? { text: t('study.shared', { study: name }), actions: [this.#keep] }
			: null;
	});
	/** Links to games and positions have no variations. */
	readonly wholeLink = $derived.by(() => {
		if (isPlain(this.cursor.root) && !this.#source.names) return undefined;
		return () => this.#source.link(defaultName(this.info.id, Date.now()));
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
			...this.#moveActions,
			...(this.#source.saved ? [] : [this.#keep]),
			{ id: 'playFromHere', href: matchLink('play', here) },
			{ id: 'edit', href: href(`/edit/${info.id}`, { position }) },
			{ id: 'open', run: () => this.#page.open() },
		];
	});

	get #keep(): Action {
		return { id: 'keep', run: () => this.#page.keep() };
	}

	get #moveActions(): Action[] {
		const { cursor } = this;
		const text = t('study.delete.text', { move: cursor.last?.text ?? '' });
		const drawing = this.#brush !== null;
		return [
			{ id: 'comment', run: () => this.#page.comment() },
			{ id: 'sketch', pressed: drawing, run: () => this.#choose(drawing ? null : 'green') },
			{ id: 'promote', disabled: !cursor.inVariation, run: () => cursor.promote() },
			{
				id: 'deleteMove',
				disabled: cursor.ply === 0,
				confirm: { title: t('study.delete.title'), text },
				run: () => cursor.deleteMove(),
			},
		];
	}

	#choose(brush: Brush | null): void {
		if (brush !== null && this.#brush === null) scrollToBoard();
		this.#brush = brush;
	}

	#select(path: Path): void {
		scrollToBoard();
		this.cursor.select(path);
	}

	readonly marks = (picks: Picks): Marks => {
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
		this.#page.moved();
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
