// The types of the pages are generated from a description of the API; the server gives the same one.

import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { expect, test } from './support/app';

interface Description {
	info: { version?: string };
}

test('the pages are built for the API of this server', async () => {
	const generated = new URL('../src/net/generated/openapi.json', import.meta.url);
	const expected = JSON.parse(readFileSync(generated, 'utf8')) as Description;
	const response = await fetch(new URL('api/v1/openapi.json', inject('url')));
	const served = (await response.json()) as Description;
	delete expected.info.version;
	delete served.info.version;
	expect(served).toEqual(expected);
});
