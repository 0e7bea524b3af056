// The player on this device. The server knows them by a cookie that scripts cannot
// read. The copy saved here only tells whether to ask at all, so that people who never
// played online cause no request.

import { load, save } from '../kernel/storage';
import { api, ProblemError } from './api';
import { setGroupChat } from './presence.svelte';
import type { Me, Player } from './types';

function check(x: unknown): Player | null {
	if (typeof x !== 'object' || x === null) return null;
	const { id, name, registered, since } = x as Partial<Record<keyof Player, unknown>>;
	if (typeof id !== 'string' || typeof name !== 'string' || id === '') return null;
	return { id, name, registered: registered === true, since: typeof since === 'number' ? since : 0 };
}

let player = $state.raw<Player | null>(load<Player | null>('player', check, null));
let pending: Promise<Player | null> | undefined;

/** The player on this device, or null; reactive. */
export const me = {
	get player(): Player | null {
		return player;
	},
};

/** Whether a player has an account; others are guests. */
export function isRegistered(player: Player | null): boolean {
	return player?.registered ?? false;
}

/** Sets the player: after signing in, a change of name, or null after signing out. */
export function setPlayer(now: Player | null): void {
	player = now;
	pending = Promise.resolve(now);
	save('player', now);
}

/** The player as the server knows them; asked once per page load. */
export function whoAmI(): Promise<Player | null> {
	pending ??= ask().catch((error: unknown) => {
		pending = undefined;
		throw error;
	});
	return pending;
}

async function ask(): Promise<Player | null> {
	if (player === null) return null;
	try {
		const { player: known, chat } = await api.get<Me>('me');
		setPlayer(known);
		setGroupChat(chat ?? 'free');
		return known;
	} catch (error) {
		if (!(error instanceof ProblemError) || error.status !== 401) throw error;
		setPlayer(null);
		return null;
	}
}

/** Asks the server again who the player is, after somebody has signed in. */
export function askAgain(): Promise<Player | null> {
	pending = undefined;
	return whoAmI();
}

/** Plays under a name: a new visitor becomes a guest, a guest may be renamed. */
export async function playAs(name: string): Promise<Player> {
	const known = await whoAmI();
	if (known !== null && (isRegistered(known) || known.name === name)) return known;
	const { player: now } =
		known === null
			? await api.post<{ player: Player }>('guests', { name })
			: await api.patch<{ player: Player }>('me', { name });
	setPlayer(now);
	return now;
}
