import { describe, expect, it } from 'vitest';
import type { MatchText } from '../engine/protocol';
import { absolute, matchFromQuery, matchLink, plyFromQuery } from './links';

const match: MatchText = {
	game: 'pivot',
	start: '4/4/4/4 1',
	moves: ['C@a1', 'a1-a2+s@b3'],
	players: ['Ann_the~1st & co', 'Zoë +1'],
	closing: { how: 'resignation', seat: 1 },
};

function queryOf(link: string): URLSearchParams {
	return new URLSearchParams(link.slice(link.indexOf('?') + 1));
}

describe('links to games', () => {
	it('round-trip', () => {
		const link = matchLink('play', match);
		expect(link).toMatch(/^#\/play\?/);
		expect(matchFromQuery(queryOf(link))).toEqual(match);
	});

	it('survive URL encoding', () => {
		const address = new URL(absolute(matchLink('play', match)));
		expect(matchFromQuery(queryOf(address.hash))).toEqual(match);
	});

	it('to the analysis have the game in the path and may name a ply', () => {
		const link = matchLink('analyse', match, 1);
		expect(link).toMatch(/^#\/analyse\/pivot\?/);
		expect(matchFromQuery(queryOf(link), 'pivot')).toEqual(match);
		expect(plyFromQuery(queryOf(link))).toBe(1);
	});

	it('keep how a referee ended a game', () => {
		for (const how of ['crash', 'illegal-move', 'adjudication', 'adjudication-draw', 'too-long'] as const) {
			const ended = { ...match, closing: { how, seat: 1 } };
			expect(matchFromQuery(queryOf(matchLink('play', ended)))).toEqual(ended);
		}
	});

	it('keep the colours of the seats', () => {
		const swapped = { ...match, swapped: true };
		const link = matchLink('play', swapped);
		expect(matchFromQuery(queryOf(link))).toEqual(swapped);
	});

	it('leave out what is not there', () => {
		const empty = { game: 'quixo', start: '', moves: [], players: ['', ''], closing: null };
		expect(matchLink('play', empty)).toBe('#/play?game=quixo');
		expect(matchFromQuery(queryOf('#/play?game=quixo'))).toEqual({ ...empty, players: [] });
	});

	it('without a game give no game', () => {
		expect(matchFromQuery(new URLSearchParams('moves=S@a1'))).toBeNull();
		expect(matchFromQuery(new URLSearchParams(''))).toBeNull();
	});

	it('that are damaged are read as far as possible', () => {
		const query = new URLSearchParams('game=quixo&moves=__c1-c5_&end=magic-7&ply=-3');
		expect(matchFromQuery(query)).toEqual({
			game: 'quixo',
			start: '',
			moves: ['c1-c5'],
			players: [],
			closing: null,
		});
		expect(plyFromQuery(query)).toBeNull();
	});
});
