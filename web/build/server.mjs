// Runs the built program for scripts that look at its pages.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built program. */
export const binary = process.env.PLATEAU_BINARY ?? '../bin/plateau';
/** The same program with a game that is not one of its own. */
export const fourthgame = process.env.FOURTHGAME_BINARY ?? '../bin/fourthgame';

/**
 * Starts `plateau serve` and returns its address and two ways to end it: `stop` shuts it down, `kill` does not
 * let it finish anything. Without a data folder it gets one that `stop` removes; without an address, a free port.
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
