import { afterEach, expect, test } from 'vitest';
import {
	bestLanguage,
	gameName,
	languages,
	lineName,
	listed,
	number,
	phrase,
	pieceName,
	reason,
	seatName,
	speak,
	t,
} from './i18n.svelte';

afterEach(() => speak('en'));

test('a message is filled with its parameters', () => {
	expect(t('home.rulesGame', { game: 'Pivot' })).toBe('Rules of Pivot');
	expect(t('home.rulesGame')).toBe('Rules of {game}');
});

test('plural forms follow the language', async () => {
	expect(t('home.goOnHint', { game: 'Quixo', n: 1 })).toBe('Quixo, 1 move played');
	expect(t('home.goOnHint', { game: 'Quixo', n: 0 })).toBe('Quixo, 0 moves played');
	await speak('fr');
	expect(t('home.goOnHint', { game: 'Quixo', n: 0 })).toBe('Quixo, 0 coup joué');
});

test('a refusal is told in every language, with its words in the right form', async () => {
	const refusal = {
		code: 'quantik.opposed',
		params: { shape: 'cone', cell: 'b1', unit: 'region' },
		text: "your opponent's cone on b1 is in the same region",
	};
	expect(phrase(refusal)).toBe('Your opponent’s cone on b1 is in the same region.');
	await speak('de');
	expect(phrase(refusal)).toBe('Der gegnerische Kegel auf b1 steht in demselben Gebiet.');
	await speak('fr');
	expect(phrase({ code: 'quantik.occupied', params: { cell: 'b1', shape: 'sphere' }, text: '' })).toBe(
		'b1 est déjà prise (sphère).',
	);
});

test('what has no translation is told in English', () => {
	expect(phrase({ code: 'nobody.knows', params: {}, text: 'nobody knows this' })).toBe('Nobody knows this');
});

test('text of users is never taken for a word', () => {
	expect(t('home.rulesGame', { game: 'cone' })).toBe('Rules of cone');
});

test('the reason of an end names its line', () => {
	const verdict = {
		over: true,
		winner: 0 as const,
		reason: { code: 'four-shapes', params: {}, text: '' },
		line: ['a3', 'b3', 'c3', 'd3'],
		lineKind: 'row',
	};
	expect(reason(verdict)).toBe('Four different shapes in row 3 (a3 b3 c3 d3).');
	expect(reason({ ...verdict, reason: null })).toBe('');
});

test('lines, pieces, games and seats have names', () => {
	expect(lineName(['c1', 'c2'], 'column')).toBe('column c (c1 c2)');
	expect(pieceName('quantik', 's')).toBe('dark sphere');
	expect(pieceName('quixo3', '')).toBe('neutral');
	expect(gameName({ id: 'quixo4p' })).toBe('Quixo for four');
	expect(seatName('pivot', 1)).toBe('Squares');
});

test('things in a row are joined as the language does it', async () => {
	expect(listed(['X1'], 'conjunction')).toBe('X1');
	expect(listed(['X1', 'X2'], 'conjunction')).toBe('X1 and X2');
	expect(listed(['X1', 'X2'], 'unit')).toBe('X1, X2');
	await speak('fr');
	expect(listed(['X1', 'X2'], 'conjunction')).toBe('X1 et X2');
});

test('every language can be spoken, and the page says which it is', async () => {
	for (const { code } of languages) {
		await speak(code);
		expect(document.documentElement.lang).toBe(code);
		expect(t('common.close')).not.toBe('common.close');
	}
	expect(number(0.5)).toBe('0,5');
});

test('the first known language of the browser is taken', () => {
	expect(bestLanguage(['xx', 'pt-BR', 'fr'])).toBe('pt');
	expect(bestLanguage(['ja'])).toBe('en');
	expect(bestLanguage(['toString'])).toBe('en');
});
