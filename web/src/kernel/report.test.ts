import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from './announce.svelte';
import { bugReport, forgetReports, report, reports, watchForErrors } from './report';

beforeEach(() => {
	localStorage.clear();
	messages.toasts = [];
	vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test('an error is shown in a sentence, kept and counted', () => {
	const error = new Error('the piece is gone', { cause: new TypeError('no such cell') });
	report(error, 'script');
	report(error, 'script');
	expect(messages.toasts.map(({ text }) => text)).toEqual([
		'Something went wrong. If it keeps happening, reload the page.',
	]);
	expect(reports()).toMatchObject([{ source: 'script', times: 2 }]);
	expect(bugReport()).toContain('Error: the piece is gone');
	expect(bugReport()).toContain('TypeError: no such cell');
	expect(bugReport()).toContain('Plateau ');
	forgetReports();
	expect(bugReport()).not.toContain('the piece is gone');
});

test('an error is the same from every caller', () => {
	const error = new Error('the piece is gone');
	for (const caller of ['shown at once', 'shown after a read']) {
		error.stack = `Error: the piece is gone\n    at show (board.js:1:1)\n    at ${caller} (stream.js:2:2)`;
		report(error, 'stream');
	}
	error.stack = 'Error: the piece is gone\n    at hide (board.js:9:9)';
	report(error, 'stream');
	expect(reports()).toMatchObject([{ times: 2 }, { times: 1 }]);
});

test('an error that a page shows itself needs no second message', () => {
	report(new Error('stopped'), 'engine', { shown: true });
	expect(messages.toasts).toEqual([]);
	expect(reports()).toHaveLength(1);
});

test('the list does not grow forever, and damaged lists are dropped', () => {
	for (let i = 0; i < 50; i++) report(new Error(`number ${i} ${'x'.repeat(10_000)}`), 'stream');
	expect(reports()).toHaveLength(20);
	expect(reports().at(-1)?.what).toContain('number 49');
	expect(JSON.stringify(reports()).length).toBeLessThan(50_000);
	for (const stored of ['{', '7', '[1,null]']) {
		localStorage.setItem('plateau.reports', stored);
		expect(reports()).toEqual([]);
	}
});

test('errors that nothing catches are reported', () => {
	watchForErrors();
	dispatchEvent(new ErrorEvent('error', { error: new Error('nobody caught me'), message: 'nobody' }));
	dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
	dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('nor me') }));
	expect(reports().map(({ what }) => what.split('\n')[0])).toEqual([
		'Error: nobody caught me',
		'Error: nor me',
	]);
});

test('a page that is being left reports nothing, for all its workers and requests end', () => {
	vi.useFakeTimers();
	watchForErrors();
	dispatchEvent(new Event('beforeunload'));
	report(new Error('the worker has ended'), 'engine');
	expect(reports()).toEqual([]);
	expect(messages.toasts).toEqual([]);
	// The user has stopped it.
	vi.advanceTimersByTime(10_000);
	report(new Error('a real one'), 'engine');
	expect(reports()).toHaveLength(1);
	vi.useRealTimers();
});
