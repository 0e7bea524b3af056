import { RefusalError } from '../../engine/client';
import { phrase, t } from '../../kernel/words/i18n.svelte';
import type { Action, Cursor, NoticeView } from './controller';

/** That the rules or the engine did not answer. */
export function failureOf(error: unknown, ...actions: Action[]): NoticeView | null {
	if (error === null) return null;
	const text = error instanceof RefusalError ? phrase(error.refusal) : t('play.engineFailed');
	return { tone: 'error', text, actions };
}

/** That the board shows an earlier position, and the way back; null if it does not. */
export function lookingBack(cursor: Cursor): NoticeView | null {
	if (cursor.live) return null;
	const counts = { ply: cursor.ply, plies: cursor.plies.length };
	const text = cursor.ply === 0 ? t('play.lookingAtStart') : t('play.lookingBack', counts);
	return { text, actions: [{ id: 'backToGame', run: () => cursor.goLive() }] };
}

/** A kind word after a win or a loss. */
export function encouragement(won: boolean | null): string {
	return won === null ? '' : t(won ? 'play.result.wellPlayed' : 'play.result.wellFought');
}
