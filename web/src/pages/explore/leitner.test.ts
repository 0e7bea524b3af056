import { describe, expect, it } from 'vitest';
import { answered, type Card, countCards, isKnown, known, nextQuestion } from './leitner';

const minute = 60_000;
const day = 24 * 60 * minute;
const questions = ['a', 'b', 'c'].map((position) => ({ position }));

describe('the boxes', () => {
	it('do not repeat what is right at once', () => {
		expect(isKnown(answered(undefined, true, 0))).toBe(true);
	});

	it('repeat what was missed, after longer and longer times', () => {
		let card: Card = answered(undefined, false, 0);
		let now = 0;
		const waited: number[] = [];
		while (!isKnown(card)) {
			waited.push(card.due - now);
			now = card.due;
			card = answered(card, true, now);
		}
		expect(waited).toEqual([10 * minute, day, 3 * day, 7 * day, 21 * day]);
	});

	it('begin again after another miss', () => {
		expect(answered({ box: 3, due: 0 }, false, 5)).toEqual({ box: 0, due: 5 + 10 * minute });
		expect(answered({ box: known, due: 0 }, true, 5).box).toBe(known);
	});
});

describe('the next question', () => {
	const next = (cards: Record<string, Card>, now: number, not = '') =>
		nextQuestion(questions, cards, now, not)?.position ?? null;

	it('is what is due, the longest waiting first', () => {
		expect(next({ b: { box: 0, due: 20 }, c: { box: 1, due: 10 } }, 30)).toBe('c');
	});

	it('is a new one if nothing is due', () => {
		expect(next({}, 0)).toBe('a');
		expect(next({ a: { box: 0, due: 100 } }, 50)).toBe('b');
		expect(next({ a: { box: known, due: 0 } }, 50)).toBe('b');
	});

	it('is what comes next if there is no new one, and nothing if all are known', () => {
		const done = { box: known, due: 0 };
		expect(next({ a: done, b: { box: 2, due: 900 }, c: { box: 1, due: 800 } }, 50)).toBe('c');
		expect(next({ a: done, b: done, c: done }, 50)).toBeNull();
	});

	it('is not the last one again, unless there is no other', () => {
		expect(next({ a: { box: 0, due: 10 } }, 30, 'a')).toBe('b');
		const done = { box: known, due: 0 };
		expect(next({ a: { box: 0, due: 10 }, b: done, c: done }, 30, 'a')).toBe('a');
	});
});

it('counts the cards', () => {
	const cards = { a: { box: known, due: 0 }, b: { box: 0, due: 10 }, c: { box: 1, due: 90 } };
	expect(countCards(cards, 50)).toEqual({ known: 1, repeated: 2, due: 1 });
});
