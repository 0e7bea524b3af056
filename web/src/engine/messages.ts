// Messages between the page and its workers.

/** The module: its URL, or compiled. */
export type Source = string | WebAssembly.Module;

export type ToWorker =
	| { kind: 'start'; source: Source }
	/** `tablebases` are the addresses of packed tablebases that may be used from now on, by game. */
	| { kind: 'request'; id: number; text: string; tablebases?: Record<string, string> }
	| { kind: 'stop'; id: number }
	/** Asks for a sign of life. */
	| { kind: 'ping' };

export type FromWorker =
	| { kind: 'answer'; id: number; text: string; last: boolean }
	/** A sign of life. */
	| { kind: 'pong' }
	/** How much of the module has arrived, in bytes. */
	| { kind: 'loading'; loaded: number; total: number }
	/** The packed tablebase of a game cannot be used. */
	| { kind: 'unusable'; game: string; why: string }
	/** The worker has compiled the module; others need not. */
	| { kind: 'compiled'; module: WebAssembly.Module }
	/** The worker has stopped. */
	| { kind: 'ended'; why: string };
