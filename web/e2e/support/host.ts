// A web host that serves files only, without the program.

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built pages. */
export const dist = fileURLToPath(new URL('../../dist', import.meta.url));

const types: Record<string, string> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.wasm': 'application/wasm',
};

interface Host {
	/** The folder that is served. */
	pages?: string;
	/** Gets the files that are asked for. */
	seen?: string[];
	/** Files besides those of the folder, by name. Parts of them can be asked for. */
	extra?: Record<string, Buffer>;
	/** Gets the parts of these files that are asked for, and `OPTIONS` if a browser first asks whether it may. */
	ranges?: string[];
	/** What is sent with these files besides, for example to pages of other hosts. */
	headers?: Record<string, string>;
	/** The Content-Security-Policy of the pages. */
	policy?: string;
	/** The host sends whole files, whatever is asked for. */
	whole?: boolean;
	/** Of modules, only the first half is sent until this settles. */
	half?: Promise<void>;
}

/** Serves the pages below a path such as "/" and returns their address. */
export async function host(
	path: string,
	{ pages = dist, seen = [], extra = {}, ranges = [], headers = {}, policy, whole = false, half }: Host = {},
): Promise<string> {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? '', 'http://localhost');
		const name = pathname.slice(path.length).replace(/^$|\/$/, 'index.html');
		const file = join(pages, name);
		seen.push(name);
		const contents = extra[name];
		if (contents) {
			const { range = '' } = request.headers;
			if (request.method === 'OPTIONS') {
				ranges.push(`${name} OPTIONS`);
				response.writeHead(204, headers).end();
				return;
			}
			ranges.push(`${name} ${range}`);
			const [, from, last] = (!whole && /^bytes=(\d+)-(\d+)$/.exec(range)) || [];
			const part = from && last ? contents.subarray(Number(from), Number(last) + 1) : contents;
			const all = { ...headers, ETag: `"${contents.length}"`, 'Content-Length': part.length };
			if (part === contents) response.writeHead(200, all);
			else response.writeHead(206, { ...all, 'Content-Range': `bytes ${from}-${last}/${contents.length}` });
			response.end(part);
			return;
		}
		if (!pathname.startsWith(path) || !existsSync(file)) {
			response.writeHead(404).end();
			return;
		}
		const type = types[extname(file)] ?? 'application/octet-stream';
		if (!half || type !== 'application/wasm') {
			response.writeHead(200, { 'Content-Type': type, ...(policy && { 'Content-Security-Policy': policy }) });
			createReadStream(file).pipe(response);
			return;
		}
		const bytes = readFileSync(file);
		response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length });
		response.write(bytes.subarray(0, bytes.length / 2));
		await half;
		response.end(bytes.subarray(bytes.length / 2));
	});
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	onTestFinished(() => void server.close());
	return `http://localhost:${(server.address() as AddressInfo).port}${path}`;
}
