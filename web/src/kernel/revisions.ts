// Values that several tabs change, in IndexedDB. A revision is never overwritten:
//
//	key            value
//	[a, 1]         old, removed with the next one
//	[a, 2]         the newest one counts
//	[b, 1]
//
// To change a value is to add the revision after the one that was read. If another
// tab was faster, that revision or a newer one is there already, and the change is
// refused. All requests of a change are made at once, so it also takes effect if the
// page is closed before they are answered.

export interface Revision<T> {
	id: string;
	revision: number;
	/** When it was added, in milliseconds since 1970. */
	at: number;
	/** null if the value was deleted; a tab that still shows it learns so. */
	value: T | null;
}

export interface Revisions<T> {
	/** The newest revision of each value. */
	all(): Promise<Revision<T>[]>;
	newest(id: string): Promise<Revision<T> | null>;
	/** Adds a revision; returns false if there is this one or a newer one. */
	add(next: Revision<T>): Promise<boolean>;
	/** Removes all revisions of a value. */
	forget(id: string): Promise<void>;
}

const store = 'revisions';

class StoredRevisions<T> implements Revisions<T> {
	constructor(private readonly database: IDBDatabase) {}

	async all(): Promise<Revision<T>[]> {
		const found = await result<Revision<T>[]>(this.#objects('readonly').getAll());
		// They come in order, so the newest is the last of its id.
		return [...new Map(found.map((one) => [one.id, one])).values()];
	}

	async newest(id: string): Promise<Revision<T> | null> {
		const cursor = await result(this.#objects('readonly').openCursor(revisionsOf(id), 'prev'));
		return (cursor?.value as Revision<T> | undefined) ?? null;
	}

	add(next: Revision<T>): Promise<boolean> {
		const objects = this.#objects('readwrite');
		const { transaction } = objects;
		const newest = objects.openKeyCursor(revisionsOf(next.id), 'prev');
		objects.add(next);
		objects.delete(IDBKeyRange.bound([next.id, 0], [next.id, next.revision], false, true));
		transaction.commit();
		return new Promise((resolve, reject) => {
			let refused = false;
			newest.onsuccess = () => {
				const [, revision] = (newest.result?.key ?? []) as [string?, number?];
				if (revision !== undefined && revision >= next.revision) refused = true;
			};
			transaction.oncomplete = () => resolve(!refused);
			transaction.onabort = () => (refused ? resolve(false) : reject(transaction.error));
		});
	}

	async forget(id: string): Promise<void> {
		await result(this.#objects('readwrite').delete(revisionsOf(id)));
	}

	#objects(mode: IDBTransactionMode): IDBObjectStore {
		return this.database.transaction(store, mode).objectStore(store);
	}
}

function revisionsOf(id: string): IDBKeyRange {
	return IDBKeyRange.bound([id], [id, []]);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

/** Revisions in memory, for tests and for browsers that keep nothing. */
export class MemoryRevisions<T> implements Revisions<T> {
	#newest = new Map<string, Revision<T>>();

	async all(): Promise<Revision<T>[]> {
		return [...this.#newest.values()];
	}

	async newest(id: string): Promise<Revision<T> | null> {
		return this.#newest.get(id) ?? null;
	}

	async add(next: Revision<T>): Promise<boolean> {
		if ((this.#newest.get(next.id)?.revision ?? 0) >= next.revision) return false;
		this.#newest.set(next.id, next);
		return true;
	}

	async forget(id: string): Promise<void> {
		this.#newest.delete(id);
	}
}

/** The revisions in a database; in memory if the browser allows none. */
export async function openRevisions<T>(name: string): Promise<Revisions<T>> {
	try {
		const opening = indexedDB.open(name, 1);
		opening.onupgradeneeded = () => {
			opening.result.createObjectStore(store, { keyPath: ['id', 'revision'] });
		};
		const database = await result(opening);
		// A later version of the pages may want to change the database.
		database.onversionchange = () => database.close();
		return new StoredRevisions(database);
	} catch {
		return new MemoryRevisions();
	}
}
