import { defineConfig } from 'vitest/config';
import { patience } from './support/patience.ts';

// The built program in a real browser. Two files at a time keep two cores busy.
export default defineConfig({
	root: import.meta.dirname,
	cacheDir: '../node_modules/.vite',
	test: {
		environment: 'node',
		include: ['**/*.test.ts'],
		globalSetup: ['support/serving.ts'],
		maxWorkers: 2,
		testTimeout: 4 * patience,
		hookTimeout: 4 * patience,
		expect: { poll: { timeout: patience, interval: 50 } },
	},
});
