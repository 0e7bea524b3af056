import { address } from './api';
import type { ServerInfo } from './types';

/** Enough for the first request on a slow network; without any network it fails at once. */
const requestTimeout = 10_000;
let pending: Promise<ServerInfo | null> | undefined;

/**
 * The server of these pages, or null if there is none of use. Static hosts have a file in its
 * place that lists no games, which avoids a failing request. The answer is cached; it
 * rejects if the server cannot be reached, which is asked again.
 */
export function fetchServerInfo(): Promise<ServerInfo | null> {
	pending ??= ask().catch((error: unknown) => {
		pending = undefined;
		throw error;
	});
	return pending;
}

/** Lets the server be asked again: members learn more than strangers. */
export function forgetServerInfo(): void {
	pending = undefined;
}

async function ask(): Promise<ServerInfo | null> {
	const response = await fetch(address('server'), { signal: AbortSignal.timeout(requestTimeout) });
	if (response.status >= 500) throw new Error(`status ${response.status}`);
	if (!response.ok) return null;
	// An answer that breaks off says nothing about the server.
	const info = parsed(await response.text());
	// Without online play, its operator may still have something to tell.
	const serves = Array.isArray(info?.games) && info.games.length + (info.notices?.length ?? 0) > 0;
	return serves ? (info as ServerInfo) : null;
}

/** Static hosts may answer every address with a page. */
function parsed(text: string): Partial<ServerInfo> | null {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
