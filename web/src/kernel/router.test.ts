import { afterEach, expect, test, vi } from 'vitest';
import { pageOf } from '../shell/pages';
import { go, href, route } from './router.svelte';

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	go('/');
});

/** Goes to another address, as by a link; nothing waits to be written then. */
function follow(hash: string): void {
	history.replaceState(null, '', hash);
	dispatchEvent(new PopStateEvent('popstate'));
}

/** As Safari does: after 100 changes it refuses all others, until 30 seconds have passed. */
function refuseMany() {
	let taken = 0;
	vi.useFakeTimers();
	setInterval(() => (taken = 0), 30_000);
	for (const how of ['pushState', 'replaceState'] as const) {
		const change = history[how].bind(history);
		vi.spyOn(history, how).mockImplementation((...args) => {
			if (++taken > 100) throw new DOMException('100 times per 30 seconds', 'SecurityError');
			change(...args);
		});
	}
}

test('the route follows every step, however many the browser refuses', () => {
	follow('#/learn');
	refuseMany();
	go('/analyse/quixo', { ply: '0' });
	for (let ply = 1; ply <= 2_000; ply++) {
		go('/analyse/quixo', { ply: String(ply) }, { replace: true });
		expect(route.query.get('ply')).toBe(String(ply));
		vi.advanceTimersByTime(33);
	}
	// Nothing was refused, even.
	for (const how of ['pushState', 'replaceState'] as const)
		expect(vi.mocked(history[how]).mock.results.filter(({ type }) => type === 'throw')).toEqual([]);
	vi.advanceTimersByTime(1_000);
	expect(location.hash).toBe('#/analyse/quixo?ply=2000');
	expect(vi.mocked(history.pushState)).toHaveBeenCalledOnce();
});

test('an address that was refused is written later', () => {
	follow('#/learn');
	refuseMany();
	for (let page = 1; page <= 120; page++) go(`/manual/${page}`);
	expect(route.path).toEqual(['manual', '120']);
	expect(location.hash).not.toBe('#/manual/120');
	vi.advanceTimersByTime(31_000);
	expect(location.hash).toBe('#/manual/120');
});

test('news of an address that was left already change nothing', () => {
	follow('#/learn');
	vi.useFakeTimers();
	go('/analyse/quixo', { ply: '1' });
	go('/analyse/quixo', { ply: '2' }, { replace: true });
	// It comes a moment after popstate.
	dispatchEvent(new HashChangeEvent('hashchange'));
	expect(route.query.get('ply')).toBe('2');
	vi.advanceTimersByTime(10_000);
	expect(location.hash).toBe('#/analyse/quixo?ply=2');
});

test('going back leaves what was not written behind', () => {
	follow('#/learn');
	vi.useFakeTimers();
	go('/analyse/quixo', { ply: '1' }, { replace: true });
	go('/analyse/quixo', { ply: '2' }, { replace: true });
	follow('#/puzzles');
	vi.advanceTimersByTime(10_000);
	expect([route.path, location.hash]).toEqual([['puzzles'], '#/puzzles']);
});

test('paths and queries round-trip', () => {
	const position = 'X1O2/5/5/5/5 X';
	go('/analyse/quixo', { position, moves: 'b2-b3+c@d4_a&b=c' });
	expect(route.path).toEqual(['analyse', 'quixo']);
	expect(route.query.get('position')).toBe(position);
	expect(route.query.get('moves')).toBe('b2-b3+c@d4_a&b=c');
});

test('href and go agree', () => {
	go('/learn/pivot', { a: '1' });
	expect(location.hash).toBe(href('/learn/pivot', { a: '1' }));
	expect(href('/')).toBe('#/');
});

test('changing only the query keeps the path and the page', () => {
	go('/analyse/quixo', { ply: '1' });
	const before = route.path;
	go('/analyse/quixo', { ply: '2' }, { replace: true });
	expect(route.path).toBe(before);
	expect(route.query.get('ply')).toBe('2');
});

test('follows the back button', () => {
	follow('#/puzzles');
	expect(route.path).toEqual(['puzzles']);
});

test('replacing adds no history entry', () => {
	const before = history.length;
	go('/learn', {}, { replace: true });
	expect(route.path).toEqual(['learn']);
	expect(history.length).toBe(before);
});

test('a malformed address is kept as it is', () => {
	follow('#/learn/%E0%A4%A?x');
	expect(route.path).toEqual(['learn', '%E0%A4%A']);
});

test('unknown paths show the not-found page', () => {
	const notFound = pageOf(['nowhere']);
	expect(pageOf(['learn', 'quixo', 'more'])).toBe(notFound);
	expect(pageOf(['toString'])).toBe(notFound);
	expect(pageOf([])).not.toBe(notFound);
	expect(pageOf(['play']).board).toBe(true);
});
