import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** In bytes, compressed. */
export const limits = { firstPage: 100_000, engine: 1_500_000 };

/** What the first page loads besides the entry: the start page and the words of a language. */
const firstPage = [/\/home\/Home\.svelte$/, /virtual:words\/en\/start$/];

/** Prints what visitors have to load, and fails the build when it is too much. */
export function budget(): Plugin {
	return {
		name: 'plateau-budget',
		apply: 'build',
		writeBundle(_, bundle) {
			const pages = sizeOf(bundle, filesOfFirstPage(bundle));
			const engine = sizeOf(
				bundle,
				Object.keys(bundle).filter((name) => name.endsWith('.wasm')),
			);
			const overrun = [
				report('first page without the engine', pages, limits.firstPage),
				report('engine', engine, limits.engine),
			];
			if (overrun.includes(true)) this.error('over budget');
		},
	};
}

function report(what: string, size: number, limit: number): boolean {
	const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
	console.log(`budget: ${what} ${kilobytes(size)} of ${kilobytes(limit)} compressed`);
	return size > limit;
}

function filesOfFirstPage(bundle: Bundle): string[] {
	const files = new Set(['index.html']);
	const visit = (name: string) => {
		const chunk = bundle[name];
		if (files.has(name) || chunk?.type !== 'chunk') return;
		files.add(name);
		for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
		chunk.imports.forEach(visit);
	};
	const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
	// The service worker comes later.
	for (const chunk of chunks) if (chunk.isEntry && chunk.fileName !== 'sw.js') visit(chunk.fileName);
	for (const pattern of firstPage) {
		const chunk = chunks.find(({ facadeModuleId }) => pattern.test(facadeModuleId ?? ''));
		// A file that was renamed must not look like a smaller page.
		if (!chunk) throw new Error(`budget: nothing in the build matches ${pattern}`);
		visit(chunk.fileName);
	}
	return [...files];
}

function sizeOf(bundle: Bundle, names: string[]): number {
	let size = 0;
	for (const name of names) {
		const file = bundle[name];
		if (file) size += brotliCompressSync(file.type === 'chunk' ? file.code : file.source, quick).length;
	}
	return size;
}

/** Nearly as small as what is served, in a fraction of the time. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
