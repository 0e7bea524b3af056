// Style sheets know four breakpoints, and one look of fields (kernel/theme.css).

import { expect, it } from 'vitest';

const files = Object.entries(
	import.meta.glob<string>('./**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true }),
);

const breakpoints = [
	'max-width: 480px',
	'min-width: 480.1px',
	'max-width: 780px',
	'min-width: 780.1px',
	'max-width: 1120px',
	'min-width: 1120.1px',
	'max-height: 500px',
	'min-height: 500.1px',
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
