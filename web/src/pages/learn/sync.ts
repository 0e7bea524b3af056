// Brings the progress of this device and that of the account together. People without
// an account cause no request, and without a connection the device keeps its own.

import { api } from '../../net/api';
import { isRegistered, me } from '../../net/me.svelte';
import { allDone, checkDone, mergeDone, onDone } from './progress.svelte';

interface Progress {
	progress: { lessons?: unknown };
}

/** Sends what is done here, and takes over what was done elsewhere. */
export async function syncProgress(): Promise<void> {
	if (!isRegistered(me.player)) return;
	try {
		const { progress } = await api.put<Progress>('me/progress', { progress: { lessons: allDone() } });
		mergeDone(checkDone(progress.lessons) ?? {});
	} catch {
		// It is tried again with the next task or visit.
	}
}

/** Does so now, and whenever something is done. Returns how to stop. */
export function keepInSync(): () => void {
	void syncProgress();
	return onDone(() => void syncProgress());
}
