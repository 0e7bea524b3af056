// A bot on the server of the tests: the real `plateau bot` with an engine as another process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { binary } from '../../build/server.mjs';

const password = 'correct horse battery';

/** Makes an account for a bot; the answer is a token of it. */
async function botToken(name: string): Promise<string> {
	let token = '';
	const call = async (method: string, path: string, body: object) => {
		const headers = {
			'Content-Type': 'application/json',
			...(token && { Authorization: `Bearer ${token}` }),
		};
		const answer = await fetch(`${inject('url')}/api/v1/${path}`, {
			method,
			headers,
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
		return answer.json();
	};
	({ token } = await call('POST', 'guests', { name, token: true }));
	await call('PUT', 'me/password', { password });
	await call('POST', 'me/bot', { password });
	return (await call('POST', 'me/tokens', { label: 'test', password })).token;
}

/** Lets an engine play as a new bot until the test is over. */
export async function startBot(name: string, ...settings: string[]): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'plateau-bot-'));
	const file = join(folder, 'token');
	writeFileSync(file, await botToken(name));
	const engine = `cmd=${resolve(binary)} engine --level 1`;
	const args = ['bot', '--server', inject('url'), '--token-file', file, '--engine', engine, '--time', '50ms'];
	const bot = spawn(binary, [...args, ...settings], { stdio: 'ignore' });
	onTestFinished(async () => {
		bot.kill('SIGTERM');
		if (bot.exitCode === null && bot.signalCode === null) await once(bot, 'exit');
		rmSync(folder, { recursive: true });
	});
}
