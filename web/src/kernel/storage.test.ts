// Runs alone: nothing is saved after everything was erased.
import { afterEach, expect, test, vi } from 'vitest';
import {
	allSaved,
	eraseSaved,
	load,
	loadForTab,
	onErasedElsewhere,
	onNotSaved,
	save,
	saveForTab,
} from './storage';

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

test('what cannot be stored is said once', () => {
	const say = vi.fn();
	onNotSaved(say);
	save('answer', 42);
	expect(say).not.toHaveBeenCalled();
	const refuse = () => {
		throw new DOMException('full', 'QuotaExceededError');
	};
	vi.stubGlobal('localStorage', { setItem: refuse });
	save('answer', 43);
	save('answer', 44);
	expect(say).toHaveBeenCalledOnce();
});

test('a tab keeps things for itself', () => {
	saveForTab('answer', 42);
	expect(loadForTab('answer', isNumber)).toBe(42);
	expect(loadForTab('question', isNumber)).toBeNull();
	expect(localStorage.length).toBe(0);
});

// These change the module for good.
test('everything is erased, and nothing comes back', () => {
	localStorage.setItem('other', 'of another program');
	localStorage.setItem('plateau.old', 'no JSON');
	save('answer', 42);
	expect(allSaved()).toEqual({ answer: 42, old: 'no JSON' });
	eraseSaved();
	save('answer', 43);
	saveForTab('answer', 43);
	expect([allSaved(), loadForTab('answer', isNumber)]).toEqual([{}, null]);
	expect(localStorage.getItem('other')).toBe('of another program');
});

test('other tabs load again', () => {
	const reload = vi.fn();
	onErasedElsewhere(reload);
	dispatchEvent(new StorageEvent('storage', { key: 'plateau.erased', newValue: '1' }));
	dispatchEvent(new StorageEvent('storage', { key: 'plateau.erased', newValue: null }));
	expect(reload).toHaveBeenCalledOnce();
});
