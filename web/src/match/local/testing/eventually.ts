// Pages may be slow on a busy machine, so tests wait for results instead of a fixed
// time.
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

const timeout = 20_000;

configure({ asyncUtilTimeout: timeout });
vi.setConfig({ testTimeout: 2 * timeout });

/** Waits until a check holds. */
export function eventually(check: () => void): Promise<void> {
	return vi.waitFor(check, { timeout, interval: 5 });
}
