// Runs the module of cmd/plateau-wasm in the present thread, which is that of a
// worker. The script that comes with Go defines the class Go.
import './generated/wasm_exec.js';

declare class Go {
	readonly importObject: WebAssembly.Imports;
	/** Settles when the program ends, which ours does only when it fails. */
	run(instance: WebAssembly.Instance): Promise<void>;
}

/** What the module asks of whoever runs it. */
export interface Hooks {
	answer(id: number, text: string, last: boolean): void;
	/** Bytes that are not part of the module, such as a table of values. */
	data(name: string): Promise<Uint8Array>;
}

/** What the module offers. */
export interface Engine {
	/** Whether there was room for the request. */
	request(id: number, text: string): boolean;
	stop(id: number): void;
}

/** Starts the module; `onEnd` is called when it has ended and answers nothing any more. */
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
