import { load, save } from '../kernel/storage';
import { fetchServerInfo, forgetServerInfo } from './server';
import type { Maintenance, NoticeName } from './types';

/** How people may chat: not at all, by preset phrases, or freely. */
export type Talk = 'off' | 'phrases' | 'free';

/** Who may come in: everybody; accounts by invitation; or only those who have signed in. */
export type Admission = 'open' | 'invited' | 'members';

function checkAdmission(x: unknown): Admission | null {
	return x === 'open' || x === 'invited' || x === 'members' ? x : null;
}

let games = $state.raw<readonly string[]>([]);
let unreachable = $state(false);
let announcement = $state('');
let maintenance = $state.raw<Maintenance | null>(null);
let chat = $state<Talk>('free');
let guestChat = $state(true);
/** Who may come in; known from the last visit, so that members see no other page for a moment. */
let admission = $state<Admission>(load<Admission>('admission', checkAdmission, 'open'));
let guests = $state(true);
let clubs = $state(false);
let notices = $state.raw<readonly NoticeName[]>([]);
/** The port at which people come in over SSH; 0 if they cannot. */
let ssh = $state(0);
/** How the groups of the player let them chat. */
let groupChat = $state<Talk>('free');

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
	/** That no games begin for now, with what an administrator adds; null if they do. */
	get maintenance(): Maintenance | null {
		return maintenance;
	},
	/** Which texts of the operator there are. */
	get notices(): readonly NoticeName[] {
		return notices;
	},
	/** How a player may chat on this server. */
	talkOf(registered: boolean): Talk {
		const strict = [registered || guestChat ? chat : 'off', groupChat];
		return strict.includes('off') ? 'off' : strict.includes('phrases') ? 'phrases' : 'free';
	},
	get admission(): Admission {
		return admission;
	},
	/** Whether people may play without an account. */
	get guests(): boolean {
		return guests;
	},
	/** Whether players with an account may found clubs. */
	get clubs(): boolean {
		return clubs;
	},
	/** The port at which people come in over SSH; 0 if they cannot. */
	get ssh(): number {
		return ssh;
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
		maintenance = info?.maintenance ?? null;
		chat = info?.chat ?? 'free';
		guestChat = info?.guest_chat ?? true;
		guests = info?.guests ?? true;
		clubs = info?.clubs ?? false;
		notices = info?.notices ?? [];
		ssh = info?.ssh ?? 0;
		admission = info?.admission ?? 'open';
		save('admission', admission);
		unreachable = false;
	} catch {
		games = [];
		unreachable = true;
	}
	return online.available;
}

/** Asks for the server again, after somebody has signed in. */
export function detectServerAgain(): Promise<boolean> {
	forgetServerInfo();
	return detectServer();
}

/** Sets how the player may chat, as far as their groups are concerned. */
export function setGroupChat(talk: Talk): void {
	groupChat = talk;
}

addEventListener('online', () => unreachable && void detectServer());
