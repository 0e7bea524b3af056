import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rulesProgress } from '../kernel/progress.svelte';
import { EngineError, RefusalError } from './client';
import { Connection, type WorkerLike } from './connection';
import type { FromWorker, ToWorker } from './messages';

class FakeWorker implements WorkerLike {
	readonly sent: ToWorker[] = [];
	terminated = false;
	onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
	onerror: ((event: ErrorEvent) => void) | null = null;
	onmessageerror: ((event: MessageEvent) => void) | null = null;

	postMessage(message: ToWorker): void {
		this.sent.push(message);
	}

	terminate(): void {
		this.terminated = true;
	}

	say(message: FromWorker): void {
		this.onmessage?.(new MessageEvent('message', { data: message }));
	}

	answer(id: number, answer: object, last = true): void {
		this.say({ kind: 'answer', id, text: JSON.stringify(answer), last });
	}

	kinds(): string[] {
		return this.sent.map((message) => message.kind);
	}
}

describe('a connection', () => {
	let workers: FakeWorker[];
	let connection: Connection;
	const module = {} as WebAssembly.Module;

	function worker(): FakeWorker {
		const last = workers.at(-1);
		if (!last) throw new Error('no worker was started');
		return last;
	}

	beforeEach(() => {
		// Otherwise a request that a test leaves pending fails later, during another test.
		vi.useFakeTimers();
		workers = [];
		const makeWorker = () => {
			workers.push(new FakeWorker());
			return worker();
		};
		connection = new Connection(makeWorker, { source: 'plateau.wasm' });
		vi.spyOn(console, 'error').mockImplementation(() => {});
	});

	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	it('starts one worker with the first request', async () => {
		expect(workers).toHaveLength(0);
		const first = connection.call('games', {});
		const second = connection.call('position', { game: 'quixo' });
		expect(worker().kinds()).toEqual(['start', 'request', 'request']);
		worker().answer(2, { result: 'second' });
		worker().answer(1, { result: ['first'] });
		expect(await first).toEqual(['first']);
		expect(await second).toBe('second');
		expect(workers).toHaveLength(1);
		expect(worker().sent[2]).toEqual({
			kind: 'request',
			id: 2,
			text: '{"method":"position","params":{"game":"quixo"}}',
		});
	});

	it('rejects refused requests', async () => {
		const call = connection.call('position', {});
		const refusal = { code: 'game.unknown', params: {}, text: 'no such game', input: '', cells: [], ply: -1 };
		worker().answer(1, { refusal });
		const error = await call.catch((e: unknown) => e);
		expect(error).toBeInstanceOf(RefusalError);
		expect(error).toMatchObject({ message: 'no such game', refusal });
	});

	it('reports progress until the answer', async () => {
		const progress: unknown[] = [];
		const call = connection.call('analyse', {}, { onProgress: (found) => progress.push(found) });
		worker().answer(1, { progress: 1 }, false);
		worker().answer(1, { progress: 2 }, false);
		worker().answer(1, { result: 3 });
		worker().answer(1, { progress: 4 }, false);
		expect(await call).toBe(3);
		expect(progress).toEqual([1, 2]);
	});

	it('stops on a signal and returns what is known', async () => {
		const stopping = new AbortController();
		const call = connection.call('analyse', {}, { signal: stopping.signal });
		stopping.abort();
		expect(worker().sent.at(-1)).toEqual({ kind: 'stop', id: 1 });
		worker().answer(1, { result: 'so far' });
		expect(await call).toBe('so far');
	});

	it('sends no stop after the response', async () => {
		const stopping = new AbortController();
		const call = connection.call('analyse', {}, { signal: stopping.signal });
		worker().answer(1, { result: 1 });
		await call;
		stopping.abort();
		expect(worker().kinds()).not.toContain('stop');
	});

	it('does not start a request whose signal is already aborted', async () => {
		await expect(connection.call('analyse', {}, { signal: AbortSignal.abort() })).rejects.toThrow();
		expect(workers).toHaveLength(0);
	});

	for (const [what, fail] of [
		['sends rubbish', (w: FakeWorker) => w.say({ kind: 'answer', id: 1, text: '{', last: true })],
		['ends', (w: FakeWorker) => w.say({ kind: 'ended', why: 'tired' })],
		['throws', (w: FakeWorker) => w.onerror?.(new ErrorEvent('error', { message: 'tired' }))],
		['is not understood', (w: FakeWorker) => w.onmessageerror?.(new MessageEvent('messageerror'))],
	] as const) {
		it(`rejects everything when its worker ${what}, and starts another`, async () => {
			const calls = [connection.call('games', {}), connection.call('games', {})];
			const broken = worker();
			fail(broken);
			for (const call of calls) await expect(call).rejects.toBeInstanceOf(EngineError);
			expect(broken.terminated).toBe(true);
			const again = connection.call('games', {});
			expect(workers).toHaveLength(2);
			// Late messages of the broken worker are ignored.
			fail(broken);
			worker().answer(3, { result: 'fine' });
			expect(await again).toBe('fine');
		});
	}

	it('gives up a worker that shows no sign of life', async () => {
		const call = connection.call('choose', {}).catch((error: unknown) => error);
		const silent = worker();
		for (let i = 0; i < 10; i++) {
			vi.advanceTimersByTime(20_000);
			silent.say({ kind: 'pong' });
		}
		expect(silent.kinds()).toContain('ping');
		expect(silent.terminated).toBe(false);
		vi.advanceTimersByTime(60_000);
		expect(await call).toBeInstanceOf(EngineError);
		expect(silent.terminated).toBe(true);
		const again = connection.call('choose', {});
		worker().answer(2, { result: 'fine' });
		expect(await again).toBe('fine');
	});

	it('leaves a worker alone that has nothing to do', async () => {
		const call = connection.call('games', {});
		worker().answer(1, { result: [] });
		await call;
		vi.advanceTimersByTime(600_000);
		expect(worker().kinds()).toEqual(['start', 'request']);
		expect(worker().terminated).toBe(false);
	});

	it('shows how much of the module has arrived', () => {
		void connection.call('games', {}).catch(() => {});
		worker().say({ kind: 'loading', loaded: 400_000, total: 1_000_000 });
		expect(rulesProgress.current).toMatchObject({ loaded: 400_000, total: 1_000_000 });
		worker().say({ kind: 'compiled', module });
		expect(rulesProgress.current).toBeNull();
	});

	it('passes a compiled module on to the next worker', () => {
		void connection.call('games', {}).catch(() => {});
		expect(worker().sent[0]).toEqual({ kind: 'start', source: 'plateau.wasm' });
		worker().say({ kind: 'compiled', module });
		worker().say({ kind: 'ended', why: 'tired' });
		void connection.call('games', {});
		expect(worker().sent[0]).toEqual({ kind: 'start', source: module });
	});
});
