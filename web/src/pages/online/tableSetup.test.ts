import { beforeEach, expect, test } from 'vitest';
import { quantik, quixo, quixo4p } from '../../match/local/testing/fakes';
import {
	canBeRated,
	defaultTableSetup,
	defaultTime,
	loadTableSetup,
	newTableRequest,
	saveTableSetup,
	type TableSetup,
	timeTerms,
} from './tableSetup';

beforeEach(() => localStorage.clear());

test('defaults to a private table with open seats', () => {
	expect(newTableRequest('quantik', quantik, defaultTableSetup('quantik'), false)).toEqual({
		terms: { game: 'quantik', spectators: true, chat: true },
		chairs: [{ me: true }, {}],
	});
	expect(newTableRequest('quixo4p', null, defaultTableSetup('quixo4p'), false).chairs).toEqual([
		{ me: true },
		{},
		{},
		{},
	]);
});

test('sends sides and opener only if chosen', () => {
	const choice: TableSetup = { ...defaultTableSetup('quixo'), side: 'second', begins: 'first' };
	expect(newTableRequest('quixo', quixo, choice, false).terms).toMatchObject({
		first_side: 'second',
		begins: 'first',
	});
	// The colours of Quantik do not say who begins.
	expect(newTableRequest('quantik', quantik, choice, false).terms.begins).toBe('first');
	// If one side always begins, the side decides.
	const fixed = { ...quantik, free_colours: false };
	expect(newTableRequest('quantik', fixed, choice, false).terms).not.toHaveProperty('begins');
	// A host who does not sit has no side.
	const watching: TableSetup = { ...choice, chairs: ['open', 'open'] };
	expect(newTableRequest('quixo', quixo, watching, false).terms).not.toHaveProperty('first_side');
});

test('only registered people play rated games', () => {
	const rated = { ...defaultTableSetup('quixo'), rated: true };
	expect(newTableRequest('quixo', quixo, rated, true).terms.rated).toBe(true);
	expect(newTableRequest('quixo', quixo, rated, false).terms).not.toHaveProperty('rated');
	expect(canBeRated({ ...rated, chairs: ['me', '3'] }, true)).toBe(false);
});

test('announced lines are a game of their own, which is not rated', () => {
	const announce = { ...defaultTableSetup('quixo'), rated: true, announce: true };
	expect(newTableRequest('quixo', quixo, announce, true).terms).toMatchObject({ game: 'quixo-announced' });
	expect(newTableRequest('quixo', quixo, announce, true).terms).not.toHaveProperty('rated');
	expect(newTableRequest('quixo4p', quixo4p, announce, true).terms.game).toBe('quixo4p-announced');
	expect(newTableRequest('quantik', quantik, announce, true).terms.game).toBe('quantik');
});

test('partner chat needs partners', () => {
	const advice = { advice: true };
	expect(
		newTableRequest('quixo4p', quixo4p, { ...defaultTableSetup('quixo4p'), ...advice }, false).terms.advice,
	).toBe(true);
	expect(
		newTableRequest('quixo', quixo, { ...defaultTableSetup('quixo'), ...advice }, false).terms,
	).not.toHaveProperty('advice');
});

test('a table is for the members of a club, unless everybody sees it', () => {
	const setup = { ...defaultTableSetup('quixo'), group: 'g' };
	expect(newTableRequest('quixo', quixo, setup, true).terms.group).toBe('g');
	expect(newTableRequest('quixo', quixo, { ...setup, listed: true }, true).terms).not.toHaveProperty('group');
});

test('clocks have minutes and seconds, or days', () => {
	expect(timeTerms(defaultTime)).toEqual({});
	expect(timeTerms({ ...defaultTime, kind: 'minutes' })).toEqual({ main_ms: 300_000, increment_ms: 5000 });
	expect(timeTerms({ ...defaultTime, kind: 'minutes', preset: '30+0' })).toEqual({ main_ms: 1_800_000 });
	expect(timeTerms({ ...defaultTime, kind: 'days', days: '3' })).toEqual({ days: 3 });
	const own = { ...defaultTime, kind: 'minutes', preset: 'own' } as const;
	expect(timeTerms({ ...own, minutes: 9000, seconds: -4 })).toEqual({ main_ms: 21_600_000 });
	expect(timeTerms({ ...own, minutes: Number.NaN, seconds: 1.4 })).toEqual({
		main_ms: 900_000,
		increment_ms: 1000,
	});
});

test('saves the setup per game and replaces invalid values by defaults', () => {
	const choice: TableSetup = {
		...defaultTableSetup('quixo'),
		chairs: ['me', 'perfect'],
		time: { ...defaultTime, kind: 'days', days: '7' },
		listed: true,
		chat: false,
	};
	saveTableSetup('quixo', choice);
	expect(loadTableSetup('quixo')).toEqual(choice);
	expect(loadTableSetup('pivot')).toEqual(defaultTableSetup('pivot'));
	localStorage.setItem(
		'plateau.table.pivot',
		'{"chairs":["king","me"],"time":5,"side":"left","listed":"yes"}',
	);
	expect(loadTableSetup('pivot')).toEqual(defaultTableSetup('pivot'));
});
