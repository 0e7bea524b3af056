// Local storage. It may be blocked, full or written by another version; the app works
// without it.

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

export function save(key: string, value: unknown): void {
	try {
		localStorage.setItem(prefix + key, JSON.stringify(value));
	} catch {
		// Nothing can be done about it.
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
