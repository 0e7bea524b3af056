import { afterEach, expect, test, vi } from 'vitest';
import { load, save } from './storage';

const isNumber = (x: unknown) => (typeof x === 'number' ? x : null);

afterEach(() => {
	vi.unstubAllGlobals();
	localStorage.clear();
});

test('loads what was saved', () => {
	save('answer', 42);
	expect(load('answer', isNumber, 0)).toBe(42);
	expect(localStorage.getItem('plateau.answer')).toBe('42');
});

test('missing, damaged or invalid values fall back to the default', () => {
	expect(load('answer', isNumber, 7)).toBe(7);
	localStorage.setItem('plateau.answer', '{');
	expect(load('answer', isNumber, 7)).toBe(7);
	save('answer', 'many');
	expect(load('answer', isNumber, 7)).toBe(7);
});

test('works without storage', () => {
	const refuse = () => {
		throw new DOMException('no', 'QuotaExceededError');
	};
	vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
	expect(() => save('answer', 42)).not.toThrow();
	expect(load('answer', isNumber, 7)).toBe(7);
});
