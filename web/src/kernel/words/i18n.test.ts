import all from 'virtual:languages';
import { afterEach, expect, test, vi } from 'vitest';
import {
	bestLanguage,
	formatList,
	formatNumber,
	gameName,
	languages,
	lineName,
	nameLike,
	phrase,
	pieceName,
	reason,
	seatName,
	setLanguage,
	sideOf,
	t,
	withWords,
} from './i18n.svelte';

afterEach(() => setLanguage('en'));

test('fills in parameters', () => {
	expect(t('home.rulesGame', { game: 'Pivot' })).toBe('Rules of Pivot');
});

test('wrong parameters are type errors', () => {
	// @ts-expect-error a parameter is missing
	expect(t('home.rulesGame')).toBe('Rules of {game}');
	// @ts-expect-error a number is a text
	expect(t('learn.task', { number: 'two' })).toBe('Task two');
	// @ts-expect-error there is no such parameter
	expect(t('common.close', { game: 'Pivot' })).toBe('Close');
	// @ts-expect-error there is no such message
	expect(t('nobody.knows')).toBe('nobody.knows');
});

test('sides have forms, and so have the names of players', async () => {
	const circles = sideOf('pivot', 0);
	expect(t('play.result.name', { name: circles })).toBe('Circles win!');
	expect(t('play.result.name', { name: 'bob' })).toBe('bob wins!');
	expect(t('play.result.name', { name: ['Ann', 'bob'] })).toBe('Ann and bob win!');
	expect(t('play.result.name', { name: [circles] })).toBe('Circles win!');
	expect(t('puzzles.loses', { seat: circles, move: 'a1' })).toBe('That loses: circles can win with a1.');
	expect(t('play.new.seatOf', { side: circles })).toBe('Player: Circles');
	expect(t('puzzles.loses', { seat: sideOf('quixo4p', 1), move: 'a1' })).toBe(
		'That loses: O1 can win with a1.',
	);
	await setLanguage('es');
	expect(t('play.result.name', { name: circles })).toBe('¡Ganan los círculos!');
	expect(t('play.result.name', { name: 'bob' })).toBe('¡Gana bob!');
});

test('uses the plural forms of the language', async () => {
	expect(t('home.goOnHint', { game: 'Quixo', n: 1 })).toBe('Quixo, 1 move played');
	expect(t('home.goOnHint', { game: 'Quixo', n: 0 })).toBe('Quixo, 0 moves played');
	await setLanguage('fr');
	expect(t('home.goOnHint', { game: 'Quixo', n: 0 })).toBe('Quixo, 0 coup joué');
});

test('counts nothing in Portugal as in Portugal, not as in Brazil', async () => {
	await setLanguage('pt');
	expect(t('play.load.moves', { n: 0 })).toBe('0 jogadas');
	await setLanguage('pt-BR');
	expect(t('play.load.moves', { n: 0 })).toBe('0 jogada');
});

test('every plural form that the browser selects is there', async () => {
	for (const { code, load } of all) {
		await setLanguage(code);
		const plurals = new Intl.PluralRules(t('locale'));
		const needed = new Set(Array.from({ length: 1000 }, (_, n) => plurals.select(n)));
		const bundles = await Promise.all(Object.values(load).map((each) => each()));
		for (const [key, message] of bundles.flatMap((bundle) => Object.entries(bundle.default))) {
			if (typeof message === 'string') continue;
			for (const form of needed) expect(message, `${code}: ${key}`).toHaveProperty(form);
		}
	}
});

test('translates refusals, with inflected words', async () => {
	const refusal = {
		code: 'quantik.opposed',
		params: { shape: 'cone', cell: 'b1', unit: 'region' },
		text: "your opponent's cone on b1 is in the same region",
	};
	expect(phrase(refusal)).toBe('Your opponent’s cone on b1 is in the same region.');
	await setLanguage('de');
	expect(phrase(refusal)).toBe('Der gegnerische Kegel auf b1 steht in demselben Gebiet.');
	await setLanguage('fr');
	expect(phrase({ code: 'quantik.occupied', params: { cell: 'b1', shape: 'sphere' }, text: '' })).toBe(
		'La case b1 est déjà occupée (sphère).',
	);
});

test('falls back to English', () => {
	expect(phrase({ code: 'nobody.knows', params: {}, text: 'nobody knows this' })).toBe('Nobody knows this');
});

test('never translates user text', () => {
	expect(t('home.rulesGame', { game: 'cone' })).toBe('Rules of cone');
});

test('the reason for the end names the line', () => {
	const verdict = {
		over: true,
		winner: 0 as const,
		reason: { code: 'four-shapes', params: {}, text: '' },
		line: ['a3', 'b3', 'c3', 'd3'],
		line_kind: 'row',
	};
	expect(reason(verdict)).toBe('Four different shapes in row 3 (a3 b3 c3 d3).');
	expect(reason({ ...verdict, reason: null })).toBe('');
});

test('lines, pieces, games and seats have names', () => {
	expect(lineName(['c1', 'c2'], 'column')).toBe('column c (c1 c2)');
	expect(pieceName('quantik', 's')).toBe('dark sphere');
	nameLike('small', 'quixo');
	expect(pieceName('small', '')).toBe('neutral');
	expect(seatName('small', 0)).toBe('Crosses');
	expect(gameName({ id: 'quixo4p' })).toBe('Quixo for four');
	expect(seatName('pivot', 1)).toBe('Squares');
});

test('a row has the word of the leaflet, by the reason of the end', async () => {
	await setLanguage('fr');
	const ending = (code: string) =>
		reason({ reason: { code, params: {}, text: '' }, line: ['a3', 'b3'], line_kind: 'row' });
	expect(ending('four-shapes')).toContain('ligne 3 (a3 b3)');
	expect(ending('own-line')).toContain('rangée 3 (a3 b3)');
});

test('numbers choose among all forms that a language has', async () => {
	await setLanguage('pl');
	const counted = [1, 2, 5, 12, 22, 25].map((n) => t('play.load.moves', { n }));
	expect(counted).toEqual(['1 ruch', '2 ruchy', '5 ruchów', '12 ruchów', '22 ruchy', '25 ruchów']);
});

test('small numbers are written as the language writes them', async () => {
	for (const { code } of languages) {
		await setLanguage(code);
		for (const n of [0, 7, 10, 365, 999, 1000, 12_345]) {
			expect(formatNumber(n), code).toBe(new Intl.NumberFormat(t('locale')).format(n));
		}
	}
});

test('joins lists as the language does', async () => {
	expect(formatList(['X1'], 'conjunction')).toBe('X1');
	expect(formatList(['X1', 'X2'], 'conjunction')).toBe('X1 and X2');
	expect(formatList(['X1', 'X2'], 'unit')).toBe('X1, X2');
	await setLanguage('fr');
	expect(formatList(['X1', 'X2'], 'conjunction')).toBe('X1 et X2');
});

test('every language loads and sets the lang attribute', async () => {
	for (const { code } of languages) {
		await setLanguage(code);
		expect(document.documentElement.lang).toBe(code);
		expect(t('common.close')).not.toBe('common.close');
	}
	expect(formatNumber(0.5)).toBe('0,5');
});

test('messages that are loaded later come in the language that was chosen meanwhile', async () => {
	vi.resetModules();
	const fresh = await import('./i18n.svelte');
	const begun = fresh.setLanguage('de');
	const loaded = fresh.withWords(['online'], Promise.resolve('the page'));
	const chosen = fresh.setLanguage('fr');
	expect(await loaded).toBe('the page');
	await Promise.all([begun, chosen]);
	expect(fresh.language.code).toBe('fr');
	expect(fresh.t('online.signOut')).toBe('Se déconnecter');
	await fresh.setLanguage('nl');
	expect(fresh.t('online.signOut')).toBe('Uitloggen');
	expect(fresh.t('groups.members')).toBe('groups.members');
});

test('a language that cannot be loaded leaves the old one', async () => {
	await expect(setLanguage('xx')).rejects.toThrow('there is no language xx');
	await withWords(['groups'], Promise.resolve());
	expect(t('common.close')).toBe('Close');
});

test('nor does it bring one that was chosen before', async () => {
	const begun = setLanguage('de');
	await expect(setLanguage('xx')).rejects.toThrow('there is no language xx');
	await begun;
	expect(t('common.close')).toBe('Close');
});

test('languages are sorted by their own names', () => {
	expect(languages.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['Deutsch', 'English', 'Español']),
	);
	expect(languages.findIndex(({ code }) => code === 'de')).toBeLessThan(
		languages.findIndex(({ code }) => code === 'es'),
	);
});

test('picks the browser’s first supported language', () => {
	expect(bestLanguage(['fr-CA'])).toBe('fr');
	expect(bestLanguage(['xx', 'pt-AO', 'fr'])).toBe('pt');
	expect(bestLanguage(['ja'])).toBe('en');
	expect(bestLanguage(['toString'])).toBe('en');
});
