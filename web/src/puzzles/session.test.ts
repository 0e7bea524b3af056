import { describe, expect, it } from 'vitest';
import type { Worth } from '../engine/protocol';
import { tellFault, tellHint } from './format';
import { Solving } from './session.svelte';
import { info, judging, puzzle, rules, start } from './testing/fakes';

function begin(outcome: Worth['outcome'] = 'unknown', what = puzzle) {
	return new Solving(what, info, start, { rules, thinker: judging(outcome), pause: async () => {} });
}

describe('solving a puzzle', () => {
	it('goes on with the answer of the line, to the end', async () => {
		const solving = begin();
		await solving.play('S@a1');
		expect(solving.stage).toBe('open');
		expect(solving.last?.text).toBe('C@b2');
		expect(solving.progress).toEqual({ done: 1, all: 2 });
		await solving.play('N@c3');
		expect(solving.stage).toBe('solved');
	});

	it('takes any move that wins where the line wins', async () => {
		const solving = begin();
		await solving.play('S@a1');
		await solving.play('N@c4');
		expect(solving.stage).toBe('solved');
	});

	it('is not over with a move that loses by itself', async () => {
		const solving = begin();
		await solving.play('N@d4');
		expect(solving.stage).toBe('wrong');
		expect(solving.fault?.kind).toBe('ended');
	});

	it('is done after one move where the line has one', async () => {
		const solving = begin('unknown', { ...puzzle, goal: 'only', turns: 0, line: ['S@a1'] });
		await solving.play('S@a1');
		expect(solving.stage).toBe('solved');
		expect(solving.last?.text).toBe('S@a1');
	});

	it('ends with the opponent’s move where the line does', async () => {
		const solving = begin('unknown', { ...puzzle, turns: 2, line: ['S@a1', 'N@d4'] });
		await solving.play('S@a1');
		expect(solving.stage).toBe('solved');
		expect(solving.last?.text).toBe('N@d4');
	});

	it.each([
		['win', 'loses', 'That loses: Dark can win with Y@d2.'],
		['draw', 'draws', 'With that you would only draw.'],
		['loss', 'slower', 'That wins as well, but not as fast as it can be done.'],
		['unknown', 'misses', 'That does not win in 2 moves.'],
	] as const)('says what a wrong move throws away: %s for the other side', async (outcome, kind, words) => {
		const solving = begin(outcome);
		await solving.play('S@b1');
		expect(solving.stage).toBe('wrong');
		expect(solving.fault?.kind).toBe(kind);
		expect(solving.fault && tellFault(puzzle, solving.fault)).toBe(words);
	});

	it('takes a wrong move back to where it was made', async () => {
		const solving = begin();
		await solving.play('S@a1');
		const { position, last } = solving;
		await solving.play('S@b1');
		expect(solving.position).not.toBe(position);
		solving.again();
		expect(solving.stage).toBe('open');
		expect(solving.position).toBe(position);
		expect(solving.last).toBe(last);
		await solving.play('N@c3');
		expect(solving.stage).toBe('solved');
	});

	it('gives hints step by step', async () => {
		const solving = begin();
		solving.hint();
		expect(tellHint(solving)).toBe('Play this piece: light sphere.');
		solving.hint();
		expect(tellHint(solving)).toBe('The move is S@a1.');
		await solving.play('S@a1');
		expect(solving.help).toBe(0);
	});

	it('shows the solution from where one is', async () => {
		const solving = begin();
		await solving.play('S@b1');
		await solving.show();
		expect(solving.stage).toBe('shown');
		expect(solving.last?.text).toBe('N@c3');
	});

	it('stops when it is left', async () => {
		const solving = begin();
		const playing = solving.play('S@a1');
		solving.close();
		await playing;
		expect(solving.stage).toBe('answering');
		expect(solving.last?.text).toBe('S@a1');
	});
});
