// An analysis that nobody saved, kept for this tab, so that a reload does not lose its
// variations and comments. It belongs to the address at which it was last shown.

import { loadForTab, saveForTab } from '../../kernel/storage';
import { asStudy, type StudyText } from './studyText';

const key = 'analysis';

export function keepUnsaved(address: string, study: StudyText): void {
	saveForTab(key, { address, study });
}

/** What was on the board at an address, or null. */
export function unsavedAt(address: string): StudyText | null {
	return loadForTab(key, (x) => {
		if (typeof x !== 'object' || x === null) return null;
		const { address: at, study } = x as { address?: unknown; study?: unknown };
		return at === address ? asStudy(study) : null;
	});
}
