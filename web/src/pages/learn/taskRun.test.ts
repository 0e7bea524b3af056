import { describe, expect, it, vi } from 'vitest';
import type { MatchText, MatchView } from '../../engine/protocol';
import { eventually } from '../../match/local/testing/eventually';
import { TaskRun } from './taskRun.svelte';
import { cellTask, moveTask, position } from './testing/fakes';

const drawing = { lines: [['a1', 'a2']], rings: [], arrows: [], shaded: [] };

function run(turns: string[]) {
	const match = vi.fn(async ({ start, moves }: MatchText): Promise<MatchView> => {
		const plies = moves.map((text, i) => ({
			seat: i % 2,
			text,
			motions: [],
			cells: [],
			position: '',
			announces: false,
		}));
		return { start, plies, now: position([start, ...moves].join(' ')), occurrences: 1 };
	});
	const guideQuestion = vi.fn(async () => ({ answers: ['S@c3'], drawing }));
	const guideReply = vi.fn(async () => ({ moves: ['s@d4'], again: false, stuck: false }));
	const task = { ...moveTask, turns };
	const analyse = vi.fn().mockRejectedValue(new Error('not loaded'));
	return {
		match,
		guideReply,
		guideQuestion,
		analyse,
		run: new TaskRun(task, position('start'), {
			rules: { match, guideQuestion, guideReply },
			thinker: { analyse },
			pause: async () => {},
		}),
	};
}

describe('a task', () => {
	it('without replies is done with its answer', async () => {
		const { run: task } = run([]);
		await task.play('S@a1');
		expect([task.done, task.stars, task.open]).toEqual([true, 3, false]);
	});

	it('goes on after the reply of the other side', async () => {
		const { run: task, guideReply, guideQuestion } = run(['And now?']);
		expect(task.prompt(task.task)).toBeNull();
		await task.play('S@a1');
		expect(guideReply).toHaveBeenCalledWith('quantik', 'region', 'region', ['S@a1']);
		expect(guideQuestion).toHaveBeenLastCalledWith('quantik', 'region', 'region+1', ['S@a1', 's@d4']);
		expect([task.done, task.turn, task.prompt(task.task), task.last?.text]).toEqual([
			false,
			1,
			'And now?',
			's@d4',
		]);
		await task.play('S@a1');
		expect([task.done, task.open]).toEqual([false, false]);
		task.retry();
		task.help();
		await task.play('S@c3');
		expect([task.done, task.stars]).toEqual([true, 1]);
	});

	it('goes on once if a wrong move was taken back while the engine looked at it', async () => {
		const { run: task, guideReply, analyse } = run(['And now?']);
		let fail = () => {};
		analyse.mockReturnValue(
			new Promise((_, reject) => {
				fail = () => reject(new Error('cancelled'));
			}),
		);
		const wrong = task.play('S@c3');
		await eventually(() => expect(analyse).toHaveBeenCalled());
		task.retry();
		const right = task.play('S@a1');
		fail();
		expect(await Promise.all([wrong, right])).toEqual([false, true]);
		expect([task.turn, task.stars, guideReply.mock.calls.length]).toEqual([1, 2, 1]);
	});

	it('takes back a right move if the rules fail, without counting a mistake', async () => {
		const { run: task, match, guideReply, guideQuestion } = run(['And now?']);
		const lost = new Error('the engine has stopped');
		for (const failing of [match, guideReply, guideQuestion]) {
			failing.mockRejectedValueOnce(lost);
			await expect(task.play('S@a1')).rejects.toBe(lost);
			expect([task.open, task.position.text, task.last]).toEqual([true, 'start', null]);
		}
		await task.play('S@a1');
		expect([task.turn, task.stars]).toEqual([1, 3]);
	});

	it('is explained on the board until it is answered', async () => {
		const { run: task } = run([]);
		await eventually(() => expect(task.drawing).toEqual(drawing));
		await task.play('S@a1');
		expect(task.drawing).toBeNull();
	});

	it('of cells counts wrong ones', () => {
		const task = new TaskRun(cellTask, position('start'), {
			rules: {
				match: vi.fn(),
				guideQuestion: vi.fn().mockRejectedValue(new Error('none')),
				guideReply: vi.fn(),
			},
			thinker: { analyse: vi.fn() },
			pause: async () => {},
		});
		task.tap('a1');
		task.tap('d4');
		expect([task.done, task.stars]).toEqual([true, 2]);
	});
});
