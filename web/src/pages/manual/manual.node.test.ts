import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { groupsOf, readManual, start } from '../../../build/manual';
import { readPage } from '../../../build/manualPage';

const sources = resolve(import.meta.dirname, '../..');
const manual = readManual(resolve(sources, '../../docs'));

/** What is wrong with a link, or ''. */
function fault(page: string, slug: string): string {
	const found = manual.get(page);
	if (!found) return `there is no ${page}.md`;
	if (slug === '' || found.headings.some((heading) => heading.slug === slug)) return '';
	return `${page}.md has no heading #${slug}`;
}

describe('the manual', () => {
	it('names every page on its start page', () => {
		const named = manual.get(start)?.sections.flatMap(({ links }) => links.map(({ page }) => page)) ?? [];
		expect([...manual.keys()].filter((id) => id !== start && !named.includes(id))).toEqual([]);
		expect(groupsOf(manual).length).toBeGreaterThan(3);
	});

	it('has no link that leads nowhere', () => {
		const links = [...manual.values()].flatMap(({ id, sections }) =>
			sections.flatMap(({ links }) => links.map(({ page, slug }) => ({ id, fault: fault(page, slug) }))),
		);
		expect(links.length).toBeGreaterThan(50);
		expect(links.filter(({ fault }) => fault !== '')).toEqual([]);
	});

	it('has the pages and headings that other pages link to', () => {
		const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
			name.endsWith('.svelte'),
		);
		const links = files.flatMap((name) => {
			const text = readFileSync(join(sources, name), 'utf8');
			return [...text.matchAll(/<ManualLink page="([^"]+)"(?: heading="([^"]+)")?/g)].map(
				([, page = '', slug = '']) => ({ name, fault: fault(page, slug) }),
			);
		});
		expect(links.length).toBeGreaterThan(5);
		expect(links.filter(({ fault }) => fault !== '')).toEqual([]);
	});
});

test('Markdown becomes a page', () => {
	const page = readPage(
		'one',
		[
			'# One & only',
			'See [two](two.md#a-heading), [two.md](two.md), [below](#code), [the code](../game) and [a site](https://example.org).',
			'',
			'## Code',
			'```sh',
			'a < b',
			'```',
			'![A board](images/board.png)',
			'',
			'   <img src="images/board.png" width="260" alt="The same">',
			'',
			'## Code',
			'| a | b |',
			'|---|---|',
			'| `x` | [data](data/x.csv) |',
		].join('\n'),
		new Map([['two', 'The other & last']]),
	);
	expect(page.title).toBe('One & only');
	expect(page.headings.map(({ slug }) => slug)).toEqual(['code', 'code-1']);
	expect(page.files).toEqual(['images/board.png', 'data/x.csv']);
	expect(page.sections.map(({ slug, text }) => [slug, text])).toEqual([
		['', 'See two, two.md, below, the code and a site.'],
		['code', 'a < b'],
		['code-1', 'a b x data'],
	]);
	expect(page.sections[0]?.links).toEqual([
		{ page: 'two', slug: 'a-heading' },
		{ page: 'two', slug: '' },
		{ page: 'one', slug: 'code' },
	]);
	for (const part of [
		'<h1 id="manual-one--only" tabindex="-1">One &amp; only</h1>',
		'<a href="#/manual/two?at=a-heading">two</a>',
		'<a href="#/manual/two">The other &amp; last</a>',
		'<a href="#/manual/one?at=code">below</a>',
		', the code and',
		'<a href="https://example.org" rel="noreferrer">a site</a>',
		'<pre tabindex="0"><code>a &lt; b</code></pre>',
		'<img src="{{file 0}}" alt="A board" loading="lazy">',
		'<img src="{{file 0}}" alt="The same" width="260" loading="lazy">',
		'<th scope="col">a</th>',
		'<a href="{{file 1}}" download="x.csv">data</a>',
	]) {
		expect(page.html).toContain(part);
	}
});

test('other HTML is refused, since nobody would see what it becomes', () => {
	expect(() => readPage('one', '# One\n\n<script>alert(1)</script>')).toThrow('HTML is not supported');
	expect(() => readPage('one', 'No heading.')).toThrow('has no title');
});
