import { address } from './api';
import type { ServerInfo } from './types';

const answerTime = 3_000;
let asked: Promise<ServerInfo | null> | undefined;

/**
 * The server of these pages; null where there is none, or none in reach. Any
 * other web host has a file in its place that names no game, so that nothing is
 * asked there that would not be found. What is known is known for the page's
 * life; a server out of reach is asked anew.
 */
export function server(): Promise<ServerInfo | null> {
	asked ??= ask().catch(() => {
		asked = undefined;
		return null;
	});
	return asked;
}

async function ask(): Promise<ServerInfo | null> {
	const response = await fetch(address('server'), { signal: AbortSignal.timeout(answerTime) });
	if (response.status >= 500) throw new Error(`status ${response.status}`);
	if (!response.ok) return null;
	const info = (await response.json().catch(() => null)) as Partial<ServerInfo> | null;
	return Array.isArray(info?.games) && info.games.length > 0 ? (info as ServerInfo) : null;
}
