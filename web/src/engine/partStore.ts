import type { Entry, PartStore, Version } from './parts';

/** The database of the parts. Their sizes are apart from their bytes, because all of them are read at the start. */
const databaseName = 'plateau-tablebases';

function result<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

function open(): Promise<IDBDatabase> {
	const opening = indexedDB.open(databaseName, 1);
	opening.onupgradeneeded = () => {
		const database = opening.result;
		database.createObjectStore('entries', { keyPath: ['file', 'at'] });
		database.createObjectStore('bytes');
		database.createObjectStore('versions');
	};
	return result(opening);
}

/** A store in IndexedDB. Every call fails if the browser allows none. */
export function storedParts(): PartStore {
	let opened: Promise<IDBDatabase> | undefined;
	const database = async () => {
		opened ??= open().then((found) => {
			// Another tab erases it.
			found.onversionchange = () => {
				found.close();
				opened = undefined;
			};
			return found;
		});
		return opened;
	};
	const reading = async (store: string) => (await database()).transaction(store).objectStore(store);
	return {
		entries: async () => result<Entry[]>((await reading('entries')).getAll()),
		read: async (keys) => {
			const bytes = await reading('bytes');
			return Promise.all(keys.map((key) => result<Uint8Array | undefined>(bytes.get(key))));
		},
		version: async (file) => result<Version | undefined>((await reading('versions')).get(file)),
		write: async ({ added = [], used = [], removed = [], version }) => {
			const change = (await database()).transaction(['entries', 'bytes', 'versions'], 'readwrite');
			const [entries, bytes, versions] = ['entries', 'bytes', 'versions'].map((name) =>
				change.objectStore(name),
			) as [IDBObjectStore, IDBObjectStore, IDBObjectStore];
			for (const { bytes: contents, ...entry } of added) {
				entries.put(entry);
				bytes.put(contents, [entry.file, entry.at]);
			}
			for (const entry of used) entries.put(entry);
			for (const key of removed) {
				entries.delete(key);
				bytes.delete(key);
			}
			if (version?.version) versions.put(version.version, version.file);
			else if (version) versions.delete(version.file);
			return new Promise((resolve, reject) => {
				change.oncomplete = () => resolve();
				change.onabort = () => reject(change.error);
			});
		},
	};
}

/** Removes everything that is stored, of all files. */
export async function eraseParts(): Promise<void> {
	try {
		await result(indexedDB.deleteDatabase(databaseName));
	} catch {
		// Without a database there is nothing to remove.
	}
}
