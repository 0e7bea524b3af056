// What the page and its workers send each other.

export type ToWorker =
	| { kind: 'start'; module: WebAssembly.Module }
	| { kind: 'request'; id: number; text: string }
	| { kind: 'stop'; id: number };

export type FromWorker =
	| { kind: 'answer'; id: number; text: string; last: boolean }
	/** The worker is of no use any more. */
	| { kind: 'ended'; why: string };
