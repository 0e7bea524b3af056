// Who plays on this device. The server knows it by a cookie that scripts cannot
// read; what is kept here is only whom to expect, so that nobody who has never
// been at a table is asked for.

import { load, save } from '../app/storage';
import { api, ProblemError } from './api';
import type { Player } from './types';

function check(x: unknown): Player | null {
	if (typeof x !== 'object' || x === null) return null;
	const { id, name, kept, since } = x as Partial<Record<keyof Player, unknown>>;
	if (typeof id !== 'string' || typeof name !== 'string' || id === '') return null;
	return { id, name, kept: kept === true, since: typeof since === 'number' ? since : 0 };
}

let player = $state.raw<Player | null>(load<Player | null>('player', check, null));
let asked: Promise<Player | null> | undefined;

/** Whoever plays here; null for somebody new. Reactive. */
export const me = {
	get player(): Player | null {
		return player;
	},
};

/** Notes who plays here from now on: after signing in, a new name, or null after signing out. */
export function remember(now: Player | null): void {
	player = now;
	asked = Promise.resolve(now);
	save('player', now);
}

/** Whoever plays here, as the server knows them; it is asked once for the page's life. */
export function whoAmI(): Promise<Player | null> {
	asked ??= ask().catch((error: unknown) => {
		asked = undefined;
		throw error;
	});
	return asked;
}

async function ask(): Promise<Player | null> {
	if (player === null) return null;
	try {
		const { player: known } = await api.get<{ player: Player }>('me');
		remember(known);
		return known;
	} catch (error) {
		if (!(error instanceof ProblemError) || error.status !== 401) throw error;
		remember(null);
		return null;
	}
}

/** Lets whoever plays here do so under a name: somebody new becomes a guest, a guest may choose another name. */
export async function introduce(name: string): Promise<Player> {
	const known = await whoAmI();
	if (known !== null && (known.kept || known.name === name)) return known;
	const { player: now } =
		known === null
			? await api.post<{ player: Player }>('guests', { name })
			: await api.patch<{ player: Player }>('me', { name });
	remember(now);
	return now;
}
