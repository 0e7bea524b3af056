import { describe, expect, it } from 'vitest';
import { quantik, quixo4p } from '../../match/local/testing/fakes';
import { put, readDraft, writeDraft } from './draft';

describe('a draft', () => {
	it('is written in notation and read again', () => {
		const draft = { cells: { a4: 'S', c4: 'y', d1: 'N' }, seat: 1 };
		expect(writeDraft(quantik, draft)).toBe('S1y1/4/4/3N 2');
		expect(readDraft(quantik, 'S1y1/4/4/3N 2')).toEqual(draft);
	});

	it('names the seat as the notation does', () => {
		expect(writeDraft(quixo4p, { cells: {}, seat: 2 })).toBe('5/5/5/5/5 X2');
		expect(readDraft(quixo4p, '5/5/5/5/5 o2')?.seat).toBe(3);
	});

	it('can be shown even if it is unreachable', () => {
		expect(readDraft(quantik, 'SSSS/SSSS/4/4')).toEqual({
			cells: { a4: 'S', b4: 'S', c4: 'S', d4: 'S', a3: 'S', b3: 'S', c3: 'S', d3: 'S' },
			seat: 0,
		});
	});

	it.each(['', '4/4/4 1', '5/4/4/4 1', 'Q3/4/4/4 1', '4/4/4/4/4 1'])(
		'is not shown when “%s” fills no board',
		(text) => {
			expect(readDraft(quantik, text)).toBeNull();
		},
	);

	it('changes by taps: place, replace, remove, clear', () => {
		const empty = { cells: {}, seat: 0 };
		const one = put(empty, 'b2', 'S');
		expect(one.cells).toEqual({ b2: 'S' });
		expect(put(one, 'b2', 'c').cells).toEqual({ b2: 'c' });
		expect(put(one, 'b2', 'S').cells).toEqual({});
		expect(put(one, 'b2', '').cells).toEqual({});
	});
});
