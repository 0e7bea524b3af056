import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Home from './Home.svelte';

afterEach(() => vi.unstubAllGlobals());

it.each([
	['promises to work offline where there are service workers', true],
	['promises nothing of the kind at an address of plain HTTP', false],
])('%s', (_, secure) => {
	vi.stubGlobal('navigator', { onLine: true, ...(secure && { serviceWorker: {} }) });
	render(Home);
	expect(screen.queryByText(/Free.* offline/) !== null).toBe(secure);
});
