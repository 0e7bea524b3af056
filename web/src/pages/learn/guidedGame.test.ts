import { describe, expect, it, vi } from 'vitest';
import type { MatchText, MatchView, Question, Reply, Step } from '../../engine/protocol';
import { eventually } from '../../match/local/testing/eventually';
import { GuidedGame } from './guidedGame.svelte';
import { position, won } from './testing/fakes';

const noDrawing = { lines: [], rings: [], arrows: [], shaded: [] };

function step(id: string, more: Partial<Step> = {}): Step {
	const what = { position: '', unless: '', kind: 'move', hint: '' } as const;
	return { id, game: 'quantik', prompt: `${id}.`, ...what, ...more };
}

const steps: Step[] = [
	step('hello', { position: 'start', kind: 'say' }),
	step('place'),
	step('win'),
	step('again', { position: 'scene', unless: 'win' }),
	step('blocked', { position: 'scene' }),
	step('end', { kind: 'say' }),
];

/** A game in which S@d4 ends it, and whatever the step, S@a1 and S@d4 are accepted. */
function begin(replies: Record<string, Partial<Reply>> = {}, list = steps) {
	const match = vi.fn(async ({ start, moves }: MatchText): Promise<MatchView> => {
		const plies = moves.map((text, i) => ({
			seat: i % 2,
			text,
			motions: [],
			cells: [text.slice(2)],
			position: `${start} ${i + 1}`,
			announces: false,
		}));
		const verdict = moves.at(-1) === 'S@d4' ? won(0) : position('').verdict;
		const now = position([start, ...moves].join(' '), { to_move: moves.length % 2, verdict });
		return { start, plies, now, occurrences: 1 };
	});
	const guideQuestion = vi.fn(
		async (): Promise<Question> => ({ answers: ['S@a1', 'S@d4'], drawing: { ...noDrawing, shaded: ['b2'] } }),
	);
	const guideReply = vi.fn(
		async (_game: string, _task: string, id: string): Promise<Reply> => ({
			moves: [],
			again: false,
			stuck: false,
			...replies[id],
		}),
	);
	const analyse = vi.fn().mockRejectedValue(new Error('not loaded'));
	const game = new GuidedGame(list, {
		rules: { match, guideQuestion, guideReply },
		thinker: { analyse },
		pause: async () => {},
	});
	return { game, guideReply, analyse };
}

describe('a guided game', () => {
	it('explains, asks, and lets the partner reply', async () => {
		const { game } = begin({ place: { moves: ['s@c3'] } });
		await game.begin();
		expect([game.status, game.step.id, game.drawing?.shaded]).toEqual(['saying', 'hello', ['b2']]);
		await game.goOn();
		expect([game.status, game.step.id, game.open]).toEqual(['asking', 'place', true]);
		await game.play('S@a1');
		expect([game.status, game.step.id, game.last?.text]).toEqual(['asking', 'win', 's@c3']);
	});

	it('forgets a move that was taken back while the engine looked at it', async () => {
		const { game, guideReply, analyse } = begin();
		let fail = () => {};
		analyse.mockReturnValue(
			new Promise((_, reject) => {
				fail = () => reject(new Error('cancelled'));
			}),
		);
		await game.begin();
		await game.goOn();
		const wrong = game.play('S@c3');
		await eventually(() => expect(analyse).toHaveBeenCalled());
		game.retry();
		const right = game.play('S@a1');
		fail();
		await Promise.all([wrong, right]);
		expect([game.step.id, game.position?.text]).toEqual(['win', 'start S@a1']);
		expect(guideReply).toHaveBeenLastCalledWith('quantik', '', 'place', ['S@a1']);
	});

	it('takes back what is not accepted', async () => {
		const { game } = begin();
		await game.begin();
		await game.goOn();
		await game.play('S@b2');
		expect([game.step.id, game.wrong?.kind, game.open, game.drawing]).toEqual([
			'place',
			'notasked',
			false,
			null,
		]);
		game.retry();
		expect([game.wrong, game.open, game.position?.text]).toEqual([null, true, 'start']);
	});

	it('asks again until the partner has led to the next step', async () => {
		const { game } = begin({ place: { moves: ['s@c3'], again: true } });
		await game.begin();
		await game.goOn();
		await game.play('S@a1');
		expect([game.status, game.step.id]).toEqual(['asking', 'place']);
	});

	it('asks for another move if the partner cannot reply', async () => {
		const { game } = begin({ place: { stuck: true } });
		await game.begin();
		await game.goOn();
		await game.play('S@a1');
		expect([game.status, game.wrong?.kind, game.open]).toEqual(['asking', 'notasked', false]);
		game.retry();
		expect([game.open, game.position?.text]).toEqual([true, 'start']);
	});

	it('ends with the scenes that are still needed', async () => {
		const { game } = begin();
		await game.begin();
		await game.goOn();
		await game.play('S@a1');
		await game.play('S@d4');
		expect([game.status, game.step.id]).toEqual(['over', 'win']);
		await game.goOn();
		expect([game.status, game.step.id, game.position?.text]).toEqual(['asking', 'blocked', 'scene']);
		await game.play('S@d4');
		await game.goOn();
		expect([game.status, game.step.id]).toEqual(['done', 'end']);
	});

	it('has the scene for what did not come up', async () => {
		const { game } = begin();
		await game.begin();
		await game.goOn();
		await game.play('S@d4');
		await game.goOn();
		expect(game.step.id).toBe('again');
	});

	it('lets somebody try out moves of both sides first', async () => {
		const { game } = begin({}, [step('try', { position: 'start', kind: 'explore' }), ...steps]);
		await game.begin();
		await game.play('S@a1');
		await game.play('s@c3');
		expect([game.status, game.tried, game.position?.text]).toEqual(['exploring', 2, 'start S@a1 s@c3']);
		await game.back();
		expect(game.tried).toBe(1);
		await game.goOn();
		expect([game.step.id, game.position?.text]).toEqual(['hello', 'start']);
	});

	it('takes back one move that was tried out, even before the rules have shown it', async () => {
		const { game } = begin({}, [step('try', { position: 'start', kind: 'explore' }), ...steps]);
		await game.begin();
		await game.play('S@a1');
		const played = game.play('s@c3');
		expect(game.open).toBe(false);
		await Promise.all([played, game.back()]);
		expect([game.tried, game.position?.text, game.open]).toEqual([1, 'start S@a1', true]);
	});

	it('tries out nothing more while the next step is entered', async () => {
		const { game } = begin({}, [step('try', { position: 'start', kind: 'explore' }), ...steps]);
		await game.begin();
		const going = game.goOn();
		expect(game.open).toBe(false);
		await Promise.all([going, game.play('S@a1')]);
		expect([game.step.id, game.position?.text]).toEqual(['hello', 'start']);
	});

	it('plays nothing more once it is closed', async () => {
		const { game, guideReply } = begin({ place: { moves: ['s@c3'] } });
		await game.begin();
		await game.goOn();
		const playing = game.play('S@a1');
		game.close();
		await playing;
		expect(guideReply).toHaveBeenCalledTimes(1);
		expect(game.last?.text).not.toBe('s@c3');
	});
});
