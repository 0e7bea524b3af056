// Brings the progress of this device and that of the account together, if there is one.

import { api } from '../../net/api';
import { isRegistered, me } from '../../net/me.svelte';
import { adoptProgress, currentProgress } from './progress.svelte';

/** Without a connection it is done on the next occasion. */
export async function syncProgress(): Promise<void> {
	if (!isRegistered(me.player)) return;
	try {
		adoptProgress(await api.put('me/puzzles', currentProgress()));
	} catch {
		// What is known here is not lost.
	}
}
