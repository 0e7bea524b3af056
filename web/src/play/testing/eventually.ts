// Pages may be slow on a busy machine, so tests wait for results instead of a fixed
// time.
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

const patience = 20_000;

configure({ asyncUtilTimeout: patience });
vi.setConfig({ testTimeout: 2 * patience });

/** Waits until a check holds. */
export function eventually(check: () => void): Promise<void> {
	return vi.waitFor(check, { timeout: patience, interval: 5 });
}
