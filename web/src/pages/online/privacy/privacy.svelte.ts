import { api } from '../../../net/api';
import type { Privacy } from '../../../net/types';
import { errorText } from '../submission.svelte';

/** What the server and its operator tell about it, as it is loaded. */
export class PrivacyInfo {
	/** Why there is no answer; '' if nothing is wrong. */
	problem = $state('');
	answer = $state.raw<Privacy | null>(null);

	async load(): Promise<void> {
		this.problem = '';
		try {
			this.answer = await api.get<Privacy>('privacy');
		} catch (error) {
			this.problem = errorText(error);
		}
	}
}
