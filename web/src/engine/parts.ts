// Parts of large files that were read before, kept on the device. There is room for so
// many bytes; what was not used for the longest time goes first.

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
	/** In hours since 1970. */
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
	/** Of all parts that are stored, the least recently used first. */
	#entries: Promise<Map<string, Entry>> | undefined;

	constructor(
		private readonly store: PartStore,
		private readonly limit = defaultLimit,
	) {}

	/** The parts that are here. */
	async get(file: string, spans: Span[]): Promise<(Uint8Array | undefined)[]> {
		try {
			const entries = await this.#all();
			const keys = spans.filter(({ at, size }) => entries.get(nameOf(file, at))?.size === size);
			const found = await this.store.read(keys.map(({ at }) => [file, at]));
			const parts = new Map(keys.map(({ at }, i) => [at, found[i]]));
			await this.#use(file, keys, entries);
			return spans.map(({ at, size }) => {
				const part = parts.get(at);
				return part?.length === size ? part : undefined;
			});
		} catch {
			return spans.map(() => undefined);
		}
	}

	async put(file: string, parts: Map<number, Uint8Array>, version: Version | undefined): Promise<void> {
		try {
			const entries = await this.#all();
			const added = [...parts].map(([at, bytes]) => ({ file, at, size: bytes.length, used: now(), bytes }));
			for (const { bytes: _, ...entry } of added) renew(entries, entry);
			const removed = excess(entries, this.limit);
			await this.store.write({ added, removed, version: { file, version } });
		} catch {
			// What is stored is read again later.
			this.#entries = undefined;
		}
	}

	async version(file: string): Promise<Version | undefined> {
		return this.store.version(file).catch(() => undefined);
	}

	/** Forgets all parts of a file. */
	async drop(file: string): Promise<void> {
		try {
			const entries = await this.#all();
			const removed: Key[] = [];
			for (const [name, entry] of entries) {
				if (entry.file !== file) continue;
				entries.delete(name);
				removed.push([file, entry.at]);
			}
			await this.store.write({ removed, version: { file, version: undefined } });
		} catch {
			this.#entries = undefined;
		}
	}

	#all(): Promise<Map<string, Entry>> {
		this.#entries ??= this.store.entries().then((entries) => {
			entries.sort((x, y) => x.used - y.used);
			return new Map(entries.map((entry) => [nameOf(entry.file, entry.at), entry]));
		});
		return this.#entries;
	}

	/** Notes that parts were used, and stores that at most once an hour. */
	async #use(file: string, spans: Span[], entries: Map<string, Entry>): Promise<void> {
		const used: Entry[] = [];
		for (const { at } of spans) {
			const entry = entries.get(nameOf(file, at));
			if (!entry) continue;
			const late = entry.used !== now();
			entry.used = now();
			renew(entries, entry);
			if (late) used.push(entry);
		}
		if (used.length > 0) await this.store.write({ used });
	}
}

function now(): number {
	return Math.floor(Date.now() / hour);
}

function nameOf(file: string, at: number): string {
	return `${at} ${file}`;
}

/** Puts an entry at the end. */
function renew(entries: Map<string, Entry>, entry: Entry): void {
	const name = nameOf(entry.file, entry.at);
	entries.delete(name);
	entries.set(name, entry);
}

/** Takes away what there is no room for. */
function excess(entries: Map<string, Entry>, limit: number): Key[] {
	let total = 0;
	for (const { size } of entries.values()) total += size;
	const removed: Key[] = [];
	for (const [name, { file, at, size }] of entries) {
		if (total <= limit) break;
		entries.delete(name);
		removed.push([file, at]);
		total -= size;
	}
	return removed;
}
