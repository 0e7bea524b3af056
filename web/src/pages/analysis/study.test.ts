import { beforeEach, describe, expect, it } from 'vitest';
import type { MatchText } from '../../engine/protocol';
import { fakeRules } from '../../match/local/testing/fakes';
import { Study } from './study.svelte';

const line = (...moves: string[]): MatchText => ({
	game: 'quantik',
	start: '',
	moves,
	players: [],
	closing: null,
});

let study: Study;
let visits: { moves: string[]; ply: number; leaves: boolean }[];
let arrived: Promise<void>;

beforeEach(() => {
	visits = [];
	study = new Study(fakeRules(), (match, ply, leaves) => {
		visits.push({ moves: match.moves, ply, leaves });
		arrived = study.open(match, ply);
	});
});

describe('a study', () => {
	it('shows the last position unless the URL names one', async () => {
		await study.open(line('S@a1', 'S@b2'), null);
		expect(study.shown?.ply).toBe(2);
		await study.open(line('S@a1', 'S@b2'), 1);
		expect(study.shown?.position.text).toBe('after 1');
		expect(study.last?.text).toBe('S@a1');
		await study.open(line('S@a1', 'S@b2'), 99);
		expect(study.shown?.ply).toBe(2);
	});

	it('extends a game', async () => {
		await study.open(line('S@a1'), null);
		study.play('S@b2');
		await arrived;
		expect(visits).toEqual([{ moves: ['S@a1', 'S@b2'], ply: 2, leaves: false }]);
		expect(study.inVariation).toBe(false);
		expect(study.gamePlies).toHaveLength(2);
	});

	it('steps along the game if the move is the game’s own', async () => {
		await study.open(line('S@a1', 'S@b2'), 0);
		study.play('S@a1');
		await arrived;
		expect(visits).toEqual([{ moves: ['S@a1', 'S@b2'], ply: 1, leaves: false }]);
	});

	it('keeps the game while a variation is shown, and returns to the branch point', async () => {
		await study.open(line('S@a1', 'S@b2', 'S@c3'), 1);
		study.play('S@d4');
		await arrived;
		expect(visits.at(-1)).toEqual({ moves: ['S@a1', 'S@d4'], ply: 2, leaves: true });
		expect(study.inVariation).toBe(true);
		expect(study.gamePlies).toHaveLength(3);
		study.goTo(1);
		await arrived;
		study.play('S@c3');
		await arrived;
		expect(visits.at(-1)).toEqual({ moves: ['S@a1', 'S@c3'], ply: 2, leaves: false });
		study.back();
		await arrived;
		expect(study.inVariation).toBe(false);
		expect(study.shown?.match.moves).toEqual(['S@a1', 'S@b2', 'S@c3']);
		expect(study.shown?.ply).toBe(1);
	});

	it('treats a line from the URL as a game', async () => {
		await study.open(line('S@a1', 'S@b2'), 1);
		study.play('S@c3');
		await arrived;
		await study.open(line('S@d4'), null);
		expect(study.inVariation).toBe(false);
		expect(study.game?.moves).toEqual(['S@d4']);
	});

	it('starts a variation when a closed game is continued', async () => {
		const resigned: MatchText = { ...line('S@a1'), closing: { how: 'resignation', seat: 1 } };
		await study.open(resigned, null);
		expect(study.shown?.position.verdict.over).toBe(false);
		study.play('S@b2');
		await arrived;
		expect(study.inVariation).toBe(true);
		expect(study.game).toEqual(resigned);
	});

	it('follows best play for some moves', async () => {
		await study.open(line('S@a1'), null);
		study.follow(['S@b2', 'S@c3'], 1);
		await arrived;
		expect(study.shown?.ply).toBe(2);
		expect(study.shown?.view.plies).toHaveLength(3);
	});

	it('tries a better move of the game', async () => {
		await study.open(line('S@a1', 'S@b2'), null);
		study.tryInstead(1, 'S@d4');
		await arrived;
		expect(study.inVariation).toBe(true);
		expect(study.last?.text).toBe('S@d4');
	});

	it('keeps all variations, and selects any position of them', async () => {
		await study.open(line('S@a1', 'S@b2', 'S@c3'), 1);
		study.play('S@d4');
		await arrived;
		study.select(['S@a1']);
		await arrived;
		expect([study.onMainLine, study.path]).toEqual([true, ['S@a1']]);
		study.play('S@e5');
		await arrived;
		study.select(['S@a1', 'S@d4']);
		await arrived;
		expect(study.path).toEqual(['S@a1', 'S@d4']);
		expect(study.root.next[0]?.next.map(({ ply }) => ply.text)).toEqual(['S@b2', 'S@d4', 'S@e5']);
		expect(study.game?.moves).toEqual(['S@a1', 'S@b2', 'S@c3']);
	});

	it('steps into a variation that is already there', async () => {
		await study.open(line('S@a1', 'S@b2'), 0);
		study.follow(['S@c3', 'S@d4'], 2);
		await arrived;
		study.select([]);
		await arrived;
		study.play('S@c3');
		await arrived;
		expect(study.shown?.match.moves).toEqual(['S@c3', 'S@d4']);
		expect(study.ply).toBe(1);
	});

	it('makes a variation the main line, which is then not the game that was resigned', async () => {
		const resigned: MatchText = { ...line('S@a1', 'S@b2'), closing: { how: 'resignation', seat: 1 } };
		await study.open(resigned, 1);
		study.play('S@c3');
		await arrived;
		study.promote();
		await arrived;
		expect(study.inVariation).toBe(false);
		expect(study.game).toMatchObject({ moves: ['S@a1', 'S@c3'], closing: null });
		study.select(['S@a1', 'S@b2']);
		await arrived;
		study.promote();
		await arrived;
		expect(study.game).toEqual(resigned);
	});

	it('deletes a move with what follows; the back button leads to what is left', async () => {
		await study.open(line('S@a1', 'S@b2'), 1);
		study.follow(['S@c3', 'S@d4'], 1);
		await arrived;
		study.deleteMove();
		await arrived;
		expect(study.path).toEqual(['S@a1']);
		expect(study.root.next[0]?.next).toHaveLength(1);
		await study.open(line('S@a1', 'S@c3', 'S@d4'), 2);
		expect(study.shown?.match.moves).toEqual(['S@a1', 'S@b2']);
		expect(study.game?.moves).toEqual(['S@a1', 'S@b2']);
	});

	it('knows a line that the back button left before it was shown', async () => {
		const resigned: MatchText = { ...line('S@a1', 'S@b2'), closing: { how: 'resignation', seat: 1 } };
		await study.open(resigned, 1);
		study.comment('A good start');
		study.play('S@c3');
		await study.open(resigned, 1);
		await study.open(line('S@a1', 'S@c3'), 2);
		expect([study.inVariation, study.game]).toEqual([true, resigned]);
		expect(study.root.next[0]?.comment).toBe('A good start');
	});

	it('keeps comments and drawings with their positions', async () => {
		await study.open(line('S@a1', 'S@b2'), 1);
		study.comment('A good start');
		study.draw([{ brush: 'red', from: 'a1', to: 'b2' }]);
		study.goTo(2);
		await arrived;
		expect(study.node.comment).toBe('');
		study.goTo(1);
		await arrived;
		expect(study.node).toMatchObject({ comment: 'A good start', shapes: [{ to: 'b2' }] });
	});

	it('is the same after it was saved, and no line of the URL replaces it', async () => {
		await study.open(line('S@a1', 'S@b2'), 1);
		study.comment('A good start');
		study.play('S@c3');
		await arrived;
		const text = study.text('Mine');
		const again = new Study(fakeRules(), () => {});
		if (text) await again.load(text);
		expect(again.root).toEqual(study.root);
		await again.open(line('S@a1', 'S@d4', 'S@e5'), 3);
		expect(again.path).toEqual(['S@a1', 'S@b2']);
		expect(again.root).toEqual(study.root);
		again.release();
		await again.open(line('S@d4'), null);
		expect(again.game?.moves).toEqual(['S@d4']);
	});

	it('reports an invalid URL, and recovers', async () => {
		await study.open(line('rubbish'), null);
		expect(study.problem).not.toBeNull();
		await study.open(line('S@a1'), null);
		expect(study.problem).toBeNull();
	});
});
