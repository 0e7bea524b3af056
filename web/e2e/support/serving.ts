import type { TestProject } from 'vitest/node';
import { serve } from '../../build/serving.mjs';

declare module 'vitest' {
	interface ProvidedContext {
		/** Where the built program serves its pages. */
		url: string;
	}
}

/** Serves the pages for all tests by one process. */
export default async function setup(project: TestProject) {
	const { url, stop } = await serve();
	project.provide('url', url);
	return stop;
}
