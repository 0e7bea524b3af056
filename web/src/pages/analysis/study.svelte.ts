// What the analysis page shows: a game, or a variation of it. The URL is the source of
// truth: every move and step changes the URL first, and what the URL says is then
// opened. So links, the back button and the board always agree.

import type { Rules } from '../../engine/client';
import type { MatchText, MatchView, PlyView, PositionView } from '../../engine/protocol';
import type { Cursor } from '../../match/room/controller';
import { sameLine } from './lines';

interface Shown {
	match: MatchText;
	view: MatchView;
	/** How many plies lead to the position. */
	ply: number;
	position: PositionView;
}

/** Navigates to a line; `push` adds a history entry, so that the back button returns to the line before. */
export type GoTo = (match: MatchText, ply: number, push: boolean) => void;

export class Study implements Cursor {
	/** Every position can be played on. */
	readonly live = true;
	#rules: Rules;
	#navigate: GoTo;
	#shown: Shown | null = $state.raw(null);
	#game: MatchText | null = $state.raw(null);
	#gamePlies: PlyView[] = $state.raw([]);
	#problem: unknown = $state.raw(null);
	/** Lines made here, with the game that each one leaves or extends. */
	#variations: { line: MatchText; game: MatchText }[] = [];
	#lastRequest = 0;

	constructor(rules: Rules, navigate: GoTo) {
		this.#rules = rules;
		this.#navigate = navigate;
	}

	get shown(): Shown | null {
		return this.#shown;
	}

	/** The error of the URL opened last. */
	get problem(): unknown {
		return this.#problem;
	}

	/** The game to return to; the line itself, unless it is a variation. */
	get game(): MatchText | null {
		return this.#game;
	}

	/** The plies of the game, whichever line is shown. */
	get gamePlies(): PlyView[] {
		return this.#gamePlies;
	}

	/** Whether the line on the board is a variation. */
	get inVariation(): boolean {
		return this.#shown !== null && this.#game !== null && !sameLine(this.#shown.match, this.#game);
	}

	get plies(): PlyView[] {
		return this.#shown?.view.plies ?? [];
	}

	get ply(): number {
		return this.#shown?.ply ?? 0;
	}

	get position(): PositionView | null {
		return this.#shown?.position ?? null;
	}

	/** The move that led to the position on the board. */
	get last(): PlyView | null {
		return this.plies[this.ply - 1] ?? null;
	}

	/** Opens a line; without a ply at its last position. */
	async open(match: MatchText, ply: number | null): Promise<void> {
		const request = ++this.#lastRequest;
		try {
			const shown = await this.#find(match, ply);
			if (request !== this.#lastRequest) return;
			this.#game = this.#gameOf(match);
			this.#shown = shown;
			if (!this.inVariation) this.#gamePlies = shown.view.plies;
			this.#problem = null;
		} catch (error) {
			if (request === this.#lastRequest) this.#problem = error;
		}
	}

	async #find(match: MatchText, wanted: number | null): Promise<Shown> {
		const before = this.#shown;
		// A resigned game can still be continued in the analysis.
		const view =
			before && sameLine(match, before.match)
				? before.view
				: await this.#rules.match({ ...match, closing: null });
		const last = view.plies.length;
		const ply = Math.min(wanted ?? last, last);
		const text = ply === 0 ? view.start : (view.plies[ply - 1]?.position ?? view.start);
		const position = ply === last ? view.now : await this.#rules.position(match.game, text);
		return { match, view, ply, position };
	}

	/** The game that a line belongs to: lines made here leave or extend a game, others are games themselves. */
	#gameOf(line: MatchText): MatchText {
		const before = this.#shown?.match;
		if (this.#game && before && sameLine(line, before)) return this.#game;
		const made = this.#variations.findLast((one) => sameLine(line, one.line));
		if (made) return made.game;
		return this.#game && sameLine(line, this.#game) ? this.#game : line;
	}

	/** Plays a move on the board. */
	play(move: string): void {
		this.follow([move], 1);
	}

	/** Plays moves from the position on the board, and steps along some of them. */
	follow(moves: string[], steps: number): void {
		if (!this.#shown) return;
		const { match, ply } = this.#shown;
		if (moves.every((move, i) => match.moves[ply + i] === move)) {
			this.goTo(ply + steps);
			return;
		}
		const line = { ...match, moves: [...match.moves.slice(0, ply), ...moves], closing: null };
		// Extending a game that is still open does not leave it.
		const leaves = ply < match.moves.length || match.closing !== null;
		const game = leaves || this.inVariation ? (this.#game ?? match) : line;
		this.#variations.push({ line, game });
		this.#navigate(line, ply + steps, leaves && !this.inVariation);
	}

	/** Shows another position of the same line. */
	goTo(ply: number): void {
		if (!this.#shown) return;
		const { match, view } = this.#shown;
		if (ply >= 0 && ply <= view.plies.length) this.#navigate(match, ply, false);
	}

	goLive(): void {
		this.goTo(this.plies.length);
	}

	/** Returns to a position of the game, by default where the variation branched off. */
	back(ply = this.#branchPly()): void {
		if (this.#game) this.#navigate(this.#game, ply, false);
	}

	#branchPly(): number {
		const line = this.#shown?.match.moves ?? [];
		const game = this.#game?.moves ?? [];
		const parting = game.findIndex((move, i) => line[i] !== move);
		return parting < 0 ? game.length : parting;
	}

	/** Shows a variation with another move at a ply of the game. */
	tryInstead(ply: number, move: string): void {
		const game = this.#game;
		if (!game) return;
		const line = { ...game, moves: [...game.moves.slice(0, ply), move], closing: null };
		this.#variations.push({ line, game });
		this.#navigate(line, ply + 1, !this.inVariation);
	}
}
