import { api } from '../../../net/api';
import { detectServer, online } from '../../../net/presence.svelte';
import type { Privacy } from '../../../net/types';
import { errorText } from '../submission.svelte';

/** What the server and its operator tell about it, as it is loaded. */
export class PrivacyInfo {
	/** Whether there is a server. */
	available = $state(true);
	/** Why there is no answer; '' if nothing is wrong. */
	problem = $state('');
	answer = $state.raw<Privacy | null>(null);

	async load(): Promise<void> {
		this.problem = '';
		this.available = (await detectServer()) || online.notices.length > 0;
		if (!this.available) return;
		try {
			this.answer = await api.get<Privacy>('privacy');
		} catch (error) {
			this.problem = errorText(error);
		}
	}
}
