// Schedules the engine on the analysis page. It does one thing at a time: the position
// on the board comes first, the review continues when nothing else is wanted. Reviews
// go backwards from the last move, so the rest of an interrupted review is the review
// of a shorter game.

import type { Thinker } from '../../engine/client';
import type { AnalysisView, MatchText, PositionView, ReviewPly } from '../../engine/protocol';
import { beginsWith, sameLine } from './lines';

/** How long to search a position at first, and when the user asks for more. */
const searchTime = 8_000;
const longSearchTime = 60_000;
/** The longest search per move of a review. */
const reviewTimePerPly = 1_500;

export class Analyst {
	#thinker: Thinker;
	#position: PositionView | null = null;
	#time = searchTime;
	/** Earlier results by position; `enough` means that the search was not interrupted. */
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

	/** Whether the position is being searched. */
	get searching(): boolean {
		return this.#doing === 'position';
	}

	/** Whether the engine failed. */
	get failed(): boolean {
		return this.#failed;
	}

	/** The reviewed plies of a game, by ply from 0; null if it was not reviewed. */
	reviewOf(game: MatchText): ReadonlyMap<number, ReviewPly> | null {
		return this.#reviewed && beginsWith(game, this.#reviewed) ? this.#plies : null;
	}

	/** Whether a review is running or waiting to continue. */
	get reviewing(): boolean {
		return this.#reviewing;
	}

	/** Searches a position; null for none. */
	setPosition(position: PositionView | null): void {
		if (position?.text === this.#position?.text && position?.game === this.#position?.game) return;
		if (position?.game !== this.#position?.game) this.#known.clear();
		this.#position = position;
		this.#time = searchTime;
		const known = position ? this.#known.get(position.text) : undefined;
		this.#found = known?.found ?? null;
		this.#begin(!known?.enough);
	}

	/** Searches the position longer. */
	searchLonger(): void {
		this.#time = longSearchTime;
		this.#begin(true);
	}

	/** Stops searching and keeps what was found. */
	stop(): void {
		if (this.#found) this.#known.set(this.#found.position, { found: this.#found, enough: true });
		this.#begin(false);
	}

	/** Starts or continues the review of a game. */
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

	/** Stops everything; results stay. */
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
			if (match && this.#reviewing && !signal.aborted) await this.#continueReview(signal, match);
		} catch {
			if (signal.aborted) return;
			this.#failed = true;
			this.#reviewing = false;
		}
		if (!signal.aborted) this.#doing = null;
	}

	async #search(signal: AbortSignal, position: PositionView): Promise<void> {
		this.#doing = 'position';
		const store = (found: AnalysisView, enough: boolean) => {
			if (signal.aborted) return;
			this.#known.set(position.text, { found, enough });
			this.#found = found;
		};
		const options = {
			milliseconds: this.#time,
			signal,
			onProgress: (found: AnalysisView) => store(found, false),
		};
		store(await this.#thinker.analyse(position.game, position.text, options), true);
	}

	async #continueReview(signal: AbortSignal, match: MatchText): Promise<void> {
		this.#doing = 'review';
		const left = match.moves.length - this.#plies.size;
		const rest = { ...match, moves: match.moves.slice(0, left), closing: null };
		const onPly = (found: ReviewPly) => {
			if (!signal.aborted) this.#plies = new Map(this.#plies).set(found.ply, found);
		};
		await this.#thinker.review(rest, { milliseconds: reviewTimePerPly, signal, onPly });
		if (!signal.aborted) this.#reviewing = false;
	}
}
