import { vi } from 'vitest';

/** Milliseconds. A test that passes never waits that long, whatever else the machine does. */
const timeout = 60_000;

/** Waits until a check holds. */
export function eventually(check: () => void): Promise<void> {
	// biome-ignore lint/plugin: this is what tests use instead
	return vi.waitFor(check, { timeout, interval: 5 });
}
