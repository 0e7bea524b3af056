import { defineConfig } from 'vitest/config';
import { Skipped } from '../build/skipped.ts';
import { timeout } from './support/timeout.ts';

// The built program in a real browser. Workers keep their browser from file to
// file. Three of them keep two cores busy, because some tests wait for clocks.
export default defineConfig({
	root: import.meta.dirname,
	cacheDir: '../node_modules/.vite',
	test: {
		environment: 'node',
		include: ['**/*.test.ts'],
		globalSetup: ['support/server.ts'],
		reporters: ['default', new Skipped()],
		maxWorkers: 3,
		isolate: false,
		testTimeout: 4 * timeout,
		hookTimeout: 4 * timeout,
		expect: { poll: { timeout, interval: 50 } },
		// Where everything fails, nobody waits for all of it.
		bail: 20,
	},
});
