// On a busy machine a page takes its time; what must happen is waited for, not timed.
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

const patience = 20_000;

configure({ asyncUtilTimeout: patience });
vi.setConfig({ testTimeout: 2 * patience });

/** Waits until a check holds. */
export function eventually(check: () => void): Promise<void> {
	return vi.waitFor(check, { timeout: patience, interval: 5 });
}
