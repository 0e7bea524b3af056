import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits } from '../../build/budget';

it('is what the manual says', () => {
	const text = (name: string) =>
		readFileSync(`${import.meta.dirname}/../../../docs/${name}`, 'utf8').replaceAll(/\s+/g, ' ');
	const [page, engine] = [`${limits.firstPage / 1000} kB`, `${limits.engine / 1_000_000} MB`];
	expect(text('web.md')).toContain(`first page is larger than ${page} or the engine larger than ${engine}`);
	expect(text('engine.md')).toContain(`of which the build allows ${engine}`);
});
