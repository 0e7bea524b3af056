// Style sheets know four breakpoints, and one look of fields (kernel/theme.css).

import { expect, it } from 'vitest';

const files = Object.entries(
	import.meta.glob<string>('./**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true }),
);

const breakpoints = [
	'max-width: 30em',
	'min-width: 30.01em',
	'max-width: 48.75em',
	'min-width: 48.76em',
	'max-width: 70em',
	'min-width: 70.01em',
	'max-height: 31.25em',
	'min-height: 31.26em',
];

it('has no other breakpoints: everything finer is a container query', () => {
	expect(files.length).toBeGreaterThan(100);
	const found = files.flatMap(([name, text]) =>
		[...text.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
			[...query.matchAll(/(?:min|max)-(?:width|height): [^)]*/g)].map(([one]) => `${name}: ${one}`),
		),
	);
	expect(found.filter((one) => !breakpoints.some((known) => one.endsWith(`: ${known}`)))).toEqual([]);
});

it('has one look of fields', () => {
	const others = /type="(?:radio|checkbox|file|range)"|class="visually-hidden"/;
	const found = files.flatMap(([name, text]) =>
		[...text.matchAll(/<(?:input|select|textarea)\b(?:=>|[^>])*>/g)]
			.filter(([tag]) => !others.test(tag) && !/class=(?:"|\{\[')field\b/.test(tag))
			.map(([tag]) => `${name}: ${tag}`),
	);
	expect(found).toEqual([]);
});
