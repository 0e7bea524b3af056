import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile } from './compile';

// The smallest module: magic number and version.
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

function serve(body: BodyInit | null, init: ResponseInit): void {
	vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
}

describe('compile', () => {
	afterEach(() => vi.unstubAllGlobals());

	it('compiles a module served with another content type', async () => {
		serve(empty, { headers: { 'Content-Type': 'application/octet-stream' } });
		expect(await compile('x.wasm')).toBeInstanceOf(WebAssembly.Module);
	});

	it('streams the compilation if the content type is right', async () => {
		const streaming = vi.spyOn(WebAssembly, 'compileStreaming').mockResolvedValue({} as WebAssembly.Module);
		serve(empty, { headers: { 'Content-Type': 'application/wasm' } });
		await compile('x.wasm');
		expect(streaming).toHaveBeenCalledOnce();
	});

	it('reports the HTTP status', async () => {
		serve(null, { status: 404, statusText: 'Not Found' });
		await expect(compile('x.wasm')).rejects.toThrow('404 Not Found');
	});
});
