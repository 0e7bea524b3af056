import { phrase, t } from '../../../kernel/words/i18n.svelte';
import { ConnectionError, ProblemError } from '../../../net/api';

/** Why a request failed, as a sentence; unexpected errors are thrown. */
export function problemText(error: unknown): string {
	if (error instanceof ProblemError) return phrase(error);
	if (error instanceof ConnectionError) return t('online.unreachable');
	throw error;
}
