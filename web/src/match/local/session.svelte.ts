// The game in progress. A match is a list of moves; every change asks the rules for
// the view of the new list and takes effect with their answer. If something else
// happens in the meantime, the answer is stale and dropped. Every change is saved
// at once.
//
// Time is injected. It runs for the player to move while the position is shown, but
// not while the rules answer or the page is closed.

import type { Rules, Thinker } from '../../engine/client';
import type { Closing, Level, MatchText, MatchView, Picks, PlyView } from '../../engine/protocol';
import { afterMove, type GameClock, rewind, timeLeft } from '../clock';
import type { SavedGame } from './saved';

/** What a session needs from outside. */
export interface Environment {
	rules: Rules;
	thinker: Thinker;
	/** Monotonic time in milliseconds. */
	now: () => number;
	/** Waits so that people can follow the computer's moves; the signal ends it early. */
	pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	save: (game: SavedGame) => void;
}

/** Callbacks of a session. */
export interface Listener {
	moved: (ply: PlyView) => void;
	ended: (view: MatchView) => void;
	/** The game ended for the first time: after a take-back it may end once more. */
	finished: (view: MatchView) => void;
}

/** A move that the computer suggests. */
export interface Hint {
	ply: PlyView;
	picks: Picks;
}

/** A draw offer by one seat to a person at another. */
export interface Offer {
	from: number;
	to: number;
}

const minPause = 400;
const maxThinkingTime: Record<'level' | 'perfect', number> = { level: 1000, perfect: 2500 };

export class Session {
	#env: Environment;
	#listener: Listener;
	#game: SavedGame;
	#view: MatchView | null = $state.raw(null);
	#thinking = $state(false);
	#hinting = $state(false);
	#hint: Hint | null = $state.raw(null);
	#offer: Offer | null = $state.raw(null);
	/** The ply at which a draw was declined: it cannot be offered again there. */
	#declinedAt = $state(-1);
	#error: unknown = $state.raw(null);
	#justEnded = $state(false);
	/** The time for the clocks. */
	#moment = $state(0);
	/** Since when the clock of the player to move has been running, or null. */
	#since: number | null = null;
	/** Counts changes, to recognise stale answers. */
	#changes = 0;
	#abort: AbortController | null = null;
	/** Whether the page is open: afterwards nothing is saved. */
	#active = false;

	constructor(game: SavedGame, env: Environment, listener: Listener) {
		this.#game = $state.raw(game);
		this.#env = env;
		this.#listener = listener;
	}

	get game(): SavedGame {
		return this.#game;
	}

	/** null until the rules have answered for the first time. */
	get view(): MatchView | null {
		return this.#view;
	}

	get over(): boolean {
		return this.#view?.now.verdict.over ?? false;
	}

	/** Whether the game ended while it was shown. */
	get justEnded(): boolean {
		return this.#justEnded;
	}

	/** Whether the computer is choosing its move. */
	get thinking(): boolean {
		return this.#thinking;
	}

	get hinting(): boolean {
		return this.#hinting;
	}

	get hint(): Hint | null {
		return this.#hint;
	}

	get offer(): Offer | null {
		return this.#offer;
	}

	/** A refusal or a failure of the engine; null if there is none. */
	get error(): unknown {
		return this.#error;
	}

	/** Whether a person is to move. */
	get awaitsPerson(): boolean {
		return this.#view !== null && !this.over && this.#isPerson(this.#view.now.to_move);
	}

	/**
	 * The seat that the person at the device acts for: the one to move, or the next person
	 * after it; null among computers.
	 */
	get actor(): number | null {
		const seats = this.#game.players.length;
		const toMove = this.#view?.now.to_move ?? 0;
		for (let i = 0; i < seats; i++) {
			const seat = (toMove + i) % seats;
			if (this.#isPerson(seat)) return seat;
		}
		return null;
	}

	/** The time on a seat's clock, in milliseconds; null without clocks. */
	remaining(seat: number): number | null {
		const { clock } = this.#game;
		if (!clock || !this.#view) return null;
		const running = this.#since === null ? 0 : Math.max(0, this.#moment - this.#since);
		return timeLeft(clock, seat, this.#view.now.to_move, clock.spent + running);
	}

	/** Starts or resumes: gets the view and starts the clock of the player to move. */
	async resume(): Promise<void> {
		this.#active = true;
		await this.#change(this.#game.match, this.#game.clock);
	}

	/** Stops the clocks and the engine, and saves the game. */
	leave(): void {
		if (!this.#active) return;
		this.#active = false;
		this.#changes++;
		this.#stopThinking();
		this.#stopClock();
		this.#env.save(this.#game);
	}

	/** Saves the clocks, in case the page is closed without notice. */
	saveClock(): void {
		if (this.#since === null) return;
		this.#stopClock();
		this.#startClock();
		this.#env.save(this.#game);
	}

	/** Makes a move for the player to move. */
	async play(text: string): Promise<void> {
		if (!this.#view || this.over) return;
		const { match } = this.#game;
		this.#stopClock();
		const clock = this.#game.clock && afterMove(this.#game.clock, this.#view.now.to_move);
		const done = await this.#change({ ...match, moves: [...match.moves, text] }, clock);
		const ply = this.#view.plies.at(-1);
		if (done && ply) this.#listener.moved(ply);
		if (done && this.over) this.#listener.ended(this.#view);
	}

	get canTakeBack(): boolean {
		return this.#backTo() !== null;
	}

	/** Takes back a resignation or draw, or else moves until a person is to move. Returns whether it took effect. */
	async takeBack(): Promise<boolean> {
		const plies = this.#backTo();
		if (plies === null) return false;
		const { match, clock } = this.#game;
		const moves = match.moves.slice(0, plies);
		return this.#change({ ...match, moves, closing: null }, clock && rewind(clock, plies));
	}

	/** How many plies remain after taking back; null if there is nothing to take back. */
	#backTo(): number | null {
		const plies = this.#view?.plies ?? [];
		if (this.#game.match.closing && this.#game.match.closing.how !== 'timeout') return plies.length;
		const people = this.#game.players.some((player) => player.kind === 'person');
		for (let i = plies.length - 1; i >= 0; i--) {
			if (!people || this.#isPerson(plies[i]?.seat ?? 0)) return i;
		}
		return null;
	}

	async resign(): Promise<void> {
		if (this.actor !== null) await this.#close({ how: 'resignation', seat: this.actor });
	}

	get canOfferDraw(): boolean {
		return this.actor !== null && !this.over && this.#declinedAt !== this.#game.match.moves.length;
	}

	/**
	 * Offers a draw to the other side. A person is asked (see `offer`), the computer
	 * answers at once. `teams` are the teams by seat.
	 */
	async offerDraw(teams: number[]): Promise<'accepted' | 'declined' | 'asked' | 'stale'> {
		const from = this.actor;
		if (from === null || !this.canOfferDraw) return 'stale';
		const others = teams.flatMap((team, seat) => (team === teams[from] ? [] : [seat]));
		const person = others.find((seat) => this.#isPerson(seat));
		const to = person ?? others[0] ?? 0;
		this.#offer = { from, to };
		if (person !== undefined) return 'asked';
		const before = this.#changes;
		const accepted = await this.#tryEngine(() => this.#env.thinker.acceptsDraw(this.#game.match, to));
		if (accepted === null || before !== this.#changes) return 'stale';
		await this.answerDraw(accepted);
		return accepted ? 'accepted' : 'declined';
	}

	/** Answers the open offer. */
	async answerDraw(accept: boolean): Promise<void> {
		const offer = this.#offer;
		this.#offer = null;
		if (!offer) return;
		if (accept) await this.#close({ how: 'agreement', seat: offer.to });
		else this.#declinedAt = this.#game.match.moves.length;
	}

	/** Asks for a good move for the person to move. */
	async askHint(): Promise<void> {
		const view = this.#view;
		if (!view || !this.awaitsPerson || this.#hinting) return;
		const before = this.#changes;
		const { match } = this.#game;
		const signal = this.#newSignal();
		this.#hinting = true;
		const hint = await this.#tryEngine(async () => {
			const text = await this.#choose(match, 'perfect', signal);
			const after = await this.#env.rules.match({ ...match, moves: [...match.moves, text] });
			const ply = after.plies.at(-1);
			const picks = view.now.moves.find((move) => move.text === text)?.picks ?? {};
			return ply ? { ply, picks } : null;
		});
		if (before !== this.#changes) return;
		this.#hinting = false;
		this.#hint = hint;
	}

	/** Turns the board by 180 degrees. */
	flip(): void {
		this.#game = { ...this.#game, flipped: !this.#game.flipped };
		this.#env.save(this.#game);
	}

	/** Updates the clocks; a player without time left loses. */
	tick(): void {
		this.#moment = this.#env.now();
		const seat = this.#view?.now.to_move ?? 0;
		if (this.#since !== null && this.remaining(seat) === 0) void this.#close({ how: 'timeout', seat });
	}

	async #close(closing: Closing): Promise<void> {
		if (!this.#view || this.over) return;
		this.#stopClock();
		const done = await this.#change({ ...this.#game.match, closing }, this.#game.clock);
		if (done && this.over) this.#listener.ended(this.#view);
	}

	/** Changes the match once the rules have answered; returns whether it took effect. */
	async #change(match: MatchText, clock: GameClock | null): Promise<boolean> {
		this.#stopThinking();
		this.#stopClock();
		const change = ++this.#changes;
		try {
			const view = await this.#env.rules.match(match);
			if (change !== this.#changes) return false;
			const { over } = view.now.verdict;
			this.#justEnded = over && (this.#justEnded || (this.#view !== null && !this.over));
			const finished = this.#justEnded && !this.#game.counted;
			this.#view = view;
			this.#game = { ...this.#game, match, clock, over, counted: this.#game.counted || over };
			this.#resetOffers();
			this.#env.save(this.#game);
			if (finished) this.#listener.finished(view);
		} catch (error) {
			if (change !== this.#changes) return false;
			this.#error = error;
			this.#startClock();
			return false;
		}
		this.#startClock();
		void this.#think();
		return true;
	}

	#resetOffers(): void {
		this.#hint = null;
		this.#hinting = false;
		this.#offer = null;
		this.#declinedAt = -1;
		this.#error = null;
	}

	/** Lets the computer move if it is its turn. */
	async #think(): Promise<void> {
		if (!this.#view || this.over) return;
		const player = this.#game.players[this.#view.now.to_move];
		if (player?.kind !== 'computer') return;
		const signal = this.#newSignal();
		this.#thinking = true;
		const move = await this.#tryEngine(async () => {
			const pause = this.#env.pause(minPause, signal);
			const chosen = await this.#choose(this.#game.match, player.level, signal);
			await pause;
			return chosen;
		});
		if (signal.aborted) return;
		this.#thinking = false;
		if (move !== null) await this.play(move);
	}

	#choose(match: MatchText, level: Level, signal: AbortSignal): Promise<string> {
		const longest = maxThinkingTime[level === 'perfect' ? 'perfect' : 'level'];
		const clock = this.remaining(this.#view?.now.to_move ?? 0);
		const milliseconds = clock === null ? longest : Math.min(longest, Math.max(50, clock / 30));
		return this.#env.thinker.choose(match, level, {
			seed: this.#game.seed + match.moves.length,
			milliseconds,
			signal,
		});
	}

	/** The engine's answer, or null if it failed. The failure is reported unless it is stale. */
	async #tryEngine<T>(question: () => Promise<T>): Promise<T | null> {
		const before = this.#changes;
		try {
			return await question();
		} catch (error) {
			if (before === this.#changes) this.#error = error;
			return null;
		}
	}

	#isPerson(seat: number): boolean {
		return this.#game.players[seat]?.kind === 'person';
	}

	#newSignal(): AbortSignal {
		this.#abort = new AbortController();
		return this.#abort.signal;
	}

	#stopThinking(): void {
		this.#abort?.abort();
		this.#abort = null;
		this.#thinking = false;
	}

	#startClock(): void {
		if (!this.#game.clock || this.over) return;
		this.#since = this.#moment = this.#env.now();
	}

	/** Charges the player to move for the elapsed time, and stops the clock. */
	#stopClock(): void {
		const { clock } = this.#game;
		if (!clock || this.#since === null) return;
		const spent = clock.spent + Math.max(0, this.#env.now() - this.#since);
		this.#since = null;
		this.#game = { ...this.#game, clock: { ...clock, spent } };
	}
}
