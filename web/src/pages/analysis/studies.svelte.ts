// The studies on this device.

import { Collection, collectionOnDevice, type Environment } from '../../kernel/collection.svelte';
import { asStudy, type StudyText } from './studyText';

export type Studies = Collection<StudyText>;

export function newStudies(env: Environment<StudyText>): Studies {
	// Two tabs may show different positions of a study, but not different studies.
	const agree = (a: StudyText, b: StudyText) => JSON.stringify(a) === JSON.stringify(b);
	return new Collection({ check: asStudy, agree }, env);
}

export const studies = collectionOnDevice('plateau-studies', newStudies);
