import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Page, readPage } from './manualPage.ts';

const list = 'virtual:manual';
const search = 'virtual:manual-search';
const prefix = 'virtual:manual/';

/** The page that lists the others, and so says in which order and under which headings they come. */
export const start = 'README';

/** Pages of the manual that belong together. */
export interface Group {
	title: string;
	pages: { id: string; title: string }[];
}

/** All pages of a folder, by id: the name of the file without its ending. */
export function readManual(folder: string): Map<string, Page> {
	const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
	const ids = names.map((name) => name.replace(/\.md$/, '')).sort();
	const texts = new Map(ids.map((id) => [id, readFileSync(join(folder, `${id}.md`), 'utf8')] as const));
	const titles = new Map([...texts].map(([id, text]) => [id, /^# (.+)$/m.exec(text)?.[1] ?? id] as const));
	return new Map([...texts].map(([id, text]) => [id, readPage(id, text, titles)] as const));
}

/** The pages in the groups of the start page. Those that it does not name come last, under the last of its headings. */
export function groupsOf(manual: Map<string, Page>): Group[] {
	const first = manual.get(start);
	if (!first) throw new Error(`the manual has no ${start}.md`);
	const titleOf = (id: string) => manual.get(id)?.title ?? id;
	const groups = first.sections.flatMap(({ heading, links }) => {
		const ids = [...new Set(links.map(({ page }) => page))].filter((id) => id !== start && manual.has(id));
		return ids.length === 0 ? [] : [{ title: heading, pages: ids.map((id) => ({ id, title: titleOf(id) })) }];
	});
	const named = new Set(groups.flatMap(({ pages }) => pages.map(({ id }) => id)));
	const others = [...manual.keys()].filter((id) => id !== start && !named.has(id));
	groups.at(-1)?.pages.push(...others.map((id) => ({ id, title: titleOf(id) })));
	return groups;
}

/**
 * Makes modules of the manual: `virtual:manual` lists its pages and loads each of them, and
 * `virtual:manual-search` has the text of all sections. The Markdown becomes HTML here, so that
 * browsers need no parser.
 */
export function manual(folder: string): Plugin {
	return {
		name: 'plateau-manual',
		resolveId: (id) => (id === list || id === search || id.startsWith(prefix) ? `\0${id}` : null),
		load(asked) {
			const id = asked.slice(1);
			if (!asked.startsWith('\0') || !(id === list || id === search || id.startsWith(prefix))) return null;
			for (const name of readdirSync(folder)) if (name.endsWith('.md')) this.addWatchFile(join(folder, name));
			const pages = readManual(folder);
			if (id === list) return listModule(pages);
			if (id === search) return searchModule(pages);
			const page = pages.get(id.slice(prefix.length));
			if (!page) throw new Error(`the manual has no page ${id.slice(prefix.length)}`);
			return pageModule(folder, page);
		},
	};
}

function listModule(pages: Map<string, Page>): string {
	const loaders = [...pages.keys()].map((id) => {
		const name = JSON.stringify(id);
		return `${name}: () => import(${JSON.stringify(prefix + id)})`;
	});
	return `export const start = ${JSON.stringify(start)};
export const groups = ${JSON.stringify(groupsOf(pages))};
export const load = { ${loaders.join(', ')} };`;
}

/** A page, whose pictures and files are those that the bundler has put somewhere. */
function pageModule(folder: string, page: Page): string {
	const files = page.files.map((file) => {
		const path = join(folder, file);
		if (!existsSync(path)) throw new Error(`${page.id}.md links to ${file}, which is not there`);
		// Others would need a content type in internal/httpapi.
		if (!/\/[^.]+$|\.(csv|png|svg|txt)$/.test(path))
			throw new Error(`${page.id}.md links to ${file}: no such kind of file`);
		return path;
	});
	const imports = files.map((path, i) => `import file${i} from ${JSON.stringify(`${path}?url&no-inline`)};`);
	const { id, title, headings, html } = page;
	const parts = html.split(/\{\{file (\d+)\}\}/);
	const text = parts.map((part, i) => (i % 2 === 1 ? `file${part}` : JSON.stringify(part))).join(' + ');
	return `${imports.join('\n')}
export default { ...${JSON.stringify({ id, title, headings })}, html: ${text} };`;
}

function searchModule(pages: Map<string, Page>): string {
	const sections = [...pages.values()].flatMap(({ id, title, sections }) =>
		sections.map(({ slug, heading, text }) => ({
			id: `${id}#${slug}`,
			page: id,
			title,
			slug,
			heading,
			text,
		})),
	);
	return `export default ${JSON.stringify(sections)};`;
}
