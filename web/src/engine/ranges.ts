// Reads parts of a large file from any web host, by HTTP range requests. Whatever goes
// wrong is an error: nobody gets bytes that may not be those of the file.
import type { PartCache, Span, Version } from './parts';

/** What lies between two parts is read, too, if it is shorter than a request is worth. */
const maxGap = 8192;
/** How many requests run at once. Browsers queue what a host with HTTP/1.1 does not take. */
const atOnce = 16;
/** Requests of which nothing arrives for this long have failed. */
const maxSilence = 15_000;
/** How long to wait before asking a host again that did not answer. */
const pauseTime = 30_000;

/** The file cannot be read in parts, and asking again would not help. */
export class UnusableError extends Error {
	constructor(why: string) {
		super(why);
		this.name = 'UnusableError';
	}
}

/** Groups of spans, given in ascending order, that are read with one request each. */
export function merge(spans: Span[], gap = maxGap): Span[][] {
	const groups: Span[][] = [];
	let end = Number.NEGATIVE_INFINITY;
	for (const span of spans) {
		const last = groups.at(-1);
		if (last && span.at - end <= gap) last.push(span);
		else groups.push([span]);
		end = span.at + span.size;
	}
	return groups;
}

export class RangeReader {
	#cache: PartCache;
	/** What the file must be like, once that is known. */
	#version: Version | undefined;
	#pausedUntil = 0;
	#unusable: UnusableError | undefined;

	/** `onUnusable` is called once, if the file cannot be read in parts. */
	constructor(
		private readonly url: string,
		cache: PartCache,
		private readonly onUnusable: (why: string) => void = () => {},
	) {
		this.#cache = cache;
	}

	/** The bytes of the spans, which are in ascending order, one after the other. */
	async read(spans: Span[]): Promise<Uint8Array> {
		if (this.#unusable) throw this.#unusable;
		const parts = await this.#cache.get(this.url, spans);
		const missing = spans.filter((_, i) => !parts[i]);
		if (missing.length > 0) {
			const found = await this.#fetchParts(missing);
			for (const [i, span] of spans.entries()) parts[i] ??= found.get(span.at);
		}
		return joined(parts);
	}

	async #fetchParts(missing: Span[]): Promise<Map<number, Uint8Array>> {
		if (!navigator.onLine) throw new Error(`${this.url} cannot be read offline`);
		if (Date.now() < this.#pausedUntil) throw new Error(`${this.url} did not answer a moment ago`);
		this.#version ??= await this.#cache.version(this.url);
		try {
			const parts = await this.#fetchGroups(merge(missing));
			await this.#cache.put(this.url, parts, this.#version);
			return parts;
		} catch (error) {
			if (error instanceof UnusableError) {
				this.#unusable = error;
				await this.#cache.drop(this.url);
				this.onUnusable(error.message);
			}
			this.#pausedUntil = Date.now() + pauseTime;
			throw error;
		}
	}

	/** Fetches all groups, some at once. If one fails, all do. */
	async #fetchGroups(groups: Span[][]): Promise<Map<number, Uint8Array>> {
		const batch = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		const onBytes = () => {
			clearTimeout(timer);
			timer = setTimeout(() => batch.abort(new Error(`${this.url} does not answer`)), maxSilence);
		};
		const parts = new Map<number, Uint8Array>();
		const waiting = groups.values();
		const work = async () => {
			for (const group of waiting) {
				const from = group[0]?.at ?? 0;
				const to = group.reduce((end, { at, size }) => Math.max(end, at + size), from);
				const bytes = await this.#fetchRange(from, to, batch.signal, onBytes);
				// A copy, so that nothing between the parts stays in memory.
				for (const { at, size } of group) parts.set(at, bytes.slice(at - from, at - from + size));
			}
		};
		onBytes();
		try {
			await Promise.all(Array.from({ length: Math.min(atOnce, groups.length) }, work));
			return parts;
		} catch (error) {
			batch.abort();
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	async #fetchRange(from: number, to: number, signal: AbortSignal, onBytes: () => void): Promise<Uint8Array> {
		const headers = { Range: `bytes=${from}-${to - 1}` };
		// In the browser's own cache, requests for parts of one file would wait for each other.
		const response = await fetch(this.url, { headers, signal, cache: 'no-store' });
		onBytes();
		this.#check(response, from, to);
		const bytes = new Uint8Array(to - from);
		let filled = 0;
		const reader = response.body?.getReader();
		for (;;) {
			const { value, done } = (await reader?.read()) ?? { done: true };
			if (done || !value) break;
			onBytes();
			if (filled + value.length > bytes.length)
				throw new Error(`${this.url} sent more than it was asked for`);
			bytes.set(value, filled);
			filled += value.length;
		}
		if (filled < bytes.length) throw new Error(`${this.url} sent ${filled} of ${bytes.length} bytes`);
		return bytes;
	}

	/** Looks at the head of an answer, before anything is downloaded. */
	#check(response: Response, from: number, to: number): void {
		const { status, headers } = response;
		if (status === 200) {
			throw new UnusableError(`${this.url}: the web host sends the whole file instead of a part of it`);
		}
		if (status === 416) throw new UnusableError(`${this.url} is too short: is it another file?`);
		if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
			throw new UnusableError(`${this.url} cannot be read: ${status}`);
		}
		if (status !== 206) throw new Error(`${this.url} cannot be read: ${status}`);
		const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '');
		if (!range) throw new UnusableError(`${this.url}: the web host does not show Content-Range`);
		const [, first, last, total] = range.map(Number);
		if (first !== from || last !== to - 1 || total === undefined) {
			throw new Error(`${this.url} sent another part than it was asked for`);
		}
		const tag = headers.get('ETag')?.replace(/^W\//, '') ?? headers.get('Last-Modified') ?? '';
		this.#version ??= { total, tag };
		if (this.#version.total !== total || this.#version.tag !== tag) {
			throw new UnusableError(`${this.url} has changed: it is read again after the page is reloaded`);
		}
	}
}

function joined(parts: (Uint8Array | undefined)[]): Uint8Array {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
	let at = 0;
	for (const part of parts) {
		if (!part) continue;
		all.set(part, at);
		at += part.length;
	}
	return all;
}
