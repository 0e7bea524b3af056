// Several servers with one database, behind a load balancer that knows nothing of sessions.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { serve } from '../../build/server.mjs';

/** Starts PostgreSQL and NATS; see tests/backends. */
const backends = process.env.BACKENDS_BINARY ?? '../bin/backends';

/** Whether PostgreSQL is installed; where it must be, its absence is a failure. */
export const hasPostgres =
	process.env.PLATEAU_POSTGRESQL === 'required' ||
	spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/initdb || command -v initdb']).status === 0;

interface Balancer {
	url: string;
	stop: () => Promise<void>;
	/** How many requests each server has got. */
	requests: readonly number[];
}

export interface Cluster extends Balancer {
	/** Kills one of the servers. */
	kill: (server: number) => Promise<void>;
}

/** Starts servers, and what they share. */
export async function serveCluster(count = 3): Promise<Cluster> {
	const { settings, stop: stopBackends } = await startBackends();
	const servers = await Promise.all(Array.from({ length: count }, () => serve({ settings })));
	const balancer = await balance(servers.map(({ url }) => url));
	const stop = async () => {
		await balancer.stop();
		await Promise.all(servers.map((server) => server.stop()));
		await stopBackends();
	};
	return { ...balancer, stop, kill: async (server) => servers[server]?.kill() };
}

/** The settings by which servers find their database and each other. */
async function startBackends(): Promise<{ settings: string[]; stop: () => Promise<void> }> {
	const child = spawn(backends, { stdio: ['pipe', 'pipe', 'inherit'] });
	const found = new Map<string, string>();
	for await (const line of createInterface({ input: child.stdout })) {
		const [, name, value] = /^PLATEAU_(\w+)=(.*)$/.exec(line) ?? [];
		if (name && value) found.set(name.toLowerCase(), value);
		if (found.size === 2) {
			const settings = [...found].flatMap(([setting, address]) => [`--${setting}`, address]);
			return { settings, stop: () => end(child) };
		}
	}
	throw new Error(`${backends} ended before it started anything; 'make postgresql' installs PostgreSQL`);
}

/** Ends a process that ends with its input. */
async function end(child: ChildProcess): Promise<void> {
	child.stdin?.end();
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Passes each request to the next server that is there, and streams what it answers. */
async function balance(urls: string[]): Promise<Balancer> {
	const requests = urls.map(() => 0);
	let turn = 0;
	function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void {
		const chosen = turn++ % urls.length;
		const { hostname, port } = new URL(urls[chosen] as string);
		const { method, url: path, headers } = asked;
		const passed = request({ hostname, port, method, path, headers }, (got) => {
			requests[chosen] = (requests[chosen] ?? 0) + 1;
			answer.writeHead(got.statusCode ?? 502, got.headers);
			// A stream begins before there is news.
			answer.flushHeaders();
			got.on('error', () => answer.destroy());
			got.pipe(answer);
		});
		passed.on('error', (error: NodeJS.ErrnoException) => {
			// As load balancers do: a server that was killed may have carried out anything but a request to read.
			const safe = error.code === 'ECONNREFUSED' || method === 'GET' || method === 'HEAD';
			if (answer.headersSent) answer.destroy();
			else if (safe && tries > 1 && !answer.destroyed) pass(asked, body, answer, tries - 1);
			else answer.writeHead(502).end();
		});
		answer.on('close', () => passed.destroy());
		passed.end(body);
	}
	const balancer = createServer(async (asked, answer) => {
		const chunks: Buffer[] = [];
		for await (const chunk of asked) chunks.push(chunk);
		pass(asked, Buffer.concat(chunks), answer, urls.length);
	});
	await new Promise<void>((resolve) => balancer.listen(0, 'localhost', resolve));
	const stop = async () => {
		balancer.close();
		balancer.closeAllConnections();
	};
	return { url: `http://localhost:${(balancer.address() as AddressInfo).port}/`, requests, stop };
}
