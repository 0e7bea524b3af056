// Parts of large files that were read before, kept on the device for all tabs. There is room
// for so many bytes; what was not used for the longest time goes first.

/** A part of a file. */
export interface Span {
	at: number;
	size: number;
}

/** What tells one version of a file from another. */
export interface Version {
	/** The size of the file. */
	total: number;
	/** What the web host says: ETag, or else Last-Modified. */
	tag: string;
}

export type Key = [file: string, at: number];

export interface Entry extends Span {
	file: string;
	/** In milliseconds since 1970. */
	used: number;
}

/** Where the parts are stored. */
export interface PartStore {
	entries(): Promise<Entry[]>;
	read(keys: Key[]): Promise<(Uint8Array | undefined)[]>;
	/** All of it, or nothing. */
	write(change: {
		added?: (Entry & { bytes: Uint8Array })[];
		used?: Entry[];
		removed?: Key[];
		version?: { file: string; version: Version | undefined };
	}): Promise<void>;
	version(file: string): Promise<Version | undefined>;
}

/** In bytes. */
const defaultLimit = 64 * 2 ** 20;
const hour = 3_600_000;

/** Without a store that works, it keeps nothing. */
export class PartCache {
	/** How many bytes were stored here since all parts were counted, those of other tabs, too. */
	#uncounted = Number.POSITIVE_INFINITY;
	/** When the use of a part was stored last. */
	#noted = new Map<string, number>();

	constructor(
		private readonly store: PartStore,
		private readonly limit = defaultLimit,
	) {}

	/** The parts that are here. */
	async get(file: string, spans: Span[]): Promise<(Uint8Array | undefined)[]> {
		try {
			const found = await this.store.read(spans.map(({ at }) => [file, at]));
			const parts = spans.map(({ size }, i) => (found[i]?.length === size ? found[i] : undefined));
			const used = spans.filter((_, i) => parts[i]).map((span) => ({ file, ...span, used: Date.now() }));
			await this.#use(used);
			return parts;
		} catch {
			return spans.map(() => undefined);
		}
	}

	async put(file: string, parts: Map<number, Uint8Array>, version: Version | undefined): Promise<void> {
		const used = Date.now();
		const added = [...parts].map(([at, bytes]) => ({ file, at, size: bytes.length, used, bytes }));
		try {
			await this.store.write({ added, version: { file, version } });
			this.#uncounted += sizeOf(added);
			// All parts together may be thousands, so they are not counted every time.
			if (this.#uncounted <= this.limit / 8) return;
			const removed = excess(await this.store.entries(), this.limit);
			if (removed.length > 0) await this.store.write({ removed });
			this.#uncounted = 0;
		} catch {
			// What is not stored is read again later.
			this.#uncounted = Number.POSITIVE_INFINITY;
		}
	}

	async version(file: string): Promise<Version | undefined> {
		return this.store.version(file).catch(() => undefined);
	}

	/** Forgets all parts of a file. */
	async drop(file: string): Promise<void> {
		try {
			const entries = await this.store.entries();
			const removed = entries.filter((entry) => entry.file === file).map((entry): Key => [file, entry.at]);
			await this.store.write({ removed, version: { file, version: undefined } });
		} catch {
			// A file that has changed is noticed when it is read.
		}
	}

	/** Stores that parts were used, for each at most once an hour. */
	async #use(entries: Entry[]): Promise<void> {
		const used = entries.filter(
			({ file, at, used }) => used - (this.#noted.get(`${at} ${file}`) ?? 0) >= hour,
		);
		if (used.length === 0) return;
		await this.store.write({ used });
		for (const { file, at, used: now } of used) this.#noted.set(`${at} ${file}`, now);
	}
}

function sizeOf(entries: Entry[]): number {
	return entries.reduce((sum, { size }) => sum + size, 0);
}

/** What there is no room for, the least recently used first. */
function excess(entries: Entry[], limit: number): Key[] {
	let over = sizeOf(entries) - limit;
	const removed: Key[] = [];
	for (const { file, at, size } of entries.toSorted((x, y) => x.used - y.used)) {
		if (over <= 0) break;
		removed.push([file, at]);
		over -= size;
	}
	return removed;
}
