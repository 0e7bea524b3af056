/** Compiles a module while it downloads. Hosts that serve .wasm with another content type need the slower way. */
export async function compile(url: string): Promise<WebAssembly.Module> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.statusText}`);
	if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}
