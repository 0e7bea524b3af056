import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { today } from './day';

/** The progress as loaded on a new visit. */
async function visit() {
	vi.resetModules();
	return import('./progress.svelte');
}

/** Closes the tabs of earlier tests, which would write back what they know. */
const listeners: EventListener[] = [];
beforeEach(() => {
	localStorage.clear();
	const listen = window.addEventListener.bind(window);
	vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
		if (type === 'storage') listeners.push(listener as EventListener);
		listen(type, listener as EventListener);
	});
});
afterEach(() => {
	vi.restoreAllMocks();
	for (const listener of listeners.splice(0)) removeEventListener('storage', listener);
});

describe('progress', () => {
	it('is saved between visits', async () => {
		const first = await visit();
		first.markSolved('quixo', 'aaaaaa', null);
		first.markSolved('quixo', 'aaaaaa', null);
		first.markSolved('pivot', 'bbbbbb', '2026-11-15');
		const second = await visit();
		expect(second.solvedIn('quixo')).toEqual(['aaaaaa']);
		expect(second.solvedIn('quantik')).toEqual([]);
		expect(second.daySolved('2026-11-15')).toBe(true);
	});

	it('is merged with that of another tab', async () => {
		const [one, two] = [await visit(), await visit()];
		one.markSolved('quixo', 'a', '2026-11-14');
		one.markSolved('quixo', 'b', '2026-11-15');
		two.markSolved('quixo', 'c', null);
		two.markSolved('pivot', 'd', '2026-11-15');
		expect(two.streakOn('2026-11-15')).toBe(2);
		const later = await visit();
		expect([...later.solvedIn('quixo')].sort()).toEqual(['a', 'b', 'c']);
		expect(later.solvedIn('pivot')).toEqual(['d']);
		expect(later.streakOn('2026-11-15')).toBe(2);
		dispatchEvent(new StorageEvent('storage', { key: 'plateau.puzzles' }));
		expect([...one.solvedIn('quixo')].sort()).toEqual(['a', 'b', 'c']);
	});

	it('survives a tab that overwrites it', async () => {
		const { markSolved } = await visit();
		markSolved('quixo', 'a', null);
		localStorage.setItem('plateau.puzzles', JSON.stringify({ solved: { quixo: ['b'] } }));
		dispatchEvent(new StorageEvent('storage', { key: 'plateau.puzzles' }));
		expect([...(await visit()).solvedIn('quixo')].sort()).toEqual(['a', 'b']);
	});

	it('counts puzzles in a row, until a mistake', async () => {
		const { bests, markFailed, markSolved, rowNow } = await visit();
		markSolved('quixo', 'a', null, true, 1);
		markSolved('quixo', 'a', null, true, 2);
		markSolved('pivot', 'b', null, true, 3);
		expect(rowNow()).toBe(2);
		markFailed('quixo', 'a', 4);
		expect(rowNow()).toBe(2);
		markFailed('quixo', 'c', 5);
		markSolved('quixo', 'c', null, false, 6);
		expect([rowNow(), bests().row]).toEqual([0, 2]);
		const later = await visit();
		later.markSolved('quixo', 'd', null, true, 7);
		expect([later.rowNow(), later.bests().row]).toEqual([1, 2]);
	});

	it('lets the row that changed last count, in any tab', async () => {
		const [one, two] = [await visit(), await visit()];
		one.markSolved('quixo', 'a', null, true, 1);
		two.markSolved('quixo', 'b', null, true, 2);
		one.markFailed('quixo', 'c', 3);
		dispatchEvent(new StorageEvent('storage', { key: 'plateau.puzzles' }));
		expect([one.rowNow(), two.rowNow(), two.bests().row]).toEqual([0, 0, 2]);
	});

	it('remembers the longest streak, also of earlier versions', async () => {
		localStorage.setItem('plateau.puzzles', '{"solved":{},"streak":{"day":"2026-03-01","length":5}}');
		const { bests, markSolved, streakOn } = await visit();
		markSolved('quixo', 'a', '2026-03-09');
		expect([streakOn('2026-03-09'), bests().days]).toEqual([1, 5]);
		// The clock was wrong, or the time zone changed.
		markSolved('quixo', 'b', '2026-03-08');
		expect(streakOn('2026-03-09')).toBe(1);
	});

	it('counts days in a row', async () => {
		const { markSolved, streakOn } = await visit();
		expect(streakOn('2026-11-15')).toBe(0);
		markSolved('quixo', 'a', '2026-02-27');
		markSolved('quixo', 'b', '2026-02-28');
		markSolved('pivot', 'c', '2026-02-28');
		markSolved('quixo', 'd', '2026-03-01');
		expect(streakOn('2026-03-01')).toBe(3);
		expect(streakOn('2026-03-02')).toBe(3);
		expect(streakOn('2026-03-03')).toBe(0);
		markSolved('quixo', 'e', '2026-03-03');
		expect(streakOn('2026-03-03')).toBe(1);
	});

	it.each(['7', '[]', '{"solved":[1],"streak":4}', '{"solved":{"quixo":[3]}}', '{'])(
		'starts over if %s was stored',
		async (stored) => {
			localStorage.setItem('plateau.puzzles', stored);
			const { solvedIn, streakOn } = await visit();
			expect(solvedIn('quixo')).toEqual([]);
			expect(streakOn('2026-11-15')).toBe(0);
		},
	);
});

describe('today', () => {
	it('is the local day', () => {
		expect(today(new Date(2026, 10, 15, 0, 5))).toBe('2026-11-15');
		expect(today(new Date(2026, 10, 15, 23, 55))).toBe('2026-11-15');
	});
});
