import { fetchServerInfo } from './server';

let games = $state.raw<readonly string[]>([]);

/** Whether there is a server for online play, and its games; reactive. */
export const online = {
	get available(): boolean {
		return games.length > 0;
	},
	get games(): readonly string[] {
		return games;
	},
};

/** Asks for the server. Without one, online play is hidden. */
export async function detectServer(): Promise<boolean> {
	games = (await fetchServerInfo())?.games ?? [];
	return online.available;
}
