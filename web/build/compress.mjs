// Puts a .br and a .gz next to every file of dist that gets smaller, so that
// the server compresses nothing while people wait. The best compression takes
// half a minute, so results are kept for the next build.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/compressed', import.meta.url));
const packed = /\.(br|gz|png)$/;
/** For smaller files the headers of an answer outweigh the gain. */
const smallest = 512;

const formats = {
	br: (content) =>
		promisify(brotliCompress)(content, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: 11,
				[constants.BROTLI_PARAM_LGWIN]: 24,
				[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
			},
		}),
	gz: (content) => promisify(gzip)(content, { level: 9 }),
};

async function compress(file) {
	const content = await readFile(file);
	if (content.length < smallest) return;
	const hash = createHash('sha256').update(content).digest('hex');
	for (const [ending, shorten] of Object.entries(formats)) {
		const cached = join(cache, `${hash}.${ending}`);
		if (!existsSync(cached)) {
			const short = await shorten(content);
			if (short.length >= content.length) continue;
			await writeFile(cached, short);
		}
		await copyFile(cached, `${file}.${ending}`);
	}
}

mkdirSync(cache, { recursive: true });
const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && !packed.test(entry.name));
await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
