// The game in progress. The match is a list of moves; every change asks the
// rules for the view of the changed list and takes effect with their answer,
// unless something else was done meanwhile: then the answer is stale and
// dropped. Whatever takes effect is kept at once.
//
// Time comes from outside. It runs for the player to move, from the moment the
// position is shown until the move is made; while the rules answer, and while
// the page is closed, it runs for nobody.

import type { Rules, Thinker } from '../engine/client';
import type { Closing, Level, MatchText, MatchView, Picks, PlyView } from '../engine/protocol';
import { type GameClock, left, pressed, turnedBack } from './clock';
import type { SavedGame } from './saved';

/** What a session needs of the world. */
export interface World {
	rules: Rules;
	thinker: Thinker;
	/** Milliseconds since any moment; never goes back. */
	now: () => number;
	/** Waits so that people can follow the computer's moves; ends early with the signal. */
	pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	keep: (game: SavedGame) => void;
}

/** What a session tells as it happens. */
export interface Listener {
	moved: (ply: PlyView) => void;
	ended: (view: MatchView) => void;
}

/** A move that the computer suggests. */
export interface Hint {
	ply: PlyView;
	picks: Picks;
}

/** A draw offered by one seat, to be answered by a person at another. */
export interface Offer {
	from: number;
	to: number;
}

const leastPause = 400;
const longestThought: Record<'level' | 'perfect', number> = { level: 1000, perfect: 2500 };

export class Session {
	#world: World;
	#listener: Listener;
	#game: SavedGame;
	#view: MatchView | null = $state.raw(null);
	#thinking = $state(false);
	#hinting = $state(false);
	#hint: Hint | null = $state.raw(null);
	#offer: Offer | null = $state.raw(null);
	/** The ply at which a draw was declined: it is not offered twice. */
	#declinedAt = $state(-1);
	#trouble: unknown = $state.raw(null);
	/** The moment that the clocks show. */
	#moment = $state(0);
	/** Since when the player to move is being charged; null while nobody is. */
	#since: number | null = null;
	/** Counts changes, to recognise answers that come too late. */
	#changes = 0;
	#thought: AbortController | null = null;
	/** Whether anybody is at the table: after leaving nothing is kept any more. */
	#attended = false;

	constructor(game: SavedGame, world: World, listener: Listener) {
		this.#game = $state.raw(game);
		this.#world = world;
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

	/** What went wrong, a refusal or a failure of the engine; null when all is well. */
	get trouble(): unknown {
		return this.#trouble;
	}

	/** Whether a person is to move. */
	get awaitsPerson(): boolean {
		return this.#view !== null && !this.over && this.#isPerson(this.#view.now.toMove);
	}

	/** For whom the person at the device acts now: the seat to move, or the next person after it; null among computers. */
	get actor(): number | null {
		const seats = this.#game.players.length;
		const toMove = this.#view?.now.toMove ?? 0;
		for (let i = 0; i < seats; i++) {
			const seat = (toMove + i) % seats;
			if (this.#isPerson(seat)) return seat;
		}
		return null;
	}

	/** What a seat's clock shows, in milliseconds; null without clocks. */
	remaining(seat: number): number | null {
		const { clock } = this.#game;
		if (!clock || !this.#view) return null;
		const running = this.#since === null ? 0 : Math.max(0, this.#moment - this.#since);
		return left(clock, seat, this.#view.now.toMove, clock.spent + running);
	}

	/** Begins or goes on: asks for the view and starts the clock of the player to move. */
	async resume(): Promise<void> {
		this.#attended = true;
		await this.#change(this.#game.match, this.#game.clock);
	}

	/** Stops clocks and thinking, and keeps the game as it stands. */
	leave(): void {
		if (!this.#attended) return;
		this.#attended = false;
		this.#changes++;
		this.#stopThinking();
		this.#stopClock();
		this.#world.keep(this.#game);
	}

	/** Keeps what the clocks show, in case the page is closed without notice. */
	keepTime(): void {
		if (this.#since === null) return;
		this.#stopClock();
		this.#startClock();
		this.#world.keep(this.#game);
	}

	/** Makes a move for whoever is to move. */
	async play(text: string): Promise<void> {
		if (!this.#view || this.over) return;
		const { match } = this.#game;
		this.#stopClock();
		const clock = this.#game.clock && pressed(this.#game.clock, this.#view.now.toMove);
		const done = await this.#change({ ...match, moves: [...match.moves, text] }, clock);
		const ply = this.#view.plies.at(-1);
		if (done && ply) this.#listener.moved(ply);
		if (done && this.over) this.#listener.ended(this.#view);
	}

	get canTakeBack(): boolean {
		return this.#backTo() !== null;
	}

	/** Takes back the decision that ended the game, or else moves until a person is to move. */
	async takeBack(): Promise<void> {
		const plies = this.#backTo();
		if (plies === null) return;
		const { match, clock } = this.#game;
		const moves = match.moves.slice(0, plies);
		await this.#change({ ...match, moves, closing: null }, clock && turnedBack(clock, plies));
	}

	/** How many plies are left after taking back; null when there is nothing to take back. */
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
	 * Offers a draw to the other side. A person there is asked (see offer), the
	 * computer answers at once. `teams` are the teams by seat.
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
		const accepted = await this.#asked(() => this.#world.thinker.acceptsDraw(this.#game.match, to));
		if (accepted === null || before !== this.#changes) return 'stale';
		await this.answerDraw(accepted);
		return accepted ? 'accepted' : 'declined';
	}

	/** Answers the offer that stands. */
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
		const signal = this.#beginThought();
		this.#hinting = true;
		const hint = await this.#asked(async () => {
			const text = await this.#choose(match, 'perfect', signal);
			const after = await this.#world.rules.match({ ...match, moves: [...match.moves, text] });
			const ply = after.plies.at(-1);
			const picks = view.now.moves.find((move) => move.text === text)?.picks ?? {};
			return ply ? { ply, picks } : null;
		});
		if (before !== this.#changes) return;
		this.#hinting = false;
		this.#hint = hint;
	}

	/** Turns the board by half a turn. */
	flip(): void {
		this.#game = { ...this.#game, flipped: !this.#game.flipped };
		this.#world.keep(this.#game);
	}

	/** Looks at the time; whoever has none left loses. */
	tick(): void {
		this.#moment = this.#world.now();
		const seat = this.#view?.now.toMove ?? 0;
		if (this.#since !== null && this.remaining(seat) === 0) void this.#close({ how: 'timeout', seat });
	}

	async #close(closing: Closing): Promise<void> {
		if (!this.#view || this.over) return;
		this.#stopClock();
		const done = await this.#change({ ...this.#game.match, closing }, this.#game.clock);
		if (done && this.over) this.#listener.ended(this.#view);
	}

	/** Makes another match of this one, once the rules have given its view; reports whether it came to that. */
	async #change(match: MatchText, clock: GameClock | null): Promise<boolean> {
		this.#stopThinking();
		this.#stopClock();
		const mine = ++this.#changes;
		try {
			const view = await this.#world.rules.match(match);
			if (mine !== this.#changes) return false;
			this.#view = view;
			this.#game = { ...this.#game, match, clock, over: view.now.verdict.over };
			this.#forgetQuestions();
			this.#world.keep(this.#game);
		} catch (error) {
			if (mine !== this.#changes) return false;
			this.#trouble = error;
			this.#startClock();
			return false;
		}
		this.#startClock();
		void this.#think();
		return true;
	}

	#forgetQuestions(): void {
		this.#hint = null;
		this.#hinting = false;
		this.#offer = null;
		this.#declinedAt = -1;
		this.#trouble = null;
	}

	/** Lets the computer move if it is to move. */
	async #think(): Promise<void> {
		if (!this.#view || this.over) return;
		const player = this.#game.players[this.#view.now.toMove];
		if (player?.kind !== 'computer') return;
		const signal = this.#beginThought();
		this.#thinking = true;
		const move = await this.#asked(async () => {
			const pause = this.#world.pause(leastPause, signal);
			const chosen = await this.#choose(this.#game.match, player.level, signal);
			await pause;
			return chosen;
		});
		if (signal.aborted) return;
		this.#thinking = false;
		if (move !== null) await this.play(move);
	}

	#choose(match: MatchText, level: Level, signal: AbortSignal): Promise<string> {
		const longest = longestThought[level === 'perfect' ? 'perfect' : 'level'];
		const clock = this.remaining(this.#view?.now.toMove ?? 0);
		const milliseconds = clock === null ? longest : Math.min(longest, Math.max(50, clock / 30));
		return this.#world.thinker.choose(match, level, {
			seed: this.#game.seed + match.moves.length,
			milliseconds,
			signal,
		});
	}

	/** An answer of the engine, or null when it failed, which is told unless nobody waits for it any more. */
	async #asked<T>(question: () => Promise<T>): Promise<T | null> {
		const before = this.#changes;
		try {
			return await question();
		} catch (error) {
			if (before === this.#changes) this.#trouble = error;
			return null;
		}
	}

	#isPerson(seat: number): boolean {
		return this.#game.players[seat]?.kind === 'person';
	}

	#beginThought(): AbortSignal {
		this.#thought = new AbortController();
		return this.#thought.signal;
	}

	#stopThinking(): void {
		this.#thought?.abort();
		this.#thought = null;
		this.#thinking = false;
	}

	#startClock(): void {
		if (!this.#game.clock || this.over) return;
		this.#since = this.#moment = this.#world.now();
	}

	/** Charges the player to move for the time since the clock was started, and stops it. */
	#stopClock(): void {
		const { clock } = this.#game;
		if (!clock || this.#since === null) return;
		const spent = clock.spent + Math.max(0, this.#world.now() - this.#since);
		this.#since = null;
		this.#game = { ...this.#game, clock: { ...clock, spent } };
	}
}
