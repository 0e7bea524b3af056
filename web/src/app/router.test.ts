import { afterEach, expect, test } from 'vitest';
import { pageOf } from './pages';
import { go, href, route } from './router.svelte';

afterEach(() => go('/'));

test('a path and a query come back as they were given', () => {
	const position = 'X1O2/5/5/5/5 X';
	go('/analyse/quixo', { position, moves: 'b2-b3+c@d4_a&b=c' });
	expect(route.path).toEqual(['analyse', 'quixo']);
	expect(route.query.get('position')).toBe(position);
	expect(route.query.get('moves')).toBe('b2-b3+c@d4_a&b=c');
});

test('the address of a link is the one that is gone to', () => {
	go('/learn/pivot', { a: '1' });
	expect(location.hash).toBe(href('/learn/pivot', { a: '1' }));
	expect(href('/')).toBe('#/');
});

test('the path stays the same while only the query changes, and so does the page', () => {
	go('/analyse/quixo', { ply: '1' });
	const before = route.path;
	go('/analyse/quixo', { ply: '2' }, { replace: true });
	expect(route.path).toBe(before);
	expect(route.query.get('ply')).toBe('2');
});

test('going back is followed', () => {
	history.replaceState(null, '', '#/puzzles');
	dispatchEvent(new PopStateEvent('popstate'));
	expect(route.path).toEqual(['puzzles']);
});

test('a place that is replaced leaves no trace in the history', () => {
	const before = history.length;
	go('/learn', {}, { replace: true });
	expect(route.path).toEqual(['learn']);
	expect(history.length).toBe(before);
});

test('a damaged address is shown as it is', () => {
	history.replaceState(null, '', '#/learn/%E0%A4%A?x');
	dispatchEvent(new PopStateEvent('popstate'));
	expect(route.path).toEqual(['learn', '%E0%A4%A']);
});

test('unknown paths have a page of their own', () => {
	const notFound = pageOf(['nowhere']);
	expect(pageOf(['learn', 'quixo', 'more'])).toBe(notFound);
	expect(pageOf(['toString'])).toBe(notFound);
	expect(pageOf([])).not.toBe(notFound);
	expect(pageOf(['play']).board).toBe(true);
});
