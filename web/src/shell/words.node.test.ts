import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { areasOf, bundles, start } from '../../build/wordTypes.mjs';

// Pages load the messages that they show. Here every page is followed through its imports, and
// each text that is the key of a message counts as a use of it.

const sources = resolve(import.meta.dirname, '..');
const english = resolve(sources, '../../rulebook/words/en');
const shell = join(sources, 'shell');
const listOfPages = join(shell, 'pages.ts');

const bundleOf = new Map(
	bundles().flatMap((bundle) =>
		areasOf(bundle).flatMap((area) =>
			Object.keys(JSON.parse(readFileSync(join(english, area), 'utf8'))).map((key) => [key, bundle] as const),
		),
	),
);

function importsOf(file: string, text: string): string[] {
	const found = text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
	return [...found].flatMap(([, path = '']) => {
		const base = resolve(dirname(file), path);
		const names = ['', '.ts', '.svelte.ts', '/index.ts'].map((ending) => base + ending);
		return names.filter((name) => /\.(ts|svelte)$/.test(name) && existsSync(name));
	});
}

/** The messages that a file names, also by their beginning: `table.phrase.${phrase}`. */
function keysIn(text: string): string[] {
	const whole = [...text.matchAll(/['"`]([a-zA-Z][\w.-]*)['"`]/g)].map(([, key = '']) => key);
	const beginnings = [...text.matchAll(/`([a-zA-Z][\w.-]*\.)\$\{/g)].map(([, beginning = '']) => beginning);
	const completed = [...bundleOf.keys()].filter((key) =>
		beginnings.some((beginning) => key.startsWith(beginning)),
	);
	// Sentences of the rules and the server are named by them.
	const sentences = /\b(phrase|reason)\(/.test(text) ? ['phrase.game.over'] : [];
	return [...whole.filter((key) => bundleOf.has(key)), ...completed, ...sentences];
}

/** The first use of each bundle by a file and all that it imports. */
function bundlesUsed(first: string): Map<string, string> {
	const used = new Map<string, string>();
	const seen = new Set<string>();
	const visit = (file: string) => {
		// The functions for all messages name none, and the list of pages leads to every page.
		if (seen.has(file) || file === listOfPages || file.includes('/kernel/words/')) return;
		seen.add(file);
		const text = readFileSync(file, 'utf8');
		for (const key of keysIn(text)) {
			const bundle = bundleOf.get(key) ?? '';
			if (!used.has(bundle)) used.set(bundle, `${key} in ${file.slice(sources.length + 1)}`);
		}
		// What brings its own messages is checked where that is written.
		const rest = text.replace(/withWords\([^;]*?import\([^)]*\)\)/g, '');
		importsOf(file, rest).forEach(visit);
	};
	visit(first);
	return used;
}

/** Pages, and whatever else brings messages, with the bundles that are named beside them. */
function loaded(): { file: string; words: string[] }[] {
	const pages = readFileSync(listOfPages, 'utf8').matchAll(/(\w+)\(\(\) => import\('([^']+)'\)([^)]*)\)/g);
	const implied: Record<string, string[]> = {
		page: [],
		boardPage: ['match'],
		onlinePage: ['match', 'online'],
	};
	const others = ['shell/App.svelte', 'main.ts'].flatMap((file) => {
		const text = readFileSync(join(sources, file), 'utf8');
		const found = text.matchAll(/withWords\(\[([^\]]*)\], import\('([^']+)'\)/g);
		return [...found].map(([, words = '', path = '']) => ({
			file: importsOf(join(sources, file), `import '${path}'`)[0] ?? path,
			words: namesIn(words),
		}));
	});
	return [
		...[...pages].map(([, kind = '', path = '', words = '']) => ({
			file: resolve(shell, path),
			words: [...(implied[kind] ?? []), ...namesIn(words)],
		})),
		...others,
	];
}

function namesIn(text: string): string[] {
	return [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

test('every page loads the messages that it shows', () => {
	const all = loaded();
	expect(all.length).toBeGreaterThan(30);
	const missing = all.flatMap(({ file, words }) =>
		[...bundlesUsed(file)]
			.filter(([bundle]) => bundle !== start && !words.includes(bundle))
			.map(([bundle, use]) => `${file.slice(sources.length + 1)} lacks ${bundle}: ${use}`),
	);
	expect(missing).toEqual([]);
});

test('the frame around the pages shows only messages of the start page', () => {
	const used = bundlesUsed(join(sources, 'main.ts'));
	used.delete(start);
	expect([...used]).toEqual([]);
});
