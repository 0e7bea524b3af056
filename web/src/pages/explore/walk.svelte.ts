// A walk through the openings of a solved game: the position after some moves, its moves up to
// symmetry with their values, and what the replies to each of them are worth.

import type { Rules, Thinker } from '../../engine/client';
import type { AnalysisView, MatchView, Picks, Worth } from '../../engine/protocol';
import { reversed } from '../analysis/values';

/** How many replies leave the player who made a move winning, drawing or losing. */
export type Replies = Record<Worth['outcome'], number>;

/** Moves that lead to the same position up to symmetry. */
export interface Branch {
	/** The first of them stands for all. */
	move: string;
	picks: Picks;
	/** How many there are. */
	count: number;
	/** null until it is known. */
	worth: Worth | null;
	replies: Replies | null;
}

/** How long the engine may search where values are not known at once, in milliseconds. */
const searchTime = 4_000;
const replyTime = 1_000;

export class OpeningWalk {
	#view = $state.raw<MatchView | null>(null);
	#groups = $state.raw<string[][]>([]);
	#found = $state.raw<AnalysisView | null>(null);
	#replies = $state.raw<Record<string, Replies>>({});
	#problem = $state.raw<{ error: unknown } | null>(null);
	/** Earlier answers, by position. */
	#known = new Map<string, AnalysisView>();
	#work = new AbortController();

	constructor(
		private readonly game: string,
		private readonly rules: Pick<Rules, 'match' | 'alike'>,
		private readonly thinker: Pick<Thinker, 'analyse'>,
	) {}

	/** The moves so far and the position after them; null until the rules have answered. */
	get view(): MatchView | null {
		return this.#view;
	}

	/** What the position is worth; null until it is known. */
	get worth(): Worth | null {
		return this.#found?.worth ?? null;
	}

	/** Why the position cannot be shown. */
	get problem(): { error: unknown } | null {
		return this.#problem;
	}

	/** The moves up to symmetry, the best first once that is known. */
	readonly branches = $derived.by((): Branch[] => {
		const picksOf = new Map(this.#view?.now.moves.map(({ text, picks }) => [text, picks]));
		const worthOf = new Map(this.#found?.moves.map((worth, place) => [worth.move, { worth, place }]));
		const branches = this.#groups.map((moves): Branch & { place: number } => {
			const move = moves[0] ?? '';
			const known = worthOf.get(move);
			return {
				move,
				picks: picksOf.get(move) ?? {},
				count: moves.length,
				worth: known?.worth ?? null,
				replies: this.#replies[move] ?? null,
				place: Math.min(...moves.map((each) => worthOf.get(each)?.place ?? 0)),
			};
		});
		return branches.sort((a, b) => a.place - b.place);
	});

	/** Goes to the position after some moves. */
	async goTo(moves: string[]): Promise<void> {
		this.#work.abort();
		const work = new AbortController();
		this.#work = work;
		this.#problem = null;
		try {
			const view = await this.#match(moves);
			const groups = view.now.verdict.over ? [] : await this.rules.alike(this.game, view.now.text);
			if (work.signal.aborted) return;
			this.#view = view;
			this.#groups = groups;
			this.#replies = {};
			this.#found = this.#known.get(view.now.text) ?? null;
			if (groups.length > 0) await this.#judge(view, work.signal);
		} catch (error) {
			if (!work.signal.aborted) this.#problem = { error };
		}
	}

	/** Stops the engine. */
	close(): void {
		this.#work.abort();
	}

	async #judge(view: MatchView, signal: AbortSignal): Promise<void> {
		const found = await this.#analyse(view.now.text, searchTime, signal, (so) => (this.#found = so));
		if (signal.aborted) return;
		this.#found = found;
		const moves = view.plies.map(({ text }) => text);
		for (const { move } of this.branches) {
			const { now } = await this.#match([...moves, move]);
			if (signal.aborted) return;
			// The game is over, so nobody replies.
			if (now.verdict.over) continue;
			const after = await this.#analyse(now.text, replyTime, signal);
			if (signal.aborted) return;
			this.#replies = { ...this.#replies, [move]: countOf(after) };
		}
	}

	async #analyse(
		position: string,
		milliseconds: number,
		signal: AbortSignal,
		show: (found: AnalysisView) => void = () => {},
	): Promise<AnalysisView> {
		const known = this.#known.get(position);
		if (known) return known;
		const onProgress = (found: AnalysisView) => {
			if (!signal.aborted) show(found);
		};
		const found = await this.thinker.analyse(this.game, position, { milliseconds, signal, onProgress });
		if (!signal.aborted && found.settled) this.#known.set(position, found);
		return found;
	}

	#match(moves: string[]): Promise<MatchView> {
		return this.rules.match({ game: this.game, start: '', moves, players: [], closing: null });
	}
}

/** The values of replies are those of the other side. */
function countOf({ moves }: AnalysisView): Replies {
	const count: Replies = { win: 0, draw: 0, loss: 0, unknown: 0 };
	for (const worth of moves) count[reversed(worth).outcome]++;
	return count;
}
