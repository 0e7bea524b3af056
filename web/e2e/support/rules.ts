// The rules, as the pages have them, for tests that need to know what comes next.

import { readFileSync } from 'node:fs';
import type { Engine } from '../../src/engine/host';

const generated = new URL('../../src/engine/generated/', import.meta.url);

/** Asks the rules in this process; the methods are those of internal/bridge. */
export type Ask = <T>(method: string, params: object) => Promise<T>;

let started: Promise<Ask> | undefined;

/** Starts the rules once for all tests of a process. */
export function startRules(): Promise<Ask> {
	started ??= start();
	return started;
}

async function start(): Promise<Ask> {
	const host = await import('../../src/engine/host');
	const waiting = new Map<number, (text: string) => void>();
	const module = await WebAssembly.compile(readFileSync(new URL('plateau.wasm', generated)));
	const engine: Engine = await host.start(
		module,
		{
			answer: (id, text, last) => last && waiting.get(id)?.(text),
			data: async (name) => new Uint8Array(readFileSync(new URL(`${name}.bin`, generated))),
			read: async (game) => {
				throw new Error(`there is no tablebase of ${game}`);
			},
		},
		() => {},
	);
	let lastID = 0;
	return async (method, params) => {
		const id = ++lastID;
		const text = await new Promise<string>((resolve) => {
			waiting.set(id, resolve);
			engine.request(id, JSON.stringify({ method, params }));
		});
		const { result, refusal } = JSON.parse(text);
		if (refusal) throw new Error(`${method}: ${refusal.text}`);
		return result;
	};
}
