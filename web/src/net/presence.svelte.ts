import { fetchServerInfo } from './server';

let games = $state.raw<readonly string[]>([]);
let unreachable = $state(false);
let announcement = $state('');

/** Whether there is a server for online play, and its games; reactive. */
export const online = {
	get available(): boolean {
		return games.length > 0;
	},
	/** There may be a server, but it does not answer. */
	get unreachable(): boolean {
		return unreachable;
	},
	/** What an administrator tells everybody; '' if nothing. */
	get announcement(): string {
		return announcement;
	},
	get games(): readonly string[] {
		return games;
	},
};

/** Asks for the server. Without one, online play is hidden. */
export async function detectServer(): Promise<boolean> {
	try {
		const info = await fetchServerInfo();
		games = info?.games ?? [];
		announcement = info?.announcement ?? '';
		unreachable = false;
	} catch {
		games = [];
		unreachable = true;
	}
	return online.available;
}

addEventListener('online', () => unreachable && void detectServer());
