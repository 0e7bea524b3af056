import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { budget } from './build/budget.ts';
import { hints } from './build/hints.ts';
import { lookFolders, looks } from './build/looks.ts';
import { words } from './build/words.ts';

// The pages and everything they need are kept on the device at the first visit,
// so that all of it works offline. A new version waits until the user agrees.
const offline = VitePWA({
	registerType: 'prompt',
	injectRegister: false,
	workbox: {
		globPatterns: ['**/*.{html,js,css,svg,png,wasm,bin,webmanifest}'],
		maximumFileSizeToCacheInBytes: 20_000_000,
		// Hashed names need no second hash in their address.
		dontCacheBustURLsMatching: /assets\//,
		ignoreURLParametersMatching: [/./],
		navigateFallback: null,
		cleanupOutdatedCaches: true,
	},
	manifest: {
		name: 'Plateau',
		short_name: 'Plateau',
		description: 'Play, learn and analyse Quantik, Pivot and Quixo',
		lang: 'en',
		id: './',
		start_url: './',
		scope: './',
		display: 'standalone',
		categories: ['games'],
		background_color: '#f4f1ea',
		theme_color: '#0b6b62',
		icons: [
			{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
			{ src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
			{ src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
			{ src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
		],
	},
});

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
		words([fileURLToPath(new URL('../rulebook/words', import.meta.url)), ...wordsOfGames]),
		looks(games),
		svelte(),
		svelteTesting(),
		offline,
		hints(),
		budget(),
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
