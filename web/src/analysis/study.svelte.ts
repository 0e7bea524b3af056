// What the page of analysis shows: a game, or a line that leaves it. The address
// decides: whatever is played or stepped to becomes an address first, and what the
// address says is then opened. So links, the back button and the board agree.

import type { Rules } from '../engine/client';
import type { MatchText, MatchView, PlyView, PositionView } from '../engine/protocol';
import { sameLine } from './lines';

interface Shown {
	match: MatchText;
	view: MatchView;
	/** How many plies lead to the position. */
	ply: number;
	position: PositionView;
}

/** Goes to the address of a line; `leaves`: the back button shall lead back to the one before. */
export type GoTo = (match: MatchText, ply: number, leaves: boolean) => void;

export class Study {
	#rules: Rules;
	#goTo: GoTo;
	#shown: Shown | null = $state.raw(null);
	#game: MatchText | null = $state.raw(null);
	#gamePlies: PlyView[] = $state.raw([]);
	#problem: unknown = $state.raw(null);
	/** The lines that were made here, each with the game that it leaves or lengthens. */
	#made: { line: MatchText; game: MatchText }[] = [];
	#asked = 0;

	constructor(rules: Rules, goTo: GoTo) {
		this.#rules = rules;
		this.#goTo = goTo;
	}

	get shown(): Shown | null {
		return this.#shown;
	}

	/** What went wrong with the address that was opened last. */
	get problem(): unknown {
		return this.#problem;
	}

	/** The game that can be gone back to; the line shown, unless that leaves it. */
	get game(): MatchText | null {
		return this.#game;
	}

	/** The plies of the game, whichever line is shown. */
	get gamePlies(): PlyView[] {
		return this.#gamePlies;
	}

	/** Whether the line shown is not the game. */
	get varied(): boolean {
		return this.#shown !== null && this.#game !== null && !sameLine(this.#shown.match, this.#game);
	}

	/** The move that led to the position shown. */
	get last(): PlyView | null {
		return this.#shown?.view.plies[this.#shown.ply - 1] ?? null;
	}

	/** Shows what an address says; without a ply its last position. */
	async open(match: MatchText, ply: number | null): Promise<void> {
		const asked = ++this.#asked;
		try {
			const shown = await this.#find(match, ply);
			if (asked !== this.#asked) return;
			this.#game = this.#gameOf(match);
			this.#shown = shown;
			if (!this.varied) this.#gamePlies = shown.view.plies;
			this.#problem = null;
		} catch (error) {
			if (asked === this.#asked) this.#problem = error;
		}
	}

	async #find(match: MatchText, wanted: number | null): Promise<Shown> {
		const before = this.#shown;
		// How the players ended the game does not end what can be looked at.
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

	/** What is the game once a line is shown: lines made here leave or lengthen it, others are games of their own. */
	#gameOf(line: MatchText): MatchText {
		const before = this.#shown?.match;
		if (this.#game && before && sameLine(line, before)) return this.#game;
		const made = this.#made.findLast((one) => sameLine(line, one.line));
		if (made) return made.game;
		return this.#game && sameLine(line, this.#game) ? this.#game : line;
	}

	/** Plays a move in the position shown. */
	play(move: string): void {
		this.follow([move], 1);
	}

	/** Goes on with moves from the position shown, and steps along some of them. */
	follow(moves: string[], steps: number): void {
		if (!this.#shown) return;
		const { match, ply } = this.#shown;
		if (moves.every((move, i) => match.moves[ply + i] === move)) {
			this.step(ply + steps);
			return;
		}
		const line = { ...match, moves: [...match.moves.slice(0, ply), ...moves], closing: null };
		// What only lengthens a game that nobody ended is still that game.
		const leaves = ply < match.moves.length || match.closing !== null;
		const game = leaves || this.varied ? (this.#game ?? match) : line;
		this.#made.push({ line, game });
		this.#goTo(line, ply + steps, leaves && !this.varied);
	}

	/** Shows another position of the same line. */
	step(ply: number): void {
		if (!this.#shown) return;
		const { match, view } = this.#shown;
		if (ply >= 0 && ply <= view.plies.length) this.#goTo(match, ply, false);
	}

	/** Shows a position of the game again: without a ply the one where the line left it. */
	back(ply = this.#leftAt()): void {
		if (this.#game) this.#goTo(this.#game, ply, false);
	}

	#leftAt(): number {
		const line = this.#shown?.match.moves ?? [];
		const game = this.#game?.moves ?? [];
		const parting = game.findIndex((move, i) => line[i] !== move);
		return parting < 0 ? game.length : parting;
	}

	/** Shows what another move would have made of a position of the game. */
	tryInstead(ply: number, move: string): void {
		const game = this.#game;
		if (!game) return;
		const line = { ...game, moves: [...game.moves.slice(0, ply), move], closing: null };
		this.#made.push({ line, game });
		this.#goTo(line, ply + 1, !this.varied);
	}
}
