import { beforeEach, expect, test } from 'vitest';
import { quantik, quixo, quixo4p } from '../play/testing/fakes';
import {
	canBeRated,
	newTable,
	rememberedTable,
	rememberTable,
	type TableChoice,
	timeTerms,
	usualTable,
	usualTime,
} from './tableSetup';

beforeEach(() => localStorage.clear());

test('one tap opens a private table for whoever comes', () => {
	expect(newTable('quantik', quantik, usualTable('quantik'), false)).toEqual({
		terms: { game: 'quantik', spectators: true, chat: true },
		chairs: [{ me: true }, {}],
	});
	expect(newTable('quixo4p', null, usualTable('quixo4p'), false).chairs).toEqual([{ me: true }, {}, {}, {}]);
});

test('sides and who begins are told only where they are chosen', () => {
	const choice: TableChoice = { ...usualTable('quixo'), side: 'second', begins: 'first' };
	expect(newTable('quixo', quixo, choice, false).terms).toMatchObject({
		first_side: 'second',
		begins: 'first',
	});
	// Where one side always begins, the side decides.
	expect(newTable('quantik', quantik, choice, false).terms).not.toHaveProperty('begins');
	// Whoever does not sit has no side.
	const watching: TableChoice = { ...choice, chairs: ['open', 'open'] };
	expect(newTable('quixo', quixo, watching, false).terms).not.toHaveProperty('first_side');
});

test('games are rated among people with accounts only', () => {
	const rated = { ...usualTable('quixo'), rated: true };
	expect(newTable('quixo', quixo, rated, true).terms.rated).toBe(true);
	expect(newTable('quixo', quixo, rated, false).terms).not.toHaveProperty('rated');
	expect(canBeRated({ ...rated, chairs: ['me', '3'] }, true)).toBe(false);
});

test('partners may talk only where there are partners', () => {
	const advice = { advice: true };
	expect(newTable('quixo4p', quixo4p, { ...usualTable('quixo4p'), ...advice }, false).terms.advice).toBe(
		true,
	);
	expect(newTable('quixo', quixo, { ...usualTable('quixo'), ...advice }, false).terms).not.toHaveProperty(
		'advice',
	);
});

test('clocks have minutes and seconds, or days', () => {
	expect(timeTerms(usualTime)).toEqual({});
	expect(timeTerms({ ...usualTime, kind: 'minutes' })).toEqual({ main_ms: 300_000, increment_ms: 5000 });
	expect(timeTerms({ ...usualTime, kind: 'minutes', preset: '30+0' })).toEqual({ main_ms: 1_800_000 });
	expect(timeTerms({ ...usualTime, kind: 'days', days: '3' })).toEqual({ days: 3 });
	const own = { ...usualTime, kind: 'minutes', preset: 'own' } as const;
	expect(timeTerms({ ...own, minutes: 9000, seconds: -4 })).toEqual({ main_ms: 21_600_000 });
	expect(timeTerms({ ...own, minutes: Number.NaN, seconds: 1.4 })).toEqual({
		main_ms: 900_000,
		increment_ms: 1000,
	});
});

test('choices are kept by game, and what is damaged becomes usual', () => {
	const choice: TableChoice = {
		...usualTable('quixo'),
		chairs: ['me', 'perfect'],
		time: { ...usualTime, kind: 'days', days: '7' },
		listed: true,
		chat: false,
	};
	rememberTable('quixo', choice);
	expect(rememberedTable('quixo')).toEqual(choice);
	expect(rememberedTable('pivot')).toEqual(usualTable('pivot'));
	localStorage.setItem(
		'plateau.table.pivot',
		'{"chairs":["king","me"],"time":5,"side":"left","listed":"yes"}',
	);
	expect(rememberedTable('pivot')).toEqual(usualTable('pivot'));
});
