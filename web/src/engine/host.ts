// Runs the module of cmd/plateau-wasm in the current thread, a worker's. Go's own
// script defines the class Go.
import './generated/wasm_exec.js';

declare class Go {
	readonly importObject: WebAssembly.Imports;
	/** Settles when the program exits, which it does only on failure. */
	run(instance: WebAssembly.Instance): Promise<void>;
}

/** What the module needs from its host. */
export interface Hooks {
	answer(id: number, text: string, last: boolean): void;
	/** Data that is not part of the module, such as values of positions. */
	data(name: string): Promise<Uint8Array>;
	/** Parts of the packed tablebase of a game, one after the other; `places` are where each begins and its size. */
	read(game: string, places: number[]): Promise<Uint8Array>;
}

/** What the module offers. */
export interface Engine {
	/** False if the queue is full. */
	request(id: number, text: string): boolean;
	stop(id: number): void;
}

/** Starts the module; `onEnd` is called when it has exited. */
export async function start(module: WebAssembly.Module, hooks: Hooks, onEnd: () => void): Promise<Engine> {
	const go = new Go();
	const instance = await WebAssembly.instantiate(module, go.importObject);
	return new Promise((resolve, reject) => {
		Object.assign(globalThis, {
			plateauHost: {
				...hooks,
				ready: (request: Engine['request'], stop: Engine['stop']) => resolve({ request, stop }),
			},
		});
		const end = () => {
			reject(new Error('the engine ended before it was ready'));
			onEnd();
		};
		go.run(instance).then(end, end);
	});
}
