import { fetchServerInfo } from './server';

/** How people may chat: not at all, by preset phrases, or freely. */
export type Talk = 'off' | 'phrases' | 'free';

let games = $state.raw<readonly string[]>([]);
let unreachable = $state(false);
let announcement = $state('');
let chat = $state<Talk>('free');
let guestChat = $state(true);

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
	/** How a player may chat on this server. */
	talkOf(registered: boolean): Talk {
		return registered || guestChat ? chat : 'off';
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
		chat = info?.chat ?? 'free';
		guestChat = info?.guest_chat ?? true;
		unreachable = false;
	} catch {
		games = [];
		unreachable = true;
	}
	return online.available;
}

addEventListener('online', () => unreachable && void detectServer());
