import { describe, expect, it, vi } from 'vitest';
import type { Rules, Thinker } from '../../engine/client';
import type { MatchView } from '../../engine/protocol';
import { type GameClock, newClock } from '../clock';
import type { Player, SavedGame } from './saved';
import { Session } from './session.svelte';
import { eventually } from './testing/eventually';
import { fakeRules, fakeThinker } from './testing/fakes';

const person: Player = { kind: 'person' };
const computer: Player = { kind: 'computer', level: '3' };

function gameOf(players: Player[], clock: GameClock | null = null, game = 'quixo'): SavedGame {
	return {
		match: { game, start: '', moves: [], players: players.map(() => ''), closing: null },
		players,
		seed: 7,
		clock,
		date: '2026-11-15',
		over: false,
		counted: false,
		flipped: false,
		advice: null,
	};
}

/** A session with everything around it controlled by the test. */
function setUp(game: SavedGame, parts: { rules?: Partial<Rules>; thinker?: Partial<Thinker> } = {}) {
	const env = {
		rules: { ...fakeRules(), ...parts.rules },
		thinker: { ...fakeThinker(), ...parts.thinker },
		time: 1000,
		now: () => env.time,
		pause: async () => {},
		saved: [] as SavedGame[],
		save: (game: SavedGame) => {
			env.saved.push(game);
		},
	};
	const moved = vi.fn();
	const ended = vi.fn();
	const finished = vi.fn();
	return { session: new Session(game, env, { moved, ended, finished }), env, moved, ended, finished };
}

/** A promise that the test resolves. */
function pending<T>() {
	let give: (value: T) => void = () => {};
	const answer = new Promise<T>((resolve) => {
		give = resolve;
	});
	return { answer, give };
}

const movesOf = (session: Session) => session.game.match.moves;

describe('playing', () => {
	it('takes people’s moves in turn and saves each', async () => {
		const { session, env, moved } = setUp(gameOf([person, person]));
		await session.resume();
		await session.play('S@a1');
		await session.play('S@c3');
		expect(movesOf(session)).toEqual(['S@a1', 'S@c3']);
		expect(moved.mock.calls.map(([ply]) => ply.seat)).toEqual([0, 1]);
		expect(env.saved.at(-1)).toEqual(session.game);
	});

	it('lets the computer reply, with the seed of the game', async () => {
		const choose = vi.fn(async () => 'S@b2');
		const { session } = setUp(gameOf([person, computer]), { thinker: { choose } });
		await session.resume();
		await session.play('S@a1');
		await eventually(() => expect(movesOf(session)).toEqual(['S@a1', 'S@b2']));
		expect(choose).toHaveBeenCalledWith(
			expect.objectContaining({ moves: ['S@a1'] }),
			'3',
			expect.objectContaining({ seed: 8 }),
		);
		expect(session.awaitsPerson).toBe(true);
	});

	it('leaves the game unchanged when a move is refused, and says so', async () => {
		const { session, env } = setUp(gameOf([person, person]));
		await session.resume();
		const saves = env.saved.length;
		await session.play('nonsense');
		expect(movesOf(session)).toEqual([]);
		expect(session.error).toMatchObject({ refusal: { text: 'this move cannot be read' } });
		expect(env.saved).toHaveLength(saves);
		await session.play('S@a1');
		expect(session.error).toBeNull();
	});

	it('counts a result once, even if the end is taken back', async () => {
		const { session, env, finished } = setUp(gameOf([person, person]));
		await session.resume();
		await session.play('S@d4');
		expect(finished).toHaveBeenCalledTimes(1);
		await session.takeBack();
		await session.play('S@d4');
		expect(finished).toHaveBeenCalledTimes(1);
		expect(env.saved.at(-1)?.counted).toBe(true);
	});

	it('reports the end once and takes no move after it', async () => {
		const { session, ended } = setUp(gameOf([person, person]));
		await session.resume();
		await session.play('S@d4');
		await session.play('S@a1');
		expect(ended).toHaveBeenCalledTimes(1);
		expect(movesOf(session)).toEqual(['S@d4']);
		expect(session.game.over).toBe(true);
	});

	it('drops a stale answer of the rules', async () => {
		const slow = pending<MatchView>();
		const rules = fakeRules();
		const match = vi.fn(rules.match);
		const { session, moved } = setUp(gameOf([person, person]), { rules: { match } });
		await session.resume();
		await session.play('S@a1');
		const late = rules.match({ ...session.game.match, moves: ['S@a1', 'S@c3'] });
		match.mockImplementationOnce(() => slow.answer);
		const overtaken = session.play('S@c3');
		await session.takeBack();
		slow.give(await late);
		await overtaken;
		expect(movesOf(session)).toEqual([]);
		expect(moved).toHaveBeenCalledTimes(1);
	});

	it('can be resumed after the engine failed', async () => {
		const choose = vi.fn(async () => 'S@b2').mockRejectedValueOnce(new Error('gone'));
		const { session } = setUp(gameOf([computer, person]), { thinker: { choose } });
		await session.resume();
		await eventually(() => expect(session.error).toBeInstanceOf(Error));
		expect(session.thinking).toBe(false);
		await session.resume();
		await eventually(() => expect(movesOf(session)).toEqual(['S@b2']));
		expect(session.error).toBeNull();
	});
});

describe('taking back', () => {
	it('undoes the computer’s reply, too', async () => {
		const { session } = setUp(gameOf([person, computer]));
		await session.resume();
		await session.play('S@a1');
		await eventually(() => expect(movesOf(session)).toHaveLength(2));
		await session.takeBack();
		expect(movesOf(session)).toEqual([]);
		expect(session.awaitsPerson).toBe(true);
		expect(session.canTakeBack).toBe(false);
	});

	it('stops the computer while it thinks', async () => {
		const slow = pending<string>();
		let signal: AbortSignal | undefined;
		const choose: Thinker['choose'] = (_match, _level, options) => {
			signal = options.signal;
			return slow.answer;
		};
		const { session } = setUp(gameOf([person, computer]), { thinker: { choose } });
		await session.resume();
		await session.play('S@a1');
		expect(session.thinking).toBe(true);
		await session.takeBack();
		expect(signal?.aborted).toBe(true);
		slow.give('S@b2');
		await slow.answer;
		expect(movesOf(session)).toEqual([]);
		expect(session.thinking).toBe(false);
	});

	it('does not undo the computer’s opening move', async () => {
		const { session } = setUp(gameOf([computer, person]));
		await session.resume();
		await eventually(() => expect(movesOf(session)).toEqual(['S@b2']));
		expect(session.canTakeBack).toBe(false);
	});

	it('undoes one move among people, and a resignation before any move', async () => {
		const { session } = setUp(gameOf([person, person]));
		await session.resume();
		await session.play('S@a1');
		await session.resign();
		expect(session.game.match.closing).toEqual({ how: 'resignation', seat: 1 });
		await session.takeBack();
		expect(session.game.match).toMatchObject({ closing: null, moves: ['S@a1'] });
		expect(session.over).toBe(false);
		await session.takeBack();
		expect(movesOf(session)).toEqual([]);
	});
});

describe('clocks', () => {
	const fiveAndFive = () => newClock({ minutes: 5, increment: 5 }, 2);

	it('run for the player to move and add the increment after the move', async () => {
		const { session, env } = setUp(gameOf([person, person], fiveAndFive()));
		await session.resume();
		env.time += 20_000;
		session.tick();
		expect([session.remaining(0), session.remaining(1)]).toEqual([280_000, 300_000]);
		await session.play('S@a1');
		env.time += 1000;
		session.tick();
		expect([session.remaining(0), session.remaining(1)]).toEqual([285_000, 299_000]);
	});

	it('a player without time left loses', async () => {
		const { session, env, ended } = setUp(
			gameOf([person, person], newClock({ minutes: 1, increment: 0 }, 2)),
		);
		await session.resume();
		await session.play('S@a1');
		env.time += 59_999;
		session.tick();
		expect(session.over).toBe(false);
		env.time += 1;
		session.tick();
		await eventually(() => expect(session.over).toBe(true));
		expect(session.game.match.closing).toEqual({ how: 'timeout', seat: 1 });
		expect(session.view?.now.verdict.winner).toBe(0);
		expect(ended).toHaveBeenCalledTimes(1);
	});

	it('stop after the end, and taking back a move gives its time back', async () => {
		const { session, env } = setUp(gameOf([person, person], fiveAndFive()));
		await session.resume();
		env.time += 7000;
		await session.play('S@d4');
		env.time += 100_000;
		session.tick();
		expect([session.remaining(0), session.remaining(1)]).toEqual([298_000, 300_000]);
		await session.takeBack();
		expect(session.remaining(0)).toBe(300_000);
	});

	it('give back what was spent on the move that is not made any more', async () => {
		const { session, env } = setUp(gameOf([person, person], fiveAndFive()));
		await session.resume();
		await session.play('S@a1');
		env.time += 3000;
		// The clock is saved now and then, with what was spent so far.
		session.saveClock();
		await session.takeBack();
		expect([session.remaining(0), session.remaining(1)]).toEqual([300_000, 300_000]);
	});

	it('a loss on time is not taken back, but the move before it is', async () => {
		const { session, env } = setUp(gameOf([person, person], newClock({ minutes: 1, increment: 0 }, 2)));
		const runOut = async () => {
			env.time += 60_000;
			session.tick();
			await eventually(() => expect(session.over).toBe(true));
		};
		await session.resume();
		await runOut();
		expect(session.canTakeBack).toBe(false);
		expect(await session.takeBack()).toBe(false);
		expect([session.over, session.game.match.closing?.how]).toEqual([true, 'timeout']);

		const played = setUp(gameOf([person, person], newClock({ minutes: 1, increment: 0 }, 2)));
		await played.session.resume();
		await played.session.play('S@a1');
		played.env.time += 60_000;
		played.session.tick();
		await eventually(() => expect(played.session.over).toBe(true));
		expect(await played.session.takeBack()).toBe(true);
		expect([movesOf(played.session), played.session.over]).toEqual([[], false]);
		expect(played.session.remaining(0)).toBe(60_000);
	});

	it('do not run, and nothing is said, after a failure that is out of date', async () => {
		const { session, env } = setUp(gameOf([person, person], fiveAndFive()));
		await session.resume();
		let fail: (error: Error) => void = () => {};
		env.rules.match = () =>
			new Promise((_, reject) => {
				fail = reject;
			});
		const playing = session.play('S@a1');
		env.time += 1000;
		session.leave();
		fail(new Error('too late'));
		await playing;
		expect(session.error).toBeNull();
		env.time += 5000;
		session.tick();
		expect(session.remaining(0)).toBe(300_000);
	});

	it('do not run while the page is closed or the rules answer', async () => {
		const first = setUp(gameOf([person, person], fiveAndFive()));
		await first.session.resume();
		first.env.time += 3000;
		first.session.leave();
		const saved = JSON.parse(JSON.stringify(first.env.saved.at(-1))) as SavedGame;

		const second = setUp(saved);
		second.env.time = 99_000_000;
		const slow = pending<MatchView>();
		const answer = await second.env.rules.match(saved.match);
		second.env.rules.match = () => slow.answer;
		const resumed = second.session.resume();
		second.env.time += 4000;
		slow.give(answer);
		await resumed;
		second.env.time += 1000;
		second.session.tick();
		expect(second.session.remaining(0)).toBe(296_000);
	});

	it('are saved regularly, in case the page is closed without notice', async () => {
		const { session, env } = setUp(gameOf([person, person], fiveAndFive()));
		await session.resume();
		env.time += 3000;
		session.saveClock();
		expect(env.saved.at(-1)?.clock?.spent).toBe(3000);
		env.time += 1000;
		session.tick();
		expect(session.remaining(0)).toBe(296_000);
	});
});

describe('draws and hints', () => {
	const teams = [0, 1];

	it('are answered by the computer', async () => {
		const { session } = setUp(gameOf([person, computer]));
		await session.resume();
		expect(await session.offerDraw(teams)).toBe('accepted');
		expect(session.game.match.closing).toEqual({ how: 'agreement', seat: 1 });
	});

	it('declined by the computer cannot be repeated before the next move', async () => {
		const { session } = setUp(gameOf([person, computer]), { thinker: { acceptsDraw: async () => false } });
		await session.resume();
		expect(await session.offerDraw(teams)).toBe('declined');
		expect(session.canOfferDraw).toBe(false);
		expect(session.over).toBe(false);
		await session.play('S@a1');
		await eventually(() => expect(session.awaitsPerson).toBe(true));
		expect(session.canOfferDraw).toBe(true);
	});

	it('among people ask the other side', async () => {
		const { session } = setUp(gameOf([person, person, computer, person], null, 'quixo4p'));
		await session.resume();
		expect(await session.offerDraw([0, 1, 0, 1])).toBe('asked');
		expect(session.offer).toEqual({ from: 0, to: 1 });
		await session.answerDraw(false);
		expect(session.over).toBe(false);
		expect(session.offer).toBeNull();
	});

	it('show a good move until something is played', async () => {
		const { session } = setUp(gameOf([person, person]));
		await session.resume();
		await session.askHint();
		expect(session.hint).toMatchObject({ ply: { text: 'S@b2' }, picks: { cell: 'b2' } });
		await session.play('S@a1');
		expect(session.hint).toBeNull();
	});
});
