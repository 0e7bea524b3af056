// What the page and its workers send each other.

/** The module as it is known so far: where it is to be loaded from, or itself. */
export type Source = string | WebAssembly.Module;

export type ToWorker =
	| { kind: 'start'; source: Source }
	| { kind: 'request'; id: number; text: string }
	| { kind: 'stop'; id: number };

export type FromWorker =
	| { kind: 'answer'; id: number; text: string; last: boolean }
	/** The worker has loaded the module; others need not. */
	| { kind: 'compiled'; module: WebAssembly.Module }
	/** The worker is of no use any more. */
	| { kind: 'ended'; why: string };
