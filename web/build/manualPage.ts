// Markdown of the manual as HTML, with what the pages need to know about it: headings, sections
// and links.

import { Marked, type Token, type Tokens } from 'marked';

export interface Heading {
	depth: number;
	slug: string;
	text: string;
}

/** A link to a page of the manual, and to one of its headings unless that is ''. */
export interface Link {
	page: string;
	slug: string;
}

/** What follows a heading, up to the next one. */
export interface Section {
	slug: string;
	heading: string;
	/** Without marks, for searching. */
	text: string;
	links: Link[];
}

export interface Page {
	id: string;
	title: string;
	/** Those below the title. */
	headings: Heading[];
	sections: Section[];
	/** {{file 0}} stands for the address of the first of `files`. */
	html: string;
	/** Pictures and data beside the page. */
	files: string[];
}

/**
 * Reads a page; `id` is the name of its file without the ending. Links whose text is the name of a file
 * get the title of that page instead.
 */
export function readPage(id: string, markdown: string, titles = new Map<string, string>()): Page {
	const page: Page = { id, title: '', headings: [], sections: [], html: '', files: [] };
	const slugs = new Slugs();
	const marked = new Marked({
		renderer: {
			heading({ tokens, depth }) {
				const text = plain(tokens);
				const slug = slugs.next(text);
				return `<h${depth} id="${headingID(slug)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
			},
			code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
			table(token) {
				const rows = [token.header, ...token.rows].map((cells, i) => {
					const name = i === 0 ? 'th' : 'td';
					const scope = i === 0 ? ' scope="col"' : '';
					const row = cells.map(
						(cell) => `<${name}${scope}>${this.parser.parseInline(cell.tokens)}</${name}>`,
					);
					return `<tr>${row.join('')}</tr>`;
				});
				const [first = '', ...body] = rows;
				// Tables of two columns often have no names for them.
				const named = token.header.some(({ text }) => text !== '');
				const head = named ? `<thead>${first}</thead>` : '';
				return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body.join('')}</tbody></table></div>\n`;
			},
			link({ href, tokens }) {
				const file = /^([\w-]+)\.md$/.exec(plain(tokens))?.[1] ?? '';
				const title = titles.get(file);
				return linkTo(page, href, title === undefined ? this.parser.parseInline(tokens) : escaped(title));
			},
			image: ({ href, text }) => pictureOf(page, href, text),
			// Comments are left out. Pictures with a width are the only tags that these pages use.
			html({ text }) {
				if (/^\s*<!--[\s\S]*-->\s*$/.test(text)) return '';
				const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '';
				if (!/^\s*<img\s[^<>]*>\s*$/.test(text)) throw new Error(`${id}.md: HTML is not supported: ${text}`);
				return pictureOf(page, attribute('src'), attribute('alt'), attribute('width'));
			},
		},
	});
	const tokens = marked.lexer(markdown);
	page.html = marked.parser(tokens);
	readSections(page, tokens);
	if (page.title === '') throw new Error(`${id}.md has no title`);
	return page;
}

/** The id of a heading in the document, apart from those of the app. */
export function headingID(slug: string): string {
	return `manual-${slug}`;
}

function readSections(page: Page, tokens: Token[]): void {
	const slugs = new Slugs();
	for (const token of tokens) {
		if (token.type === 'heading') {
			const { depth, tokens } = token as Tokens.Heading;
			const text = plain(tokens);
			const slug = slugs.next(text);
			if (depth === 1) page.title = text;
			else page.headings.push({ depth, slug, text });
			page.sections.push({ slug: depth === 1 ? '' : slug, heading: text, text: '', links: [] });
			continue;
		}
		const section = page.sections.at(-1);
		if (!section || token.type === 'space') continue;
		section.text = `${section.text} ${plain([token])}`.replace(/\s+/g, ' ').trim();
		section.links.push(...linksIn(page.id, [token]));
	}
}

/** All links to pages of the manual. */
function linksIn(from: string, tokens: Token[]): Link[] {
	return tokens.flatMap((token) => {
		const link = token.type === 'link' ? pageLink(from, (token as Tokens.Link).href) : null;
		return [...(link ? [link] : []), ...linksIn(from, partsOf(token))];
	});
}

function partsOf(token: Token): Token[] {
	if (token.type === 'table') {
		const { header, rows } = token as Tokens.Table;
		return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
	}
	if (token.type === 'list') return (token as Tokens.List).items;
	return ('tokens' in token && token.tokens) || [];
}

/** The text of tokens, without marks. */
function plain(tokens: Token[]): string {
	return tokens.map(plainOne).join('');
}

function plainOne(token: Token): string {
	if (token.type === 'image' || token.type === 'html') return '';
	if (token.type === 'table') {
		const { header, rows } = token as Tokens.Table;
		return [...header, ...rows.flat()].map(({ tokens }) => plain(tokens)).join(' ');
	}
	const parts = partsOf(token);
	if (token.type === 'list' || token.type === 'list_item') return parts.map(plainOne).join(' ');
	if (parts.length > 0) return plain(parts);
	return 'text' in token ? unescaped(String(token.text)) : '';
}

/** "online.md#limits" is a link to a page, "#limits" one to a heading of the same page. */
function pageLink(from: string, href: string): Link | null {
	const [, name, slug = ''] = /^(?:([\w-]+)\.md)?(?:#([\w-]*))?$/.exec(href) ?? [];
	if (name === undefined && slug === '') return null;
	return { page: name ?? from, slug };
}

/** Pages of the manual are pages of the app. What is elsewhere in the repository does not come with it. */
function linkTo(page: Page, href: string, text: string): string {
	const link = pageLink(page.id, href);
	if (link) {
		const at = link.slug === '' ? '' : `?at=${encodeURIComponent(link.slug)}`;
		return `<a href="#/manual/${encodeURIComponent(link.page)}${at}">${text}</a>`;
	}
	if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${text}</a>`;
	if (href.startsWith('..')) return text;
	return `<a href="${fileOf(page, href)}" download="${escaped(href.split('/').at(-1) ?? '')}">${text}</a>`;
}

function pictureOf(page: Page, href: string, text: string, width = ''): string {
	const size = width === '' ? '' : ` width="${escaped(width)}"`;
	return `<img src="${fileOf(page, href)}" alt="${escaped(text)}"${size} loading="lazy">`;
}

function fileOf(page: Page, file: string): string {
	if (!page.files.includes(file)) page.files.push(file);
	return `{{file ${page.files.indexOf(file)}}}`;
}

/** Names of headings in links, as sites with Markdown make them. */
class Slugs {
	#used = new Map<string, number>();

	next(text: string): string {
		const slug = text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-');
		const before = this.#used.get(slug) ?? 0;
		this.#used.set(slug, before + 1);
		return before === 0 ? slug : `${slug}-${before}`;
	}
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

function unescaped(text: string): string {
	return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => {
		if (entity === '&#39;') return "'";
		return Object.entries(entities).find(([, name]) => name === entity)?.[0] ?? entity;
	});
}
