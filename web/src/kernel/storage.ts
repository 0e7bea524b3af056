// Local storage. It may be blocked, full or written by another version; the app works
// without it, and says so once.

const prefix = 'plateau.';

/** Reads a saved value; `check` returns null for invalid data. */
export function load<T>(key: string, check: (x: unknown) => T | null, fallback: T): T {
	try {
		const text = localStorage.getItem(prefix + key);
		return text === null ? fallback : (check(JSON.parse(text)) ?? fallback);
	} catch {
		return fallback;
	}
}

/** Set once everything is being erased: what this page still knows must not come back. */
let erased = false;

export function isErased(): boolean {
	return erased;
}

let tell: (() => void) | null = null;

/** Calls a function once, the first time that something cannot be stored. */
export function onNotSaved(say: () => void): void {
	tell = say;
}

/** Something could not be stored. */
export function notSaved(): void {
	tell?.();
	tell = null;
}

export function save(key: string, value: unknown): void {
	if (erased) return;
	try {
		localStorage.setItem(prefix + key, JSON.stringify(value));
	} catch {
		notSaved();
	}
}

export function remove(key: string): void {
	try {
		localStorage.removeItem(prefix + key);
	} catch {
		// It could not be read, either.
	}
}

/** Calls a function when another tab has saved a value. */
export function onSavedElsewhere(key: string, changed: () => void): void {
	addEventListener('storage', (event) => {
		if (event.key === prefix + key) changed();
	});
}

/** Everything that is saved, by key. */
export function allSaved(): Record<string, unknown> {
	const all: Record<string, unknown> = {};
	try {
		for (const key of ownKeys(localStorage)) {
			all[key.slice(prefix.length)] = parsed(localStorage.getItem(key) ?? 'null');
		}
	} catch {
		// Blocked storage is empty.
	}
	return all;
}

/** The text itself, if another version stored it differently. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const marker = `${prefix}erased`;

/** Erases everything that is saved. Nothing is saved any more until the page is loaded again, here and in other tabs. */
export function eraseSaved(): void {
	erased = true;
	try {
		// Other tabs learn of it before they see anything vanish.
		localStorage.setItem(marker, String(Date.now()));
		for (const storage of [localStorage, sessionStorage]) {
			for (const key of ownKeys(storage)) storage.removeItem(key);
		}
	} catch {
		// Blocked storage is empty.
	}
}

/** Calls a function when another tab erases everything. */
export function onErasedElsewhere(reload: () => void): void {
	addEventListener('storage', (event) => {
		if (event.key !== marker || event.newValue === null) return;
		erased = true;
		reload();
	});
}

function ownKeys(storage: Storage): string[] {
	return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '').filter((key) =>
		key.startsWith(prefix),
	);
}

/** Reads what this tab keeps across a reload. */
export function loadForTab<T>(key: string, check: (x: unknown) => T | null): T | null {
	try {
		return check(JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null'));
	} catch {
		return null;
	}
}

/** Keeps something for this tab, until it is closed. */
export function saveForTab(key: string, value: unknown): void {
	if (erased) return;
	try {
		sessionStorage.setItem(prefix + key, JSON.stringify(value));
	} catch {
		// Nothing can be done about it.
	}
}
