// An analysis that nobody saved, kept for this tab, so that a reload does not lose its
// variations and comments. It belongs to the address at which it was last shown.

import { loadForTab, saveForTab } from '../../kernel/storage';
import { asStudy, type StudyText } from './studyText';

const key = 'analysis';

/** The browser's address may be a moment behind, so both count. */
export function keepUnsaved(addresses: string[], study: StudyText): void {
	saveForTab(key, { addresses, study });
}

/** What was on the board at an address, or null. */
export function unsavedAt(address: string): StudyText | null {
	return loadForTab(key, (x) => {
		if (typeof x !== 'object' || x === null) return null;
		const { addresses, study } = x as { addresses?: unknown; study?: unknown };
		return Array.isArray(addresses) && addresses.includes(address) ? asStudy(study) : null;
	});
}
