// Runs the built program for scripts that look at its pages.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Starts `plateau serve` at a free port and gives its address and how to end it. */
export async function serve() {
	const binary = process.env.PLATEAU_BINARY ?? '../bin/plateau';
	const server = spawn(binary, ['serve', '--listen', 'localhost:0'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of createInterface({ input: server.stdout })) {
		const [url] = /http:\S+/.exec(line) ?? [];
		if (url) return { url, stop: () => stop(server) };
	}
	throw new Error(`${binary} ended before it served anything`);
}

async function stop(server) {
	server.kill('SIGTERM');
	if (server.exitCode === null) await once(server, 'exit');
}
