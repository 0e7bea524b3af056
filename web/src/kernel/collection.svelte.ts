// Things on this device that a person made, such as games and studies. Several tabs may
// show them, even the same one, so each change names the revision it follows
// (revisions.ts), and the tabs tell each other. A tab whose change comes too late shows
// the newer state instead.

import { randomID } from './randomID';
import { report } from './report';
import { openRevisions, type Revision, type Revisions } from './revisions';
import { isErased, notSaved } from './storage';

export interface Listed<T> {
	id: string;
	value: T;
	/** The last change, in milliseconds since 1970. */
	changed: number;
}

/** One of them that a page shows. */
export interface Opened<T> {
	readonly id: string;
	/** As it was opened. */
	readonly value: T;
	/** Saves a change. After another tab was faster, nothing is saved any more. */
	save(value: T): void;
	/** The page no longer wants to know about other tabs. */
	close(): void;
}

/** The part of BroadcastChannel used here: messages are ids of what changed. */
export interface Channel {
	postMessage(id: string): void;
	onmessage: ((event: MessageEvent<string>) => void) | null;
}

export interface Environment<T> {
	revisions: () => Promise<Revisions<T>>;
	channel: Channel | null;
	/** Milliseconds since 1970. */
	now: () => number;
	/** What to do when something cannot be stored. */
	failed: (error: unknown) => void;
	/** Whether everything on this device was erased: then nothing that this page still knows is stored. */
	erased: () => boolean;
}

/** What a collection has to know about its things. */
export interface Kind<T> {
	/** A valid value, or null: another version may have stored it. */
	check: (x: unknown) => T | null;
	/** Whether two values differ in nothing that matters, so that a tab with either may go on. */
	agree: (a: T, b: T) => boolean;
	/** Runs before the collection is first read. */
	prepare?: (store: Revisions<T>) => Promise<void>;
	/** The ids of what nobody misses. Deleted things are forgotten anyway. */
	leftovers?: (found: Listed<T>[]) => string[];
}

/** How long deleted things are remembered for other tabs. */
const memory = 86_400_000;

interface Writer<T> {
	id: string;
	/** The stored value that this page knows, and its revision. */
	base: T;
	revision: number;
	/** The latest state, if it is not stored yet. */
	unsaved: T | null;
	writing: boolean;
	/** Called when another tab has a newer state; null if it must not write any more. */
	newer: (() => void) | null;
}

export class Collection<T> {
	#kind: Kind<T>;
	#env: Environment<T>;
	#revisions: Promise<Revisions<T>> | null = null;
	#all = $state.raw<ReadonlyMap<string, Listed<T>>>(new Map());
	#writers = new Set<Writer<T>>();

	constructor(kind: Kind<T>, env: Environment<T>) {
		this.#kind = kind;
		this.#env = env;
		if (env.channel) env.channel.onmessage = ({ data }) => void this.#refresh(data);
	}

	/** All of them, last changed first; reactive. */
	get all(): Listed<T>[] {
		return [...this.#all.values()].sort((a, b) => b.changed - a.changed);
	}

	/** Reads the list; it is kept up to date from then on. */
	async load(): Promise<void> {
		await this.#store();
	}

	/** Adds a value and returns its id. */
	async add(value: T): Promise<string> {
		const id = randomID(6);
		const store = await this.#store();
		await this.#attempt(() => store.add({ id, revision: 1, at: this.#env.now(), value }), true);
		this.#know(id, value);
		this.#env.channel?.postMessage(id);
		return id;
	}

	/** Opens one of them; null if there is none. `newer` is called once, if another tab changes or deletes it. */
	async open(id: string, newer: () => void): Promise<Opened<T> | null> {
		const store = await this.#store();
		const found = await this.#attempt(() => store.newest(id), null);
		// Without storage the list is all there is.
		const value = found ? this.#kind.check(found.value) : (this.#all.get(id)?.value ?? null);
		if (!value) return null;
		const writer: Writer<T> = {
			id,
			base: value,
			revision: found?.revision ?? 1,
			unsaved: null,
			writing: false,
			newer,
		};
		this.#writers.add(writer);
		return {
			id,
			value,
			save: (next) => this.#save(writer, next),
			close: () => void this.#writers.delete(writer),
		};
	}

	/** Changes one of them, whatever other tabs do with it; null deletes it. */
	async set(id: string, value: T | null): Promise<void> {
		const store = await this.#store();
		for (;;) {
			const newest = await store.newest(id);
			const revision = (newest?.revision ?? 0) + 1;
			if (await store.add({ id, revision, at: this.#env.now(), value })) break;
		}
		this.#know(id, value);
		this.#env.channel?.postMessage(id);
		await this.#refresh(id);
	}

	/** Deletes all of them. Like every deletion it is remembered for a while, so that no tab brings one back. */
	async erase(): Promise<void> {
		const store = await this.#store();
		for (const writer of this.#writers) writer.newer = null;
		this.#writers.clear();
		for (const { id, value } of await store.all()) if (value !== null) await this.set(id, null);
	}

	/** Looks for changes that this tab was not told about, because it was asleep. */
	async catchUp(): Promise<void> {
		await Promise.all([...new Set([...this.#writers].map(({ id }) => id))].map((id) => this.#refresh(id)));
	}

	#store(): Promise<Revisions<T>> {
		this.#revisions ??= this.#read();
		return this.#revisions;
	}

	async #read(): Promise<Revisions<T>> {
		const store = await this.#env.revisions();
		await this.#attempt(async () => this.#kind.prepare?.(store), undefined);
		const found = await this.#attempt(() => store.all(), []);
		const all = new Map<string, Listed<T>>();
		for (const { id, at, value } of found) {
			const checked = this.#kind.check(value);
			if (checked) all.set(id, { id, value: checked, changed: at });
		}
		this.#all = all;
		for (const id of this.#leftovers(found)) await this.#attempt(() => this.#forget(store, id), undefined);
		return store;
	}

	#leftovers(found: Revision<T>[]): string[] {
		const deleted = found.filter(({ value, at }) => value === null && this.#env.now() - at > memory);
		return [...deleted.map(({ id }) => id), ...(this.#kind.leftovers?.(this.all) ?? [])];
	}

	async #forget(store: Revisions<T>, id: string): Promise<void> {
		await store.forget(id);
		this.#know(id, null);
	}

	#save(writer: Writer<T>, value: T): void {
		if (!writer.newer || this.#env.erased() || same(value, writer.unsaved ?? writer.base)) return;
		writer.unsaved = value;
		this.#know(writer.id, value);
		if (!writer.writing) void this.#write(writer);
	}

	async #write(writer: Writer<T>): Promise<void> {
		writer.writing = true;
		try {
			const store = await this.#store();
			while (writer.unsaved && writer.newer && !this.#env.erased()) {
				const value = writer.unsaved;
				const revision = writer.revision + 1;
				if (await store.add({ id: writer.id, revision, at: this.#env.now(), value })) {
					writer.base = value;
					writer.revision = revision;
					if (writer.unsaved === value) writer.unsaved = null;
					this.#env.channel?.postMessage(writer.id);
				} else {
					this.#yield(writer, await store.newest(writer.id));
				}
			}
		} catch (error) {
			this.#env.failed(error);
		} finally {
			writer.writing = false;
		}
	}

	/** Something changed in another tab. */
	async #refresh(id: string): Promise<void> {
		const store = await this.#store();
		const newest = await this.#attempt(() => store.newest(id), null);
		if (!newest) return;
		this.#know(id, this.#kind.check(newest.value), newest.at);
		for (const writer of this.#writers) {
			// A change that is under way finds out by itself.
			if (writer.id !== id || writer.writing || newest.revision <= writer.revision) continue;
			this.#yield(writer, newest);
		}
	}

	/**
	 * Decides what becomes of a page that is behind. If the other tab changed nothing that
	 * matters, or the same, it goes on; otherwise it has to show the newer state.
	 */
	#yield(writer: Writer<T>, newest: Revision<T> | null): void {
		const { agree, check } = this.#kind;
		const theirs = newest && check(newest.value);
		const own = writer.unsaved ?? writer.base;
		if (newest && theirs && (agree(theirs, writer.base) || agree(theirs, own))) {
			if (!agree(theirs, writer.base)) writer.unsaved = null;
			writer.revision = newest.revision;
			writer.base = theirs;
		} else {
			const { newer } = writer;
			writer.newer = null;
			writer.unsaved = null;
			this.#writers.delete(writer);
			this.#know(writer.id, theirs, newest?.at);
			newer?.();
		}
	}

	#know(id: string, value: T | null, changed = this.#env.now()): void {
		const all = new Map(this.#all);
		if (value) all.set(id, { id, value, changed });
		else all.delete(id);
		this.#all = all;
	}

	async #attempt<R>(work: () => Promise<R>, otherwise: R): Promise<R> {
		try {
			return await work();
		} catch (error) {
			this.#env.failed(error);
			return otherwise;
		}
	}
}

function same(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

function isFull(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** A collection in a database of this device. */
export function collectionOnDevice<T, C extends { catchUp(): Promise<void> }>(
	name: string,
	create: (env: Environment<T>) => C,
): C {
	const collection = create({
		revisions: () => openRevisions(name),
		channel: typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null,
		now: Date.now,
		failed: (error) => (isFull(error) ? notSaved() : report(error, 'storage')),
		erased: isErased,
	});
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'visible') void collection.catchUp();
	});
	return collection;
}
