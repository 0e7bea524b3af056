import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { download } from './download';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A server that sends when told to. */
function slowServer() {
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
		const body = new ReadableStream<Uint8Array>({
			start(given) {
				controller = given;
			},
		});
		signal?.addEventListener('abort', () => controller?.error(signal.reason));
		return new Response(body);
	});
	return {
		send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
		end: () => controller?.close(),
	};
}

it('counts what arrives, however slowly', async () => {
	const server = slowServer();
	const bytes: number[] = [];
	const response = await download('engine.wasm', (count) => bytes.push(count));
	const all = response.arrayBuffer();
	for (let i = 0; i < 4; i++) {
		server.send(10);
		await vi.advanceTimersByTimeAsync(29_000);
	}
	server.end();
	expect((await all).byteLength).toBe(40);
	expect(bytes).toEqual([10, 20, 30, 40]);
	await vi.advanceTimersByTimeAsync(60_000);
});

it('fails when nothing arrives any more', async () => {
	const server = slowServer();
	const all = (await download('engine.wasm')).arrayBuffer().catch((error: unknown) => error);
	server.send(10);
	await vi.advanceTimersByTimeAsync(31_000);
	expect(String(await all)).toContain('stalled');
});

it('reports the HTTP status', async () => {
	vi.stubGlobal('fetch', async () => new Response(null, { status: 404, statusText: 'Not Found' }));
	await expect(download('x.wasm')).rejects.toThrow('404 Not Found');
});
