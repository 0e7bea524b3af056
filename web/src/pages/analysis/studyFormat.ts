// Texts about studies.

import { RefusalError } from '../../engine/client';
import { formatDay, gameName, type Key, t } from '../../kernel/words/i18n.svelte';
import { StudyError, type StudyFault } from './studyLink';
import { MissingStudy } from './studySource.svelte';

const faults: Record<StudyFault, Key> = {
	tooLarge: 'study.fault.tooLarge',
	unreadable: 'study.fault.unreadable',
	unsupported: 'study.fault.unsupported',
};

/** Why something is no study; null if nothing is known about it. */
export function faultText(error: unknown): string | null {
	if (error instanceof MissingStudy) return t('study.fault.missing');
	if (error instanceof StudyError) return t(faults[error.fault]);
	return error instanceof RefusalError ? t('study.fault.illegal') : null;
}

/** The name of a study that has none yet. */
export function defaultName(game: string, now: number): string {
	return t('study.defaultName', { game: gameName({ id: game }), day: formatDay(now) });
}
