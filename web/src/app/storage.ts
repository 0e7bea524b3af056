// What is kept on the device. Storage may be forbidden, full or damaged by
// another version: then the pages work without it.

const prefix = 'plateau.';

/** Reads what was saved; `check` gives null for what cannot be used. */
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
		// Nothing can be done; the game goes on.
	}
}
