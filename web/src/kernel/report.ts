// What nobody expected: errors of scripts, pages, workers and streams. Each is shown
// to the user in a sentence, and the last ones are kept for a bug report, which the
// user can copy from the page About. Nothing is sent anywhere.

import { toast } from './announce.svelte';
import { load, save } from './storage';
import { t } from './words/i18n.svelte';

export type Source = 'script' | 'page' | 'engine' | 'stream' | 'storage' | 'update';

export interface Report {
	source: Source;
	/** The error with its stack. */
	what: string;
	/** The address of the page, without the host. */
	where: string;
	/** When it last happened, as in RFC 3339. */
	at: string;
	times: number;
}

const key = 'reports';
const mostReports = 20;
const longestText = 1500;

/** Set while the page is being left: browsers then end workers and requests as if they had failed. */
let leaving = false;
/** After so many milliseconds, the user has stopped the browser from leaving. */
const longestLeaving = 10_000;

/**
 * Keeps an error and tells the user, unless the page `shows` it in its own way. Errors
 * that are expected, such as a lost connection, do not belong here.
 */
export function report(error: unknown, source: Source, { shown = false } = {}): void {
	if (leaving) return;
	console.error(error);
	const what = textOf(error).slice(0, longestText);
	const others = reports();
	const same = others.find((other) => originOf(other.what) === originOf(what) && other.source === source);
	const entry: Report = {
		source,
		what,
		where: location.hash,
		at: new Date().toISOString(),
		times: (same?.times ?? 0) + 1,
	};
	save(key, [...others.filter((other) => other !== same), entry].slice(-mostReports));
	if (!shown) toast(t('common.unexpected'), 'error');
}

/** The kept errors, last one last. */
export function reports(): Report[] {
	return load(key, check, []);
}

export function forgetReports(): void {
	save(key, []);
}

/** A text for a bug report. */
export function bugReport(): string {
	const errors = reports().map(
		({ source, what, where, at, times }) => `${at} ${source} ${where} (${times}×)\n${what}`,
	);
	const browser = [
		`Plateau ${__VERSION__} ${__COMMIT__}`.trim(),
		navigator.userAgent,
		`${document.documentElement.lang}, ${innerWidth}×${innerHeight}, ${location.protocol} ${navigator.onLine ? 'online' : 'offline'}`,
	];
	return [browser.join('\n'), ...errors].join('\n\n');
}

/** Reports errors that nothing else catches. */
export function watchForErrors(): void {
	addEventListener('beforeunload', () => {
		leaving = true;
		setTimeout(() => {
			leaving = false;
		}, longestLeaving);
	});
	addEventListener('error', ({ error, message }) => {
		// Browsers say so when a size changes again within a frame; it is no error.
		if (!message.startsWith('ResizeObserver loop')) report(error ?? message, 'script');
	});
	addEventListener('unhandledrejection', (event) => {
		// It is written to the console once.
		event.preventDefault();
		report(event.reason, 'script');
	});
}

/** The error and where it was thrown. The callers further up differ from one time to the next. */
function originOf(what: string): string {
	return what.split('\n', 2).join('\n');
}

function textOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const title = `${error.name}: ${error.message}`;
	const stack = error.stack ?? '';
	const text = stack.startsWith(title) ? stack : `${title}\n${stack}`;
	return error.cause === undefined ? text : `${text}\ncaused by ${textOf(error.cause)}`;
}

function check(x: unknown): Report[] | null {
	if (!Array.isArray(x)) return null;
	return x.filter(
		(one): one is Report =>
			typeof one === 'object' &&
			one !== null &&
			typeof one.what === 'string' &&
			typeof one.times === 'number',
	);
}
