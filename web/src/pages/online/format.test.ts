import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../kernel/words/i18n.svelte';
import { quantik, quixo4p } from '../../match/local/testing/fakes';
import { timeControlText } from '../../match/online/terms';
import { certaintyText, hostText, othersText, reasonText, resultText, sitterName, termsText } from './format';
import { summary } from './testing/server';

afterEach(() => setLanguage('en'));

test('time controls are in days, minutes or seconds', async () => {
	expect(timeControlText()).toBe('no clock');
	expect(timeControlText({ days: 1 })).toBe('1 day per move');
	expect(timeControlText({ main_ms: 90_000, increment_ms: 2000 })).toBe('1.5 min + 2 s');
	expect(timeControlText({ main_ms: 600_000 })).toBe('10 min');
	expect(timeControlText({ main_ms: 30_000 })).toBe('30 s');
	expect(timeControlText({ main_ms: 30_000, increment_ms: 1000 })).toBe('30 s + 1 s');
	await setLanguage('de');
	expect(timeControlText({ main_ms: 90_000, increment_ms: 2000 })).toBe('1,5 min + 2 s');
	expect(timeControlText({ days: 3 })).toBe('3 Tage pro Zug');
});

test('terms fit on one line', () => {
	expect(termsText({ game: 'quixo4p', rated: true, advice: true, time: { days: 2 } })).toBe(
		'2 days per move, rated, partners may advise each other',
	);
});

test('nobody is left without a name', () => {
	expect(sitterName({ player: 'bob', name: 'Bob' })).toBe('Bob');
	expect(sitterName({ player: 'bob', name: 'Bob', bot: true })).toBe('Bob (bot)');
	expect(sitterName({ player: 'bob', name: '' })).toBe('deleted player');
	expect(sitterName({ level: '3' })).toBe('Computer (Level 3)');
	expect(sitterName({ level: 'perfect' }, { exact: false })).toBe('Computer (Strongest)');
	expect(sitterName({})).toBe('free seat');
	expect(hostText(summary('a', { ratings: { bob: 1523.4 } }))).toBe('Bob (1,523)');
	expect(othersText(summary('a'), 'bob')).toBe('');
	expect(othersText(summary('a'), 'ann')).toBe('Bob');
});

test('guests are marked, and names cannot turn the text around them', () => {
	expect(sitterName({ player: 'bob', name: 'Bob', guest: true })).toBe('Bob (guest)');
	expect(sitterName({ player: 'avi', name: 'אבי', guest: true })).toBe('\u2068אבי\u2069 (guest)');
	expect(sitterName({ player: 'avi', name: 'אבי' })).toBe('\u2068אבי\u2069');
});

test('results are from the viewer’s side', () => {
	const sitters = [
		{ player: 'ann', name: 'Ann' },
		{ player: 'bob', name: '' },
	];
	const over = summary('a', { phase: 'over', result: '0-1', sitters });
	expect(resultText(over, quantik, 'bob')).toBe('You won.');
	expect(resultText(over, quantik, 'ann')).toBe('You lost.');
	expect(resultText(over, quantik)).toBe('deleted player wins!');
	expect(resultText({ ...over, result: '1/2-1/2' }, quantik)).toBe('Draw.');
	expect(resultText({ ...over, result: '*' }, quantik, 'ann')).toBe('No result.');
	const four = ['A', 'B', 'C', 'D'].map((name) => ({ player: name, name }));
	const team = summary('b', { result: '1-0', sitters: four });
	expect(resultText(team, quixo4p)).toBe('A and C win!');
	expect(resultText(team, quixo4p, 'C')).toBe('You won.');
});

test('reasons that need the board are left out', () => {
	expect(reasonText('resignation')).toBe('The other side resigned.');
	expect(reasonText('resignation', true)).toBe('Your side resigned.');
	expect(reasonText('agreement', true)).toBe('The players agreed to a draw.');
	expect(reasonText('four-shapes', true)).toBe('');
	expect(reasonText()).toBe('');
});

test('explains the deviation of a rating', () => {
	expect(certaintyText({ value: 1500, deviation: 350, games: 0 })).toContain(
		'anywhere between 800 and 2,200',
	);
	expect(certaintyText({ value: 1600, deviation: 50, games: 40 })).toContain('between 1,500 and 1,700');
});
