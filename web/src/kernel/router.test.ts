import { afterEach, expect, test } from 'vitest';
import { pageOf } from '../shell/pages';
import { go, href, route } from './router.svelte';

afterEach(() => go('/'));

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
	history.replaceState(null, '', '#/puzzles');
	dispatchEvent(new PopStateEvent('popstate'));
	expect(route.path).toEqual(['puzzles']);
});

test('replacing adds no history entry', () => {
	const before = history.length;
	go('/learn', {}, { replace: true });
	expect(route.path).toEqual(['learn']);
	expect(history.length).toBe(before);
});

test('a malformed address is kept as it is', () => {
	history.replaceState(null, '', '#/learn/%E0%A4%A?x');
	dispatchEvent(new PopStateEvent('popstate'));
	expect(route.path).toEqual(['learn', '%E0%A4%A']);
});

test('unknown paths show the not-found page', () => {
	const notFound = pageOf(['nowhere']);
	expect(pageOf(['learn', 'quixo', 'more'])).toBe(notFound);
	expect(pageOf(['toString'])).toBe(notFound);
	expect(pageOf([])).not.toBe(notFound);
	expect(pageOf(['play']).board).toBe(true);
});
