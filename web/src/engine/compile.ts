/**
 * Loads and compiles a module while it arrives. Hosts that do not know the type
 * of such files send them under another one, which only the slower way takes.
 */
export async function compile(url: string): Promise<WebAssembly.Module> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.statusText}`);
	if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
		return WebAssembly.compileStreaming(response);
	}
	return WebAssembly.compile(await response.arrayBuffer());
}
