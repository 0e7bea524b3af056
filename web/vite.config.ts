import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { budget } from './build/budget.ts';
import { hints } from './build/hints.ts';
import { lookFolders, looks } from './build/looks.ts';
import { manual } from './build/manual.ts';
import { maps } from './build/maps.ts';
import { offline } from './build/offline.ts';
import { packages } from './build/packages.ts';
import { Skipped } from './build/skipped.ts';
import { words } from './build/words.ts';

// What every page needs comes as one file instead of a dozen small ones.
const shared =
	/node_modules\/(svelte|esm-env|clsx)\/|\/src\/(kernel|shell)\/(?!sw\.ts|.*\.test\.)|\/src\/net\/presence/;

// The drawings of boards, which lists have, too.
const pictures =
	/\/src\/board\/(looks|geometry|MiniBoard|games\/|plain\/|themes|drawing\/(Shape|Defs|Markers|DecisiveLine|BoardSurface))/;

// Boards that are played on. Their parts are small, and always used together.
const boards = /\/src\/(board|match\/(room|move))\//;

// What several pages need: one file instead of dozens, because each costs a round trip.
const common = /\/src\/(?!sw\.ts)/;

// The folders with the looks of the games. A program with other games names its own; each may have
// words beside its look.
const games = (process.env.PLATEAU_LOOKS ?? fileURLToPath(new URL('src/board/games', import.meta.url))).split(
	delimiter,
);
const wordsOfGames = lookFolders(games)
	.map((folder) => join(folder, 'words'))
	.filter(existsSync);

/** What the manual and the maps of solved games are made from. */
const docs = fileURLToPath(new URL('../docs', import.meta.url));

// The same for the module with their rules; otherwise it is that of web/build/engine.sh.
const wasm = process.env.PLATEAU_WASM;
const engineSize = statSync(wasm ?? new URL('src/engine/generated/plateau.wasm', import.meta.url)).size;
const rules = wasm ? [{ find: /^\.\/generated\/plateau\.wasm/, replacement: resolve(wasm) }] : [];

// Tests that replace modules, or say that they leave something behind, must not share modules with
// others. For all others, loading them once instead of once per file saves most of the time.
const alone = readdirSync(new URL('src', import.meta.url), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.test.ts'))
	.map((file) => join('src', file))
	.filter((file) =>
		/vi\.(mock|resetModules)\(|^\/\/ Runs alone/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
	);

const others = packages();

export default defineConfig({
	// Relative addresses let the same files be served from any folder.
	base: './',
	define: {
		__VERSION__: JSON.stringify(process.env.PLATEAU_VERSION ?? 'development'),
		__COMMIT__: JSON.stringify(process.env.PLATEAU_COMMIT ?? ''),
		__DATE__: JSON.stringify(process.env.PLATEAU_DATE ?? ''),
		__ENGINE_SIZE__: String(engineSize),
	},
	plugins: [
		words(fileURLToPath(new URL('../rulebook', import.meta.url)), wordsOfGames),
		looks(games),
		manual(docs),
		maps(docs),
		svelte(),
		svelteTesting(),
		hints(),
		budget(),
		others.pages,
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
		rolldownOptions: {
			checks: { bundlerTimings: false },
			output: {
				// What the names would not tell: the language, or that it is a page of the manual.
				chunkFileNames: ({ facadeModuleId }) => {
					const [, kind, name = ''] = /virtual:(words|manual|maps)\/(.+)$/.exec(facadeModuleId ?? '') ?? [];
					return `assets/${kind ? `${kind}-${name.replace('/', '-')}` : '[name]'}-[hash].js`;
				},
				// Go embeds no file whose name ends with a dot, as that of a file without an ending would.
				assetFileNames: ({ names }) =>
					`assets/[name]-[hash].${names.some((name) => /\.\w+$/.test(name)) ? '[ext]' : 'txt'}`,
				codeSplitting: {
					groups: [
						{ name: 'shared', test: shared, priority: 3 },
						{ name: 'pictures', test: pictures, priority: 2 },
						{ name: 'boards', test: boards, priority: 1, includeDependenciesRecursively: false },
						{ name: 'common', test: common, minShareCount: 4, includeDependenciesRecursively: false },
					],
				},
			},
		},
	},
	worker: { format: 'es', plugins: others.workers },
	test: {
		environment: 'happy-dom',
		setupFiles: ['src/testSetup.ts'],
		testTimeout: 120_000,
		reporters: ['default', new Skipped()],
		pool: 'threads',
		projects: [
			{
				extends: true,
				test: { name: 'together', include: ['src/**/*.test.ts'], exclude: alone, isolate: false },
			},
			{ extends: true, test: { name: 'alone', include: alone } },
		],
	},
});
