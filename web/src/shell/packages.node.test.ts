import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { packagesOf } from '../../build/packages';

it('finds the packages whose code is in a build', () => {
	const chunk = (modules: Record<string, number>) => ({
		type: 'chunk',
		modules: Object.fromEntries(
			Object.entries(modules).map(([id, renderedLength]) => [id, { renderedLength }]),
		),
	});
	const bundle = {
		'a.js': chunk({
			'/home/web/src/main.ts': 100,
			'/home/web/node_modules/svelte/src/internal/client/index.js': 20,
			'/home/web/node_modules/svelte/src/store/index.js': 20,
			'/home/web/node_modules/@scope/name/index.js': 1,
			'/home/web/node_modules/left-out/index.js': 0,
		}),
		'b.js': chunk({ '/home/web/node_modules/outer/node_modules/@scope/inner/index.js': 1 }),
		'c.css': { type: 'asset' },
	};
	expect(packagesOf(bundle as unknown as Rolldown.OutputBundle)).toEqual([
		'node_modules/@scope/name',
		'node_modules/outer/node_modules/@scope/inner',
		'node_modules/svelte',
	]);
});
