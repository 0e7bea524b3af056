// What the engine is asked for on the page of analysis. It does one thing at a
// time: the position that is shown comes first, the review of the game goes on
// whenever nothing else is wanted. A review judges the last move first, so that
// what is left of an interrupted one is the review of a shorter game.

import type { Thinker } from '../engine/client';
import type { AnalysisView, MatchText, PositionView, ReviewPly } from '../engine/protocol';
import { beginsWith, sameLine } from './lines';

/** How long a position is looked at by itself, and when people ask for more. */
const firstThought = 8_000;
const longThought = 60_000;
/** How long each move of a review is looked at, if its value is not found sooner. */
const thoughtPerPly = 1_500;

export class Analyst {
	#thinker: Thinker;
	#position: PositionView | null = null;
	#time = firstThought;
	/** What was found in positions looked at before, by their texts; `enough`: it was not interrupted. */
	#known = new Map<string, { found: AnalysisView; enough: boolean }>();
	#found: AnalysisView | null = $state.raw(null);
	#doing: 'position' | 'review' | null = $state(null);
	#failed = $state(false);
	#reviewed: MatchText | null = $state.raw(null);
	#plies: ReadonlyMap<number, ReviewPly> = $state.raw(new Map());
	#reviewing = $state(false);
	#work: AbortController | null = null;

	constructor(thinker: Thinker) {
		this.#thinker = thinker;
	}

	/** What is known of the position so far. */
	get found(): AnalysisView | null {
		return this.#found;
	}

	/** Whether it is being looked at. */
	get searching(): boolean {
		return this.#doing === 'position';
	}

	/** Whether the engine gave up. */
	get failed(): boolean {
		return this.#failed;
	}

	/** What a review found of a game's moves, by their number from 0; null if it was not asked for. */
	judged(game: MatchText): ReadonlyMap<number, ReviewPly> | null {
		return this.#reviewed && beginsWith(game, this.#reviewed) ? this.#plies : null;
	}

	/** Whether the review shall go on. */
	get reviewing(): boolean {
		return this.#reviewing;
	}

	/** Turns to a position; to none where there is nothing to find. */
	look(position: PositionView | null): void {
		if (position?.text === this.#position?.text && position?.game === this.#position?.game) return;
		if (position?.game !== this.#position?.game) this.#known.clear();
		this.#position = position;
		this.#time = firstThought;
		const known = position ? this.#known.get(position.text) : undefined;
		this.#found = known?.found ?? null;
		this.#begin(!known?.enough);
	}

	/** Thinks longer about the position. */
	goOn(): void {
		this.#time = longThought;
		this.#begin(true);
	}

	/** Is content with what was found of the position. */
	stop(): void {
		if (this.#found) this.#known.set(this.#found.position, { found: this.#found, enough: true });
		this.#begin(false);
	}

	/** Reviews a game, or goes on with it. */
	review(match: MatchText): void {
		if (!this.#reviewed || !sameLine(match, this.#reviewed)) this.#plies = new Map();
		this.#reviewed = match;
		this.#reviewing = true;
		this.#begin(this.searching);
	}

	stopReview(): void {
		this.#reviewing = false;
		this.#begin(this.searching);
	}

	/** Ends all thought; what was found stays. */
	close(): void {
		this.#reviewing = false;
		this.#work?.abort();
		this.#work = null;
		this.#doing = null;
	}

	#begin(search: boolean): void {
		this.#work?.abort();
		const work = new AbortController();
		this.#work = work;
		this.#failed = false;
		void this.#run(work.signal, search ? this.#position : null);
	}

	async #run(signal: AbortSignal, position: PositionView | null): Promise<void> {
		try {
			if (position) await this.#search(signal, position);
			const match = this.#reviewed;
			if (match && this.#reviewing && !signal.aborted) await this.#goOnReviewing(signal, match);
		} catch {
			if (signal.aborted) return;
			this.#failed = true;
			this.#reviewing = false;
		}
		if (!signal.aborted) this.#doing = null;
	}

	async #search(signal: AbortSignal, position: PositionView): Promise<void> {
		this.#doing = 'position';
		const keep = (found: AnalysisView, enough: boolean) => {
			if (signal.aborted) return;
			this.#known.set(position.text, { found, enough });
			this.#found = found;
		};
		const options = {
			milliseconds: this.#time,
			signal,
			onProgress: (found: AnalysisView) => keep(found, false),
		};
		keep(await this.#thinker.analyse(position.game, position.text, options), true);
	}

	async #goOnReviewing(signal: AbortSignal, match: MatchText): Promise<void> {
		this.#doing = 'review';
		const left = match.moves.length - this.#plies.size;
		const rest = { ...match, moves: match.moves.slice(0, left), closing: null };
		const onPly = (found: ReviewPly) => {
			if (!signal.aborted) this.#plies = new Map(this.#plies).set(found.ply, found);
		};
		await this.#thinker.review(rest, { milliseconds: thoughtPerPly, signal, onPly });
		if (!signal.aborted) this.#reviewing = false;
	}
}
