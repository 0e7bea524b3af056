import { download } from './download';

/** How often progress is reported, in milliseconds. */
const reportEvery = 100;

/**
 * Compiles a module while it downloads. Hosts that serve .wasm with another content
 * type need the slower way. `onProgress` gets bytes over the network.
 */
export async function compile(
	url: string,
	onProgress: (loaded: number, total: number) => void = () => {},
): Promise<WebAssembly.Module> {
	let total = 0;
	// The time of a worker begins with it, so that 0 would be just now.
	let reported = Number.NEGATIVE_INFINITY;
	const response = await download(url, (bytes) => {
		if (total === 0 || performance.now() - reported < reportEvery) return;
		reported = performance.now();
		// The bytes are decompressed, the length is that of the compressed file.
		onProgress(Math.round(total * Math.min(1, bytes / __ENGINE_SIZE__)), total);
	});
	total = Number(response.headers.get('Content-Length')) || __ENGINE_SIZE__;
	if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}
