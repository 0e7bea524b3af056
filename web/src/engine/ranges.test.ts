import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Entry, PartCache, type PartStore, type Version } from './parts';
import { merge, RangeReader, UnusableError } from './ranges';

const url = 'https://example.org/quixo.plateau-table';

/** A store in memory. */
class Memory implements PartStore {
	parts = new Map<string, Entry & { bytes: Uint8Array }>();
	versions = new Map<string, Version>();
	fails = false;

	async entries() {
		this.#check();
		return [...this.parts.values()].map(({ bytes: _, ...entry }) => entry);
	}

	async read(keys: [string, number][]) {
		return keys.map((key) => this.parts.get(key.join())?.bytes);
	}

	async version(file: string) {
		this.#check();
		return this.versions.get(file);
	}

	async write({ added = [], used = [], removed = [], version }: Parameters<PartStore['write']>[0]) {
		this.#check();
		for (const part of added) this.parts.set([part.file, part.at].join(), part);
		for (const entry of used) {
			const part = this.parts.get([entry.file, entry.at].join());
			if (part) part.used = entry.used;
		}
		for (const key of removed) this.parts.delete(key.join());
		if (version?.version) this.versions.set(version.file, version.version);
		else if (version) this.versions.delete(version.file);
	}

	get size() {
		return [...this.parts.values()].reduce((sum, { size }) => sum + size, 0);
	}

	#check() {
		if (this.fails) throw new Error('no storage');
	}
}

/** A host with one file, whose bytes are their own addresses, as far as a byte can tell. */
class Host {
	ranges: [number, number][] = [];
	total = 1_000_000;
	tag = '"one"';
	/** Changes an answer. */
	change: (bytes: Uint8Array, init: { status: number; headers: Record<string, string> }) => Response = (
		bytes,
		init,
	) => new Response(bytes.slice(), init);

	fetch = vi.fn<typeof fetch>(async (_, init) => {
		init?.signal?.throwIfAborted();
		const [, from = 0, last = 0] =
			/bytes=(\d+)-(\d+)/.exec(String(new Headers(init?.headers).get('Range'))) ?? [];
		this.ranges.push([Number(from), Number(last)]);
		const bytes = contents(Number(from), Number(last) - Number(from) + 1);
		return this.change(bytes, {
			status: 206,
			headers: { 'Content-Range': `bytes ${from}-${last}/${this.total}`, ETag: this.tag },
		});
	});
}

function contents(at: number, size: number): Uint8Array {
	return Uint8Array.from({ length: size }, (_, i) => ((at + i) * 31) >> 3);
}

function all(...spans: [at: number, size: number][]): Uint8Array {
	return Uint8Array.from(spans.flatMap(([at, size]) => [...contents(at, size)]));
}

const spansOf = (...spans: [at: number, size: number][]) => spans.map(([at, size]) => ({ at, size }));

describe('a file that is read in parts', () => {
	let host: Host;
	let store: Memory;
	let reader: RangeReader;
	const unusable = vi.fn();
	const newReader = (limit?: number) => new RangeReader(url, new PartCache(store, limit), unusable);

	beforeEach(() => {
		vi.useFakeTimers();
		host = new Host();
		store = new Memory();
		vi.stubGlobal('fetch', host.fetch);
		unusable.mockReset();
		reader = newReader();
	});

	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});

	it('is read with one request for parts that are close to each other', async () => {
		const spans: [number, number][] = [
			[100, 50],
			[150, 20],
			[4000, 10],
			[500_000, 7],
		];
		expect(await reader.read(spansOf(...spans))).toEqual(all(...spans));
		expect(host.ranges).toEqual([
			[100, 4009],
			[500_000, 500_006],
		]);
		expect(merge([])).toEqual([]);
		expect(merge(spansOf([0, 10], [20, 10], [41, 10]), 10)).toEqual([
			spansOf([0, 10], [20, 10]),
			spansOf([41, 10]),
		]);
	});

	it('is read with a bounded number of requests at once', async () => {
		let running = 0;
		let most = 0;
		const answer = host.fetch.getMockImplementation() as typeof fetch;
		host.fetch.mockImplementation(async (...args) => {
			most = Math.max(most, ++running);
			await Promise.resolve();
			running--;
			return answer(...args);
		});
		const spans = Array.from({ length: 60 }, (_, i): [number, number] => [i * 10_000, 5]);
		expect(await reader.read(spansOf(...spans))).toEqual(all(...spans));
		expect(host.ranges).toHaveLength(60);
		expect(most).toBeLessThanOrEqual(16);
	});

	it('is not read again, not even after the page is closed', async () => {
		await reader.read(spansOf([100, 50], [90_000, 5]));
		expect(await reader.read(spansOf([100, 50]))).toEqual(all([100, 50]));
		const later = newReader();
		expect(await later.read(spansOf([100, 50], [50_000, 5], [90_000, 5]))).toEqual(
			all([100, 50], [50_000, 5], [90_000, 5]),
		);
		expect(host.ranges.slice(2)).toEqual([[50_000, 50_004]]);
	});

	it('is read offline as far as it is on the device', async () => {
		await reader.read(spansOf([100, 50]));
		vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
		expect(await newReader().read(spansOf([100, 50]))).toEqual(all([100, 50]));
		await expect(newReader().read(spansOf([100, 50], [200, 1]))).rejects.toThrow('offline');
		expect(host.ranges).toHaveLength(1);
	});

	it('is not downloaded by a host that sends the whole file', async () => {
		const cancel = vi.fn();
		host.change = () => new Response(new ReadableStream({ cancel }), { status: 200 });
		let aborted = false;
		const answer = host.fetch.getMockImplementation() as typeof fetch;
		host.fetch.mockImplementation((address, init) => {
			init?.signal?.addEventListener('abort', () => {
				aborted = true;
			});
			return answer(address, init);
		});
		await expect(reader.read(spansOf([0, 5]))).rejects.toThrow(UnusableError);
		expect(aborted).toBe(true);
		expect(unusable).toHaveBeenCalledWith(expect.stringContaining('the whole file'));
		await expect(reader.read(spansOf([0, 5]))).rejects.toThrow('the whole file');
		vi.advanceTimersByTime(60_000);
		await expect(reader.read(spansOf([0, 5]))).rejects.toThrow('the whole file');
		expect(host.ranges).toHaveLength(1);
		expect(unusable).toHaveBeenCalledTimes(1);
	});

	it('may only be of one version', async () => {
		await reader.read(spansOf([100, 50]));
		host.tag = '"two"';
		await expect(reader.read(spansOf([100, 50], [20_000, 5]))).rejects.toThrow('has changed');
		expect(store.parts.size).toBe(0);
		// After the page is reloaded, it is read anew.
		expect(await newReader().read(spansOf([100, 50]))).toEqual(all([100, 50]));
		host.total++;
		await expect(newReader().read(spansOf([20_000, 5]))).rejects.toThrow('has changed');
	});

	it('is recognised by its date if there is no other mark', async () => {
		let date = 'Mon, 16 Nov 2026 12:00:00 GMT';
		host.change = (bytes, { status, headers: { ETag: _, ...headers } }) =>
			new Response(bytes.slice(), { status, headers: { ...headers, 'Last-Modified': date } });
		await reader.read(spansOf([100, 50]));
		await reader.read(spansOf([20_000, 50]));
		date = 'Tue, 17 Nov 2026 12:00:00 GMT';
		await expect(reader.read(spansOf([40_000, 5]))).rejects.toThrow('has changed');
	});

	for (const [what, change, why] of [
		['is cut short', (bytes, init) => new Response(bytes.slice(1), init), 'sent 4 of 5'],
		['is too long', (bytes, init) => new Response(new Uint8Array([...bytes, 1]), init), 'sent more'],
		[
			'is another part',
			(bytes, { status }) =>
				new Response(bytes.slice(), { status, headers: { 'Content-Range': 'bytes 7-11/1000000' } }),
			'another part',
		],
		['is an error of the host', () => new Response('', { status: 503 }), '503'],
		[
			'never comes',
			() => {
				throw new TypeError('failed to fetch');
			},
			'failed to fetch',
		],
	] satisfies [string, Host['change'], string][]) {
		it(`is asked for again later if an answer ${what}`, async () => {
			const right = host.change;
			host.change = change;
			await expect(reader.read(spansOf([0, 5]))).rejects.toThrow(why);
			host.change = right;
			await expect(reader.read(spansOf([0, 5]))).rejects.toThrow('a moment ago');
			expect(host.ranges).toHaveLength(1);
			vi.advanceTimersByTime(60_000);
			expect(await reader.read(spansOf([0, 5]))).toEqual(all([0, 5]));
			expect(unusable).not.toHaveBeenCalled();
		});
	}

	for (const [what, change, why] of [
		['is missing', () => new Response('', { status: 404 }), '404'],
		['is too short', () => new Response('', { status: 416 }), 'too short'],
		['hides the range', (bytes, { status }) => new Response(bytes.slice(), { status }), 'Content-Range'],
	] satisfies [string, Host['change'], string][]) {
		it(`is given up if it ${what}`, async () => {
			host.change = change;
			await expect(reader.read(spansOf([0, 5]))).rejects.toThrow(why);
			expect(unusable).toHaveBeenCalledWith(expect.stringContaining(why));
		});
	}

	it('is given up for a while if nothing arrives', async () => {
		host.fetch.mockImplementation(
			(_, init) =>
				new Promise((_resolve, reject) => {
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
				}),
		);
		const read = expect(reader.read(spansOf([0, 5], [100_000, 5]))).rejects.toThrow('does not answer');
		await vi.advanceTimersByTimeAsync(20_000);
		await read;
	});

	it('takes bounded room, and what was used last stays', async () => {
		reader = newReader(100);
		await reader.read(spansOf([0, 40]));
		await reader.read(spansOf([10_000, 40]));
		// An hour later, so that it is stored, too.
		vi.advanceTimersByTime(3_600_000);
		await reader.read(spansOf([0, 40]));
		await reader.read(spansOf([30_000, 40]));
		expect([...store.parts.values()].map(({ at }) => at).sort()).toEqual([0, 30_000]);
		expect(store.size).toBeLessThanOrEqual(100);
		const later = newReader(100);
		await later.read(spansOf([50_000, 20], [70_000, 20]));
		expect(store.size).toBeLessThanOrEqual(100);
		await later.read(spansOf([90_000, 500]));
		expect(store.size).toBeLessThanOrEqual(100);
	});

	it('takes that room once, however many tabs there are, which share what was read', async () => {
		const tabs = [newReader(1000), newReader(1000), newReader(1000)];
		for (let i = 0; i < 60; i++) {
			vi.advanceTimersByTime(1000);
			await tabs[i % tabs.length]?.read(spansOf([i * 10_000, 50]));
			// Each tab counts after an eighth.
			expect(store.size).toBeLessThanOrEqual(1000 + 3 * 125);
		}
		const asked = host.ranges.length;
		for (const tab of tabs) await tab.read(spansOf([590_000, 50]));
		expect(host.ranges).toHaveLength(asked);
	});

	it('is read without storage', async () => {
		store.fails = true;
		expect(await reader.read(spansOf([0, 5]))).toEqual(all([0, 5]));
		expect(await reader.read(spansOf([0, 5]))).toEqual(all([0, 5]));
		expect(host.ranges).toHaveLength(2);
	});
});
