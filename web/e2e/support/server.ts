import type { TestProject } from 'vitest/node';
import { serve } from '../../build/server.mjs';
import { serveCluster } from './cluster';

declare module 'vitest' {
	interface ProvidedContext {
		/** Where the built program serves its pages. */
		url: string;
	}
}

/** Starts one server for all tests, whose visitors share an address, or three with one database (`make e2e-cluster`). */
export default async function setup(project: TestProject) {
	const { url, stop } = await (process.env.PLATEAU_CLUSTER === '1'
		? serveCluster()
		: serve({ settings: ['--no-limits'] }));
	project.provide('url', url);
	return stop;
}
