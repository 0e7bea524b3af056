import { expect, it } from 'vitest';
import {
	cellText,
	momentText,
	outcomes,
	pointsText,
	resultText,
	spanText,
	statusText,
	valueText,
} from './format';
import { adaptToPlace, defaultSetup, entrantsIn, settingsOf, setupOf } from './setup';
import { streakOf } from './streaks';
import { start, tournament } from './testing/tournament';

it('has settings for a club evening without any choice', () => {
	expect(settingsOf(defaultSetup('quixo'))).toEqual({
		game: 'quixo',
		form: 'swiss',
		place: 'boards',
		rounds: 5,
		late_until: 2,
		half_byes: 1,
		advance: 'hand',
		entry: 'organiser',
	});
});

it('leaves out what belongs to another form', () => {
	const arena = {
		...defaultSetup('quixo'),
		form: 'arena' as const,
		streaks: false,
		advance: 'days' as const,
		tieBreaks: [],
	};
	expect(settingsOf(arena)).toMatchObject({ form: 'arena', minutes: 60, no_streaks: true, advance: 'hand' });
	expect(settingsOf(arena)).not.toHaveProperty('rounds');
	expect(settingsOf(arena)).not.toHaveProperty('days_per_round');
	const knockout = settingsOf({ ...defaultSetup('quixo'), form: 'knockout' });
	expect(knockout).toMatchObject({ third_place: true });
	expect(knockout).not.toHaveProperty('half_byes');
});

it('has what suits games on the server', () => {
	const setup = {
		...defaultSetup('quixo'),
		place: 'online' as const,
		rated: true,
		start: '2026-11-20T19:00',
	};
	adaptToPlace(setup);
	expect(settingsOf(setup, 'Europe/Lisbon')).toMatchObject({
		entry: 'link',
		advance: 'done',
		rated: true,
		clock: { main_ms: 300_000, increment_ms: 5000 },
		zone: 'Europe/Lisbon',
		start: new Date('2026-11-20T19:00').toISOString(),
	});
});

it('shows the settings that a tournament has as they are', () => {
	const { settings } = tournament({
		settings: {
			begins: 'both',
			place: 'mixed',
			clock: { main_ms: 600_000, increment_ms: 3000 },
			categories: ['juniors', 'beginners'],
			advance: 'schedule',
			every_ms: 1_200_000,
			start: new Date(start).toISOString(),
			zone: 'Europe/Paris',
			reports: 'confirmed',
			grace_ms: 300_000,
			listed: true,
		},
	});
	const { team_size: _, ...rest } = settings;
	expect(settingsOf(setupOf(settings), 'Europe/Paris')).toEqual(rest);
});

it('reads a list of names with ratings, categories and members', () => {
	const list = ' Ann \n\nBen; 1600\nCleo\t1500\tjuniors\nDan;;juniors\nEve; juniors\nThe  Cubes;;;Dan, Eve\n';
	expect(entrantsIn(list)).toEqual([
		{ name: 'Ann' },
		{ name: 'Ben', rating: 1600 },
		{ name: 'Cleo', rating: 1500, category: 'juniors' },
		{ name: 'Dan', category: 'juniors' },
		{ name: 'Eve', category: 'juniors' },
		{ name: 'The Cubes', members: ['Dan', 'Eve'] },
	]);
});

it('writes points, results and times as organisers do', () => {
	expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(['0', '½', '1', '2½']);
	// A draw with somebody who has half points gives quarters.
	expect([null, 0.25, 3.25, 3.75].map(valueText)).toEqual(['–', '¼', '3¼', '3¾']);
	expect(resultText({ result: '1/2-1/2' })).toBe('½–½');
	expect(resultText({ result: '1-0', detail: '1½-½' })).toBe('1½–½');
	expect(resultText({ result: '-+' })).toBe('− : +');
	expect(spanText(65_000)).toBe('1:05');
	expect(spanText(3_665_000)).toBe('1:01:05');
	expect(spanText(-1)).toBe('0:00');
	expect(momentText(start, 'Europe/Paris')).toMatch(/8:00.*\(Europe\/Paris\)/);
	expect(momentText(start, 'Nowhere/Atlantis')).not.toContain('Atlantis');
	expect(cellText({ opponent: 3, place: 2, side: 'second', points: 0.5, played: true })).toBe('2− ½');
	expect(cellText({ opponent: 3, place: 2, side: 'first', points: 1 })).toBe('2+ 1f');
	expect(cellText({ bye: true, points: 1 })).toBe('bye 1');
	expect(cellText({ points: null })).toBe('·');
});

it('says how far a tournament has come', () => {
	const { summary } = tournament();
	expect(statusText(summary)).toBe('Round 1 of 3');
	expect(statusText({ ...summary, rounds: 0 })).toBe('Round 1');
	expect(statusText({ ...summary, phase: 'open' })).toBe('Not started yet');
	expect(statusText({ ...summary, phase: 'open', start, zone: 'UTC' })).toContain('(UTC)');
	expect(statusText({ ...summary, phase: 'over' })).toBe('Finished');
	expect(statusText({ ...summary, form: 'arena' })).toBe('Running');
});

it('offers no draws in a knockout, and the scores of a mini-match', () => {
	const texts = (settings: object) => outcomes(tournament({ settings }).settings).map(resultText);
	expect(texts({})).toEqual(['1–0', '½–½', '0–1']);
	expect(texts({ form: 'knockout' })).toEqual(['1–0', '0–1']);
	expect(texts({ begins: 'both' })).toEqual(['2–0', '1½–½', '1–1', '½–1½', '0–2']);
	expect(texts({ begins: 'both', form: 'knockout' })).toEqual(['2–0', '1½–½', '½–1½', '0–2']);
});

it('counts the wins in a row at the end', () => {
	const cells = (...points: (number | null)[]) => points.map((points) => ({ points }));
	expect(streakOf(cells())).toBe(0);
	expect(streakOf(cells(1, 0, 1, 1))).toBe(2);
	expect(streakOf(cells(1, 1, 1, null))).toBe(3);
	expect(streakOf(cells(1, 0.5))).toBe(0);
});
