// Says at the end of a run which tests were skipped and why, also in the file of
// TEST_NOTES, if it is set, for the summary of `make test`.

import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Tests that say nothing else are left to the full run (e2e/support/full.ts). */
const later = "only 'make test-full' runs it";

export class Skipped implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const lines = modules.flatMap((module) => {
			const byReason = new Map<string, string[]>();
			for (const test of module.children.allTests('skipped')) {
				const result = test.result();
				// The name of a test may end with the reason.
				const [, name = '', reason = later] = /^(.*?)(?: \(([^)]*)\).*)?$/.exec(test.fullName) ?? [];
				const why = (result.state === 'skipped' && result.note) || reason;
				byReason.set(why, [...(byReason.get(why) ?? []), name]);
			}
			return [...byReason].map(
				([why, names]) => `skipped: ${module.relativeModuleId} ${[...new Set(names)].join(', ')}: ${why}`,
			);
		});
		for (const line of lines) console.log(line);
		const notes = process.env.TEST_NOTES;
		if (notes && lines.length > 0) appendFileSync(notes, `${lines.join('\n')}\n`);
	}
}
