// Puts a .br and a .gz beside every file of dist that gets smaller, so that
// the server compresses nothing while people wait.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const packed = /\.(br|gz|png)$/;
/** Below that the headers of an answer outweigh the gain. */
const least = 512;

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || packed.test(entry.name)) continue;
	const file = join(entry.parentPath, entry.name);
	const content = readFileSync(file);
	if (content.length < least) continue;
	const brotli = brotliCompressSync(content, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: 11,
			[constants.BROTLI_PARAM_LGWIN]: 24,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
		},
	});
	const gzip = gzipSync(content, { level: 9 });
	if (brotli.length < content.length) writeFileSync(`${file}.br`, brotli);
	if (gzip.length < content.length) writeFileSync(`${file}.gz`, gzip);
}
