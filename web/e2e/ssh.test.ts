// Somebody in a terminal, over a real SSH client, and somebody in a browser play with each other.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort, serve } from '../build/server.mjs';
import { expect, test } from './support/app';
import { skipped } from './support/full';
import { makeMove } from './support/moves';
import { ask, expectMoves, openTable, outOfReach } from './support/tables';
import { timeout } from './support/timeout';

const missing = ['ssh', 'ssh-keygen', 'tmux'].filter((program) => spawnSync(program, ['-V']).error);
const game = 'a game between SSH and a browser, over a restart';

/** A terminal that tmux shows. */
class Terminal {
	readonly #socket: string;

	constructor(folder: string, name: string, command: string) {
		this.#socket = join(folder, name);
		this.#tmux(
			'-f',
			'/dev/null',
			'new-session',
			'-d',
			'-x',
			'100',
			'-y',
			'34',
			`${command}; echo ended with $?; sleep 60`,
		);
		onTestFinished(() => void spawnSync('tmux', ['-S', this.#socket, 'kill-server']));
	}

	#tmux(...args: string[]): string {
		return execFileSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' });
	}

	types(...keys: string[]): void {
		this.#tmux('send-keys', ...keys);
	}

	async sees(text: string): Promise<void> {
		await expect.poll(() => this.#tmux('capture-pane', '-p'), { timeout }).toContain(text);
	}

	/** Waits until a text is gone, so that it is not taken for the next of its kind. */
	async loses(text: string): Promise<void> {
		await expect.poll(() => this.#tmux('capture-pane', '-p'), { timeout }).not.toContain(text);
	}
}

test.skipIf(missing.length > 0)(
	missing.length > 0 ? skipped(game, `without ${missing}`) : game,
	async ({ visit }) => {
		const folder = mkdtempSync(join(tmpdir(), 'plateau-ssh-'));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const data = join(folder, 'data');
		const listen = `localhost:${await freePort()}`;
		const settings = ['--ssh', `localhost:${await freePort()}`];
		let server = await serve({ data, listen, settings });
		onTestFinished(() => server.stop());
		const bob = await visit('#/about', { at: server.url, expected: outOfReach });
		const { ssh } = await ask<{ ssh: number }>(bob, 'server');
		const hash = await openTable(bob, 'Bob', { game: 'quixo' });
		const key = join(folder, 'key');
		execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
		const command = [
			`env LC_ALL=C.UTF-8 ssh -t -F none -i ${key} -o IdentitiesOnly=yes -o IdentityAgent=none -o LogLevel=ERROR`,
			`-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=${join(folder, 'hosts')}`,
			`-p ${ssh} ann@localhost ${hash.replace('#/table/', '')}`,
		].join(' ');

		let ann = new Terminal(folder, 'first', command);
		await ann.sees('Create an account with this key');
		ann.types('Enter');
		await ann.sees('Your name');
		ann.types('C-u', 'Ann', 'Enter');
		await ann.sees('Sit down and play');
		ann.types('Enter');
		await bob.getByRole('grid').waitFor();
		const play = async (from: number, to: number) => {
			for (let ply = from; ply < to; ply++) {
				const move = ply % 2 === 0 ? 'a1-a5' : 'e1-e5';
				if (ply % 2 === 0) await makeMove(bob, 'quixo', move);
				else {
					await ann.sees('Choose a cube');
					ann.types(':', move, 'Enter');
					await ann.loses('Choose a cube');
				}
				await expectMoves([bob], ply + 1, move);
				await ann.sees(move);
			}
		};
		await play(0, 2);

		await server.stop();
		await ann.sees('The server is restarting');
		await ann.sees('ended with 1');
		server = await serve({ data, listen, settings });
		ann = new Terminal(folder, 'second', command);
		await ann.sees('Bob (guest)');
		await play(2, 9);
		await bob
			.getByText(/Bob wins|You win/)
			.first()
			.waitFor();
		await ann.sees('Bob (guest) (X, crosses) wins');
		ann.types('q');
		await ann.sees('Open tables');
		ann.types('q');
		await ann.sees('ended with 0');
	},
);
