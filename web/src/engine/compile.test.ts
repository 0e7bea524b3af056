import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile } from './compile';

// The shortest module there is: a magic number and a version.
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

function serve(body: BodyInit | null, init: ResponseInit): void {
	vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
}

describe('compile', () => {
	afterEach(() => vi.unstubAllGlobals());

	it('compiles a module that comes under another type', async () => {
		serve(empty, { headers: { 'Content-Type': 'application/octet-stream' } });
		expect(await compile('x.wasm')).toBeInstanceOf(WebAssembly.Module);
	});

	it('compiles it while it arrives where the type is right', async () => {
		const streaming = vi.spyOn(WebAssembly, 'compileStreaming').mockResolvedValue({} as WebAssembly.Module);
		serve(empty, { headers: { 'Content-Type': 'application/wasm' } });
		await compile('x.wasm');
		expect(streaming).toHaveBeenCalledOnce();
	});

	it('says what the server said', async () => {
		serve(null, { status: 404, statusText: 'Not Found' });
		await expect(compile('x.wasm')).rejects.toThrow('404 Not Found');
	});
});
