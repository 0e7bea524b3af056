import type { TestProject } from 'vitest/node';
import { serve } from '../../build/server.mjs';

declare module 'vitest' {
	interface ProvidedContext {
		/** Where the built program serves its pages. */
		url: string;
	}
}

/** Starts one server for all tests. */
export default async function setup(project: TestProject) {
	const { url, stop } = await serve();
	project.provide('url', url);
	return stop;
}
