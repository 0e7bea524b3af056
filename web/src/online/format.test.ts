import { afterEach, expect, test } from 'vitest';
import { speak } from '../i18n/i18n.svelte';
import { quantik, quixo4p } from '../play/testing/fakes';
import {
	certaintyWords,
	hostWords,
	othersWords,
	reasonWords,
	resultWords,
	sitterName,
	termsWords,
	timeWords,
} from './format';
import { summary } from './testing/server';

afterEach(() => speak('en'));

test('time is told in days, minutes or seconds', async () => {
	expect(timeWords()).toBe('no clock');
	expect(timeWords({ days: 1 })).toBe('1 day a move');
	expect(timeWords({ main_ms: 90_000, increment_ms: 2000 })).toBe('1.5 min + 2 s');
	expect(timeWords({ main_ms: 600_000 })).toBe('10 min');
	expect(timeWords({ main_ms: 30_000 })).toBe('30 s');
	expect(timeWords({ main_ms: 30_000, increment_ms: 1000 })).toBe('30 s + 1 s');
	await speak('de');
	expect(timeWords({ main_ms: 90_000, increment_ms: 2000 })).toBe('1,5 min + 2 s');
	expect(timeWords({ days: 3 })).toBe('3 Tage pro Zug');
});

test('terms are told in one line', () => {
	expect(termsWords({ game: 'quixo4p', rated: true, advice: true, time: { days: 2 } })).toBe(
		'2 days a move, rated, partners may talk',
	);
});

test('people are called by their names, and nobody is called nothing', () => {
	expect(sitterName({ player: 'bob', name: 'Bob' })).toBe('Bob');
	expect(sitterName({ player: 'bob', name: '' })).toBe('deleted player');
	expect(sitterName({ level: '3' })).toBe('Computer (Level 3)');
	expect(sitterName({ level: 'perfect' }, { exact: false })).toBe('Computer (Strongest)');
	expect(sitterName({})).toBe('free seat');
	expect(hostWords(summary('a', { ratings: { bob: 1523.4 } }))).toBe('Bob (1,523)');
	expect(othersWords(summary('a'), 'bob')).toBe('');
	expect(othersWords(summary('a'), 'ann')).toBe('Bob');
});

test('results are told from the side of whoever looks', () => {
	const sitters = [
		{ player: 'ann', name: 'Ann' },
		{ player: 'bob', name: '' },
	];
	const over = summary('a', { phase: 'over', result: '0-1', sitters });
	expect(resultWords(over, quantik, 'bob')).toBe('You won.');
	expect(resultWords(over, quantik, 'ann')).toBe('You lost.');
	expect(resultWords(over, quantik)).toBe('Victory for deleted player!');
	expect(resultWords({ ...over, result: '1/2-1/2' }, quantik)).toBe('Draw.');
	expect(resultWords({ ...over, result: '*' }, quantik, 'ann')).toBe('No result.');
	const four = ['A', 'B', 'C', 'D'].map((name) => ({ player: name, name }));
	const team = summary('b', { result: '1-0', sitters: four });
	expect(resultWords(team, quixo4p)).toBe('Victory for A and C!');
	expect(resultWords(team, quixo4p, 'C')).toBe('You won.');
});

test('only reasons that need no board are told without one', () => {
	expect(reasonWords('resignation')).toBe('The other side resigned.');
	expect(reasonWords('resignation', true)).toBe('Your side resigned.');
	expect(reasonWords('agreement', true)).toBe('The players agreed on a draw.');
	expect(reasonWords('four-shapes', true)).toBe('');
	expect(reasonWords()).toBe('');
});

test('the deviation of a rating is explained', () => {
	expect(certaintyWords({ value: 1500, deviation: 350, games: 0 })).toContain(
		'anywhere between 800 and 2,200',
	);
	expect(certaintyWords({ value: 1600, deviation: 50, games: 40 })).toContain('between 1,500 and 1,700');
});
