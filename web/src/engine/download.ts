/** A download that brings nothing for this long has failed. */
const maxSilence = 30_000;

/**
 * Fetches a file of the engine. `onBytes` learns how many bytes have arrived, after
 * decompression. A download that stalls is an error, so that nobody waits forever.
 */
export async function download(url: string, onBytes: (bytes: number) => void = () => {}): Promise<Response> {
	const stalled = new AbortController();
	const stop = () => stalled.abort(new Error(`the download of ${url} has stalled`));
	let timer = setTimeout(stop, maxSilence);
	const response = await fetch(url, { signal: stalled.signal }).catch((error: unknown) => {
		clearTimeout(timer);
		throw error;
	});
	if (!response.ok || !response.body) {
		clearTimeout(timer);
		throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
	}
	let bytes = 0;
	const counting = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			clearTimeout(timer);
			timer = setTimeout(stop, maxSilence);
			bytes += chunk.length;
			onBytes(bytes);
			controller.enqueue(chunk);
		},
		flush: () => clearTimeout(timer),
	});
	return new Response(response.body.pipeThrough(counting), response);
}
