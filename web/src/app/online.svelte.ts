import { server } from '../net/server';

let games = $state.raw<readonly string[]>([]);

/** Whether these pages have a server to play at, and which games it knows; reactive. */
export const online = {
	get there(): boolean {
		return games.length > 0;
	},
	get games(): readonly string[] {
		return games;
	},
};

/** Looks for the server. Where none is found, the pages offer no online play. */
export async function lookForServer(): Promise<boolean> {
	games = (await server())?.games ?? [];
	return online.there;
}
