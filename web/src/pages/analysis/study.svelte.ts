// What the analysis page shows: a game with its variations, comments and drawings, and
// one line of it on the board. The URL says which line and which position: every move
// and step changes the URL first, and what the URL says is then opened. So links, the
// back button and the board always agree.

import type { Shape } from '../../board/types';
import type { Rules } from '../../engine/client';
import type { MatchText, MatchView, PlyView, PositionView } from '../../engine/protocol';
import type { Cursor } from '../../match/room/controller';
import * as trees from '../../match/room/tree';
import { emptyTree, type Path, type TreeNode } from '../../match/room/tree';
import { sameLine } from './lines';
import { readTree, type StudyText, writeTree } from './studyText';

interface Shown {
	match: MatchText;
	view: MatchView;
	/** How many plies lead to the position. */
	ply: number;
	position: PositionView;
}

/** Navigates to a line; `push` adds a history entry, so that the back button returns to the line before. */
export type GoTo = (match: MatchText, ply: number, push: boolean) => void;

const keyOf = (line: Path) => line.join('_');

export class Study implements Cursor {
	/** Every position can be played on. */
	readonly live = true;
	#rules: Rules;
	#navigate: GoTo;
	#shown: Shown | null = $state.raw(null);
	#problem: unknown = $state.raw(null);
	#root: TreeNode = $state.raw(emptyTree);
	/** The game as it was played; its end counts only while its moves are the main line. */
	#played: MatchText | null = $state.raw(null);
	/** Whether it was saved or shared: then no line of the URL can replace it. */
	#saved = false;
	/** Lines that were made here and wait to be shown. */
	#made = new Set<string>();
	/** Lines that were shown. The back button may lead to one that is deleted. */
	#past = new Set<string>();
	#lastRequest = 0;

	constructor(rules: Rules, navigate: GoTo) {
		this.#rules = rules;
		this.#navigate = navigate;
	}

	/** The main line, with the players and the end of the game if it is still the one that was played. */
	readonly game = $derived.by((): MatchText | null => {
		const played = this.#played;
		if (!played) return null;
		const moves = trees.lineThrough(this.#root, []);
		const ended = played.closing !== null && trees.isAlong(played.moves, moves);
		return ended ? played : { ...played, moves, closing: null };
	});
	readonly gamePlies = $derived.by(() =>
		trees.nodesAlong(this.#root, this.game?.moves ?? []).map(({ ply }) => ply),
	);
	/** The moves that lead to the position on the board. */
	readonly path = $derived.by(() => this.plies.slice(0, this.ply).map(({ text }) => text));
	/** The position on the board with what was added to it. */
	readonly node = $derived.by(() => trees.nodeAt(this.#root, this.path) ?? emptyTree);
	/** Whether the position on the board is outside the main line. */
	readonly inVariation = $derived.by(() => !trees.isAlong(this.path, this.game?.moves ?? []));
	/** Whether the line on the board is the main line. */
	readonly onMainLine = $derived.by(() => {
		const { shown, game } = this;
		return shown !== null && game !== null && sameLine(shown.match, game);
	});

	get shown(): Shown | null {
		return this.#shown;
	}

	/** The error of the URL opened last. */
	get problem(): unknown {
		return this.#problem;
	}

	/** The game as it was played; another object once another game was opened. */
	get played(): MatchText | null {
		return this.#played;
	}

	get root(): TreeNode {
		return this.#root;
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

	/** Opens a line; without a ply at its last position. A line that is not known here is another game. */
	async open(match: MatchText, ply: number | null): Promise<void> {
		const request = ++this.#lastRequest;
		try {
			const line = this.#find(match);
			const shown = await this.#show(line ?? match, ply);
			if (request !== this.#lastRequest) return;
			// It was saved meanwhile, so that no other game may replace it.
			if (line === null && this.#saved) return this.open(match, ply);
			const { moves } = shown.match;
			if (line === null) {
				this.#root = emptyTree;
				this.#played = shown.match;
				this.#made.clear();
				this.#past.clear();
			}
			if (trees.nodeAt(this.#root, moves) === null) this.#root = trees.addLine(this.#root, shown.view.plies);
			this.#shown = shown;
			this.#made.delete(keyOf(match.moves));
			this.#past.add(keyOf(moves));
			this.#problem = null;
		} catch (error) {
			if (request === this.#lastRequest) this.#problem = error;
		}
	}

	/** Opens a saved or shared study; a line of it is opened next. */
	async load(text: StudyText): Promise<void> {
		const request = ++this.#lastRequest;
		try {
			const { root, played } = await readTree(text, this.#rules);
			if (request !== this.#lastRequest) return;
			this.#root = root;
			this.#played = played;
			this.#saved = true;
			this.#past.clear();
			this.#problem = null;
		} catch (error) {
			if (request === this.#lastRequest) this.#problem = error;
		}
	}

	/** From now on it is saved. */
	hold(): void {
		this.#saved = true;
	}

	/** The next line that is opened may be another game. */
	release(): void {
		this.#saved = false;
	}

	/** What is saved and shared. */
	text(name: string): StudyText | null {
		return this.game && writeTree(name, this.game, this.#root);
	}

	/** The line of this study that the URL means; null if it is another game. */
	#find(match: MatchText): MatchText | null {
		const played = this.#played;
		if (!played) return null;
		if (!this.#saved && (match.game !== played.game || match.start !== played.start)) return null;
		const { moves } = match;
		if (trees.nodeAt(this.#root, moves) !== null) return this.#lineThrough(moves);
		if (this.#made.has(keyOf(moves))) return { ...played, moves, closing: null };
		if (!this.#saved && !this.#past.has(keyOf(moves))) return null;
		return this.#lineThrough(trees.nodesAlong(this.#root, moves).map(({ ply }) => ply.text));
	}

	async #show(match: MatchText, wanted: number | null): Promise<Shown> {
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
		const moves = view.plies.map((each) => each.text);
		return { match: { ...match, moves }, view, ply, position };
	}

	/** The whole line that a path belongs to. */
	#lineThrough(path: Path): MatchText {
		const { game } = this;
		if (game && trees.isAlong(path, game.moves)) return game;
		const line = { moves: trees.lineThrough(this.#root, path), closing: null };
		return { ...(game ?? this.#empty), ...line };
	}

	get #empty(): MatchText {
		return { game: '', start: '', moves: [], players: [], closing: null };
	}

	/** Plays a move on the board. */
	play(move: string): void {
		this.follow([move], 1);
	}

	/** Plays moves from the position on the board, and steps along some of them. */
	follow(moves: string[], steps: number): void {
		this.#goAlong([...this.path, ...moves], this.ply + steps);
	}

	/** Shows a variation with another move at a ply of the game. */
	tryInstead(ply: number, move: string): void {
		if (this.game) this.#goAlong([...this.game.moves.slice(0, ply), move], ply + 1);
	}

	#goAlong(path: Path, ply: number): void {
		const { shown, game } = this;
		if (!shown || !game) return;
		if (trees.isAlong(path, shown.match.moves)) {
			this.goTo(ply);
			return;
		}
		const known = trees.nodeAt(this.#root, path) !== null;
		if (!known) this.#made.add(keyOf(path));
		const line = known ? this.#lineThrough(path) : { ...game, moves: [...path], closing: null };
		// Extending a game that is still open does not leave it.
		const leaves = game.closing !== null || !trees.isAlong(game.moves, line.moves);
		this.#navigate(line, ply, this.onMainLine && leaves);
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

	/** Shows any position of the tree. */
	select(path: Path): void {
		this.#navigate(this.#lineThrough(path), path.length, false);
	}

	/** Returns to a position of the game, by default where the variation branched off. */
	back(ply = this.#branchPly()): void {
		if (this.game) this.#navigate(this.game, ply, false);
	}

	#branchPly(): number {
		const game = this.game?.moves ?? [];
		const parting = game.findIndex((move, i) => this.path[i] !== move);
		return parting < 0 ? game.length : parting;
	}

	/** Makes the position on the board part of the main line. */
	promote(): void {
		this.#root = trees.promote(this.#root, this.path);
		this.select(this.path);
	}

	/** Deletes the move on the board and everything after it. */
	deleteMove(): void {
		const { path } = this;
		this.#root = trees.removeAt(this.#root, path);
		this.select(path.slice(0, -1));
	}

	comment(comment: string): void {
		this.#root = trees.changeAt(this.#root, this.path, () => ({ comment }));
	}

	draw(shapes: readonly Shape[]): void {
		this.#root = trees.changeAt(this.#root, this.path, () => ({ shapes }));
	}
}
