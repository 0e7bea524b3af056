import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { budget } from './build/budget.ts';
import { hints } from './build/hints.ts';
import { lookFolders, looks } from './build/looks.ts';
import { offline } from './build/offline.ts';
import { words } from './build/words.ts';

// What every page needs comes as one file instead of a dozen small ones.
const shared =
	/node_modules\/(svelte|esm-env|clsx)\/|\/src\/(kernel|shell)\/(?!sw\.ts|.*\.test\.)|\/src\/net\/presence/;

// The folders with the looks of the games. A program with other games names its own; each may have
// words beside its look.
const games = (process.env.PLATEAU_LOOKS ?? fileURLToPath(new URL('src/board/games', import.meta.url))).split(
	delimiter,
);
const wordsOfGames = lookFolders(games)
	.map((folder) => join(folder, 'words'))
	.filter(existsSync);

// The same for the module with their rules; otherwise it is that of web/build/engine.sh.
const wasm = process.env.PLATEAU_WASM;
const engineSize = statSync(wasm ?? new URL('src/engine/generated/plateau.wasm', import.meta.url)).size;
const rules = wasm ? [{ find: /^\.\/generated\/plateau\.wasm/, replacement: resolve(wasm) }] : [];

export default defineConfig({
	// Relative addresses let the same files be served from any folder.
	base: './',
	define: {
		__VERSION__: JSON.stringify(process.env.PLATEAU_VERSION ?? 'development'),
		__ENGINE_SIZE__: String(engineSize),
	},
	plugins: [
		words(fileURLToPath(new URL('../rulebook', import.meta.url)), wordsOfGames),
		looks(games),
		svelte(),
		svelteTesting(),
		hints(),
		budget(),
		// The last one, because it needs all files as they are.
		offline(fileURLToPath(new URL('src/shell/sw.ts', import.meta.url))),
	],
	// The looks of other games are outside this folder.
	resolve: { dedupe: ['svelte'], alias: rules },
	server: { fs: { allow: ['..'] } },
	build: {
		target: 'es2022',
		outDir: 'dist',
		emptyOutDir: true,
		modulePreload: { polyfill: false },
		// Together the styles are smaller than the requests for many files.
		cssCodeSplit: false,
		rolldownOptions: {
			checks: { bundlerTimings: false },
			output: { codeSplitting: { groups: [{ name: 'shared', test: shared }] } },
		},
	},
	worker: { format: 'es' },
	test: {
		environment: 'happy-dom',
		include: ['src/**/*.test.ts'],
		setupFiles: ['src/testSetup.ts'],
		testTimeout: 60_000,
	},
});
