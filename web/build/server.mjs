// Runs the built program for scripts that look at its pages.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built program. */
export const binary = process.env.PLATEAU_BINARY ?? '../bin/plateau';
/** The same program with a game that is not one of its own. */
export const fourthgame = process.env.FOURTHGAME_BINARY ?? '../bin/fourthgame';

/**
 * A port at which nobody listens. Systems give ports from 32768 on to connections, so nobody gets this one by chance,
 * neither before a program listens there nor while it is restarted.
 */
export async function freePort() {
	for (;;) {
		const port = 10_000 + Math.floor(Math.random() * 22_000);
		const server = createServer();
		const isFree = await new Promise((resolve) => {
			server.once('error', () => resolve(false));
			server.listen(port, () => resolve(true));
		});
		await new Promise((resolve) => server.close(resolve));
		if (isFree) return port;
	}
}

/**
 * Starts `plateau serve` and returns its address and two ways to end it: `stop` shuts it down, `kill` does not
 * let it finish anything. Without a data folder it gets one that `stop` removes; without an address, any free port. One
 * that will be started again gets a port of `freePort`.
 */
export async function serve({
	listen = 'localhost:0',
	data = '',
	program = binary,
	settings = /** @type {string[]} */ ([]),
} = {}) {
	// A folder is for one server, and several test files run at once.
	const folder = data || mkdtempSync(join(tmpdir(), 'plateau-'));
	// The people in tests are guests, who do not chat otherwise.
	const args = [
		'serve',
		'--listen',
		listen,
		'--data',
		folder,
		'--log-level',
		'warn',
		'--guest-chat',
		...settings,
	];
	const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const end = async (signal) => {
		server.kill(signal);
		if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
	};
	const stop = async () => {
		await end('SIGTERM');
		if (!data) rmSync(folder, { recursive: true });
	};
	for await (const line of createInterface({ input: server.stdout })) {
		const [url] = /http:\S+/.exec(line) ?? [];
		if (url) return { url, stop, kill: () => end('SIGKILL') };
	}
	throw new Error(`${program} ended before it served anything`);
}
