// Requests to the server. A command that changes something carries an id: where
// the answer is lost on the way, the same command is sent again under the same
// id, and the server does it once.

import type { Phrase } from '../engine/protocol';
import type { Problem } from './types';

/** Thrown where the server refuses something: a phrase for people. */
export class ProblemError extends Error implements Phrase {
	readonly code: string;
	readonly detail: string;
	readonly params: Record<string, string>;
	readonly status: number;

	constructor(
		problem: Problem,
		/** After how many milliseconds it may be tried again; null where nothing is said of that. */
		readonly retryAfter: number | null = null,
	) {
		super(problem.detail || problem.title || problem.code);
		this.name = 'ProblemError';
		this.code = problem.code;
		this.detail = this.message;
		this.params = problem.params ?? {};
		this.status = problem.status;
	}

	get text(): string {
		return this.detail;
	}

	/** Whether it is the server's state that is in the way: later the same request may be answered. */
	get passing(): boolean {
		return this.status === 429 || this.status >= 500;
	}
}

/** Thrown where the server cannot be reached, or something else answers in its place. */
export class ConnectionError extends Error {
	constructor(cause: unknown) {
		super('the server cannot be reached', { cause });
		this.name = 'ConnectionError';
	}
}

export type Fetch = (url: string, request?: RequestInit) => Promise<Response>;

/** How long an answer is waited for. */
const answerTime = 15_000;
/** After how long a command whose answer was lost is sent again, and again. */
const repeats = [250, 1_000];

/** The address of something below /api/v1, relative to the pages. */
export function address(path: string): string {
	return `./api/v1/${path}`;
}

/**
 * An id for a request, that nobody else has. Not by crypto.randomUUID, which
 * browsers withhold from pages of a server in the house that has no certificate.
 */
export function requestID(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What an answer other than the wanted one says. */
export async function problemOf(response: Response): Promise<ProblemError> {
	const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
	const retryAfter = Number.isFinite(seconds) ? seconds * 1000 : null;
	const text = await response.text().catch(() => '');
	try {
		const problem = JSON.parse(text) as Problem;
		if (typeof problem.code === 'string')
			return new ProblemError({ ...problem, status: response.status }, retryAfter);
	} catch {
		// Something between here and the server has answered in its own way.
	}
	const detail = response.statusText || `status ${response.status}`;
	return new ProblemError({ status: response.status, code: `http.${response.status}`, detail }, retryAfter);
}

export class Api {
	#fetch: Fetch;
	#pause: (milliseconds: number) => Promise<void>;

	constructor(
		fetch: Fetch = (url, request) => globalThis.fetch(url, request),
		pause: (milliseconds: number) => Promise<void> = (milliseconds) =>
			new Promise((resolve) => setTimeout(resolve, milliseconds)),
	) {
		this.#fetch = fetch;
		this.#pause = pause;
	}

	/** Asks for something. */
	get<T>(path: string): Promise<T> {
		return this.#ask(path, { method: 'GET' });
	}

	/**
	 * Has something done, once: where no answer comes it is sent again, and if
	 * none comes at last, whoever calls may go on trying with the same id.
	 */
	async post<T>(path: string, body: object = {}, request = requestID()): Promise<T> {
		for (const wait of repeats) {
			try {
				return await this.#send('POST', path, { ...body, request });
			} catch (error) {
				if (!(error instanceof ConnectionError)) throw error;
			}
			await this.#pause(wait);
		}
		return this.#send('POST', path, { ...body, request });
	}

	/** Tells the server something that nobody misses if it gets lost. */
	tell(path: string, body: object): void {
		this.#send('POST', path, body).catch(() => {});
	}

	/** Has something done that needs no id, because doing it twice does no harm. */
	put<T>(path: string, body: object): Promise<T> {
		return this.#send('PUT', path, body);
	}

	patch<T>(path: string, body: object): Promise<T> {
		return this.#send('PATCH', path, body);
	}

	delete<T>(path: string, body?: object): Promise<T> {
		return body === undefined ? this.#ask(path, { method: 'DELETE' }) : this.#send('DELETE', path, body);
	}

	#send<T>(method: string, path: string, body: object): Promise<T> {
		const headers = { 'Content-Type': 'application/json' };
		return this.#ask(path, { method, headers, body: JSON.stringify(body) });
	}

	async #ask<T>(path: string, request: RequestInit): Promise<T> {
		const response = await this.#reach(path, request);
		if (!response.ok) throw await problemOf(response);
		if (response.status === 204) return undefined as T;
		try {
			return (await response.json()) as T;
		} catch (error) {
			throw new ConnectionError(error);
		}
	}

	async #reach(path: string, request: RequestInit): Promise<Response> {
		try {
			return await this.#fetch(address(path), { ...request, signal: AbortSignal.timeout(answerTime) });
		} catch (error) {
			throw new ConnectionError(error);
		}
	}
}

/** The server of these pages. */
export const api = new Api();
