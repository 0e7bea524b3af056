// Requests to the server. Commands carry an id: if the response is lost, the same
// command is sent again with the same id, and the server runs it once.

import type { Phrase } from '../engine/protocol';
import { randomID } from '../kernel/randomID';
import { noteAnswer, withSeen } from './seen';
import type { Problem } from './types';

/** Thrown when the server refuses a request; can be shown as a phrase. */
export class ProblemError extends Error implements Phrase {
	readonly code: string;
	readonly detail: string;
	readonly params: Record<string, string>;
	readonly status: number;

	constructor(
		/** Proxies say less than our server. */
		problem: Pick<Problem, 'status' | 'code'> & Partial<Problem>,
		/** Milliseconds to wait before a retry; null if the server does not say. */
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

	/** Whether the same request may succeed later. */
	get temporary(): boolean {
		return this.status === 429 || this.status >= 500;
	}
}

/** Thrown when the server cannot be reached, or something else responds in its place. */
export class ConnectionError extends Error {
	constructor(cause: unknown) {
		super('the server cannot be reached', { cause });
		this.name = 'ConnectionError';
	}
}

export type Fetch = (url: string, request?: RequestInit) => Promise<Response>;

const requestTimeout = 15_000;
/** Pauses before a command without a response is sent again. */
const retryDelays = [250, 1_000];

/** The URL of an endpoint below /api/v1, relative to the pages. */
export function address(path: string): string {
	return `./api/v1/${path}`;
}

/** A unique id for a request. */
export function requestID(): string {
	return randomID(16);
}

/** The problem that a failed response describes. */
export async function problemOf(response: Response): Promise<ProblemError> {
	const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
	const retryAfter = Number.isFinite(seconds) ? seconds * 1000 : null;
	const text = await response.text().catch(() => '');
	try {
		const problem = JSON.parse(text) as Problem;
		if (typeof problem.code === 'string')
			return new ProblemError({ ...problem, status: response.status }, retryAfter);
	} catch {
		// A proxy responded instead of the server.
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

	get<T>(path: string): Promise<T> {
		return this.#ask(path, { method: 'GET' });
	}

	/**
	 * Runs a command once: it is sent again if there is no response. If all attempts fail,
	 * the caller may retry with the same id.
	 */
	async post<T>(path: string, body: object = {}, request = requestID()): Promise<T> {
		for (const wait of retryDelays) {
			try {
				return await this.#send('POST', path, { ...body, request });
			} catch (error) {
				if (!(error instanceof ConnectionError)) throw error;
			}
			await this.#pause(wait);
		}
		return this.#send('POST', path, { ...body, request });
	}

	/** Fire and forget. */
	notify(path: string, body: object): void {
		this.#send('POST', path, body).catch(() => {});
	}

	/** For changes that need no id, because they are idempotent. */
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
			const answer = (await response.json()) as T;
			noteAnswer(answer);
			return answer;
		} catch (error) {
			throw new ConnectionError(error);
		}
	}

	async #reach(path: string, request: RequestInit): Promise<Response> {
		try {
			return await this.#fetch(address(withSeen(path)), {
				...request,
				signal: AbortSignal.timeout(requestTimeout),
			});
		} catch (error) {
			throw new ConnectionError(error);
		}
	}
}

/** The server of these pages. */
export const api = new Api();
