import { describe, expect, it, vi } from 'vitest';
import type { AnalysisView, Worth } from '../../engine/protocol';
import { eventually } from '../../match/local/testing/eventually';
import { PuzzleSession } from './session.svelte';
import { faultText, hintText } from './solving';
import { info, puzzle, rules, start, thinkerWith } from './testing/fakes';

function begin(outcome: Worth['outcome'] = 'unknown', what = puzzle) {
	return new PuzzleSession(what, info, start, {
		rules,
		thinker: thinkerWith(outcome),
		pause: async () => {},
	});
}

describe('solving a puzzle', () => {
	it('plays the opponent’s replies to the end', async () => {
		const session = begin();
		await session.play('S@a1');
		expect(session.status).toBe('open');
		expect(session.last?.text).toBe('C@b2');
		expect(session.progress).toEqual({ done: 1, all: 2 });
		await session.play('N@c3');
		expect(session.status).toBe('solved');
	});

	it('accepts any winning move where the line wins', async () => {
		const session = begin();
		await session.play('S@a1');
		await session.play('N@c4');
		expect(session.status).toBe('solved');
	});

	it('does not accept a move that ends the game with a loss', async () => {
		const session = begin();
		await session.play('N@d4');
		expect(session.status).toBe('wrong');
		expect(session.fault?.kind).toBe('ended');
	});

	it('is solved after one move if the line has one', async () => {
		const session = begin('unknown', { ...puzzle, goal: 'only', turns: 0, line: ['S@a1'] });
		await session.play('S@a1');
		expect(session.status).toBe('solved');
		expect(session.last?.text).toBe('S@a1');
	});

	it('ends with the opponent’s move if the line does', async () => {
		const session = begin('unknown', { ...puzzle, turns: 2, line: ['S@a1', 'N@d4'] });
		await session.play('S@a1');
		expect(session.status).toBe('solved');
		expect(session.last?.text).toBe('N@d4');
	});

	it.each([
		['win', 'loses', 'That loses: dark can win with Y@d2.'],
		['draw', 'draws', 'That only draws. The best reply is Y@d2.'],
		['loss', 'slower', 'That wins too, but there is a faster way. The best reply is Y@d2.'],
		['unknown', 'misses', 'That does not win in 3 turns. The best reply is Y@d2.'],
	] as const)('says what a wrong move throws away: %s for the other side', async (outcome, kind, words) => {
		const session = begin(outcome);
		await session.play('S@b1');
		expect(session.status).toBe('wrong');
		expect(session.fault?.kind).toBe(kind);
		expect(session.fault && faultText(puzzle, session.fault)).toBe(words);
	});

	it('plays the best reply to a wrong move, which is taken back with it', async () => {
		const session = begin('win');
		const { position } = session;
		await session.play('S@b1');
		await eventually(() => expect(session.last?.text).toBe('Y@d2'));
		expect(session.position.text).toBe('after S@b1 Y@d2');
		expect(session.status).toBe('wrong');
		session.retry();
		expect([session.position, session.last, session.status]).toEqual([position, null, 'open']);
		await session.play('S@a1');
		expect(session.last?.text).toBe('C@b2');
	});

	it('does not play the reply if the move was taken back before', async () => {
		let go = () => {};
		const paused = new Promise<void>((resolve) => {
			go = resolve;
		});
		const env = { rules, thinker: thinkerWith('win'), pause: () => paused };
		const session = new PuzzleSession(puzzle, info, start, env);
		await session.play('S@b1');
		session.retry();
		go();
		await paused;
		await Promise.resolve();
		expect([session.position, session.last]).toEqual([start, null]);
	});

	it('says whether a wrong move was taken back while the engine looked at it', async () => {
		let fail = () => {};
		const analysis = new Promise<AnalysisView>((_, reject) => {
			fail = () => reject(new Error('cancelled'));
		});
		const env = { rules, thinker: { analyse: () => analysis }, pause: async () => {} };
		const session = new PuzzleSession(puzzle, info, start, env);
		const wrong = session.play('S@b1');
		await eventually(() => expect(session.fault?.kind).toBe('thinking'));
		session.retry();
		fail();
		expect(await wrong).toBe(false);
		expect([session.position, session.fault, session.status]).toEqual([start, null, 'open']);
		expect(await session.play('S@a1')).toBe(true);
	});

	it('goes on from where it was when the rules have failed', async () => {
		const match = vi.fn(rules.match);
		const env = { rules: { match }, thinker: thinkerWith('win'), pause: async () => {} };
		const session = new PuzzleSession(puzzle, info, start, env);
		const isAsBefore = () =>
			expect([session.status, session.position, session.next]).toEqual(['open', start, 'S@a1']);
		const lost = new Error('the engine has stopped');
		match.mockRejectedValueOnce(lost);
		await expect(session.play('S@a1')).rejects.toBe(lost);
		isAsBefore();
		// The move of the other side.
		match.mockImplementationOnce(rules.match).mockRejectedValueOnce(lost);
		await expect(session.play('S@a1')).rejects.toBe(lost);
		isAsBefore();
		match.mockImplementationOnce(rules.match).mockRejectedValueOnce(lost);
		await expect(session.show()).rejects.toBe(lost);
		isAsBefore();
		await session.play('S@a1');
		await session.play('N@c3');
		expect(session.status).toBe('solved');
	});

	it('says whether the solution was shown to its end', async () => {
		const session = begin();
		const shown = session.show();
		session.close();
		expect([await shown, session.status]).toEqual([false, 'showing']);
		expect(await begin().show()).toBe(true);
	});

	it('is clean without wrong moves and without being told a move', async () => {
		const [right, wrong, helped] = [begin(), begin(), begin()];
		right.hint();
		await right.play('S@a1');
		await wrong.play('S@b1');
		wrong.retry();
		helped.hint();
		helped.hint();
		expect([right.clean, wrong.clean, helped.clean]).toEqual([true, false, false]);
	});

	it('takes back a wrong move', async () => {
		const session = begin();
		await session.play('S@a1');
		const { position, last } = session;
		await session.play('S@b1');
		expect(session.position).not.toBe(position);
		session.retry();
		expect(session.status).toBe('open');
		expect(session.position).toBe(position);
		expect(session.last).toBe(last);
		await session.play('N@c3');
		expect(session.status).toBe('solved');
	});

	it('gives hints step by step', async () => {
		const session = begin();
		session.hint();
		expect(hintText(session)).toBe('Play this piece: light sphere.');
		session.hint();
		expect(hintText(session)).toBe('The move is S@a1.');
		await session.play('S@a1');
		expect(session.help).toBe(0);
	});

	it('shows the solution from the current position', async () => {
		const session = begin();
		await session.play('S@b1');
		await session.show();
		expect(session.status).toBe('shown');
		expect(session.last?.text).toBe('N@c3');
	});

	it('stops when it is closed', async () => {
		const session = begin();
		const playing = session.play('S@a1');
		session.close();
		await playing;
		expect(session.status).toBe('answering');
		expect(session.last?.text).toBe('S@a1');
	});
});

it('suggests the whole move with the last hint, until a move is made', async () => {
	const session = begin();
	session.hint();
	expect(session.suggestion).toBeNull();
	session.hint();
	await eventually(() => expect(session.suggestion?.ply.text).toBe('S@a1'));
	expect(session.suggestion?.picks).toEqual({ piece: 'S', cell: 'a1' });
	await session.play('S@a1');
	expect(session.suggestion).toBeNull();
});
