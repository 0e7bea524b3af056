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

	it('reports an invalid URL, and recovers', async () => {
		await study.open(line('rubbish'), null);
		expect(study.problem).not.toBeNull();
		await study.open(line('S@a1'), null);
		expect(study.problem).toBeNull();
	});
});
