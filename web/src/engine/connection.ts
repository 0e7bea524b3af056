// A worker and its pending requests.
import { setArrived, setProgress } from '../kernel/progress.svelte';
import { report } from '../kernel/report';
import { EngineError, RefusalError } from './client';
import type { FromWorker, Source, ToWorker } from './messages';
import type { Refusal } from './protocol';

/** The part of Worker used here, so that tests can fake it. */
export interface WorkerLike {
	postMessage(message: ToWorker): void;
	terminate(): void;
	onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
	onerror: ((event: ErrorEvent) => void) | null;
	onmessageerror: ((event: MessageEvent) => void) | null;
}

/** The envelope of every answer of package bridge. */
type Answer = { result: unknown } | { progress: unknown } | { refusal: Refusal };

export interface CallOptions {
	signal?: AbortSignal | undefined;
	onProgress?: ((progress: unknown) => void) | undefined;
	/** Addresses of packed tablebases that may be used, by game. */
	tablebases?: Record<string, string>;
}

/** The module of all workers. The first worker to compile it stores it here for the others. */
export interface Program {
	source: Source;
}

interface Pending {
	resolve(result: unknown): void;
	reject(error: Error): void;
	onProgress: ((progress: unknown) => void) | undefined;
}

/** While something is pending, the worker is asked for a sign of life this often … */
const pingEvery = 10_000;
/** … and given up after this long without one. Even a search answers in between. */
const maxSilence = 45_000;

/**
 * Starts its worker with the first request. If the worker fails or falls silent,
 * pending requests are rejected and the next one starts a new worker.
 */
export class Connection {
	private worker: WorkerLike | undefined;
	private readonly pending = new Map<number, Pending>();
	private lastID = 0;
	private watch: ReturnType<typeof setInterval> | undefined;
	private silence = 0;

	constructor(
		private readonly makeWorker: () => WorkerLike,
		private readonly program: Program,
		private readonly onUnusable: (game: string) => void = () => {},
	) {}

	/** A signal stops the search, not the request, which resolves with what was found. */
	async call(method: string, params: object, options: CallOptions = {}): Promise<unknown> {
		const { signal, onProgress, tablebases } = options;
		signal?.throwIfAborted();
		const worker = this.running();
		const id = ++this.lastID;
		const stop = () => worker.postMessage({ kind: 'stop', id });
		const answered = new Promise<unknown>((resolve, reject) => {
			this.pending.set(id, { resolve, reject, onProgress });
			this.watchForSilence(worker);
			worker.postMessage({
				kind: 'request',
				id,
				text: JSON.stringify({ method, params }),
				...(tablebases && { tablebases }),
			});
			signal?.addEventListener('abort', stop);
		});
		return answered.finally(() => signal?.removeEventListener('abort', stop));
	}

	private running(): WorkerLike {
		if (this.worker) return this.worker;
		const worker = this.makeWorker();
		this.worker = worker;
		worker.onmessage = ({ data }) => {
			this.silence = 0;
			try {
				this.receive(worker, data);
			} catch (error) {
				this.fail(worker, String(error));
			}
		};
		worker.onerror = (event) => this.fail(worker, event.message);
		worker.onmessageerror = () => this.fail(worker, 'a message could not be read');
		worker.postMessage({ kind: 'start', source: this.program.source });
		return worker;
	}

	private receive(worker: WorkerLike, message: FromWorker): void {
		switch (message.kind) {
			case 'ended':
				this.fail(worker, message.why);
				break;
			case 'compiled':
				this.program.source = message.module;
				setArrived();
				break;
			case 'unusable':
				this.onUnusable(message.game);
				// The engine searches instead.
				report(new Error(message.why), 'engine', { shown: true });
				break;
			case 'loading':
				setProgress(message);
				break;
			case 'answer':
				this.settle(message.id, JSON.parse(message.text) as Answer, message.last);
		}
	}

	private watchForSilence(worker: WorkerLike): void {
		if (this.watch !== undefined) return;
		this.silence = 0;
		this.watch = setInterval(() => {
			if (this.pending.size === 0) return this.stopWatching();
			this.silence += pingEvery;
			if (this.silence > maxSilence) this.fail(worker, 'no sign of life');
			else worker.postMessage({ kind: 'ping' });
		}, pingEvery);
	}

	private stopWatching(): void {
		clearInterval(this.watch);
		this.watch = undefined;
	}

	private settle(id: number, answer: Answer, last: boolean): void {
		const pending = this.pending.get(id);
		if (!pending) return;
		if (last) this.pending.delete(id);
		if ('progress' in answer) pending.onProgress?.(answer.progress);
		else if ('refusal' in answer) pending.reject(new RefusalError(answer.refusal));
		else pending.resolve(answer.result);
	}

	private fail(worker: WorkerLike, why: string): void {
		if (this.worker !== worker) return;
		this.worker = undefined;
		this.stopWatching();
		setProgress(null);
		worker.terminate();
		const error = new EngineError(why);
		// Those who wait for an answer show it.
		report(error, 'engine', { shown: true });
		for (const pending of this.pending.values()) pending.reject(error);
		this.pending.clear();
	}
}
