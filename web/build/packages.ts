import { writeFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/**
 * Lists the packages of others whose code is in the build, for the lists of what a release
 * consists of: as `package-lock.json` names them, in a file beside the build. The others only
 * build and test the pages. Workers are bundled apart, and add to what is found.
 */
export function packages(): { pages: Plugin; workers: () => Plugin[] } {
	const found = new Set<string>();
	const collect: Plugin['generateBundle'] = (_options, bundle) => {
		for (const name of packagesOf(bundle)) found.add(name);
	};
	return {
		pages: {
			name: 'plateau-packages',
			apply: 'build',
			generateBundle: collect,
			writeBundle({ dir }) {
				if (dir)
					writeFileSync(`${dir}.packages.json`, `${JSON.stringify([...found].sort(), undefined, '\t')}\n`);
			},
		},
		workers: () => [{ name: 'plateau-packages-of-workers', generateBundle: collect }],
	};
}

/** Within one package there may be others: node_modules/a/node_modules/@b/c/ */
const folderOfPackage = /(node_modules\/(@[^/]+\/)?[^/]+\/)+/;

/** The packages that have code in a bundle. What a bundler has left out of it does not count. */
export function packagesOf(bundle: Rolldown.OutputBundle): string[] {
	const found = new Set<string>();
	for (const file of Object.values(bundle)) {
		if (file.type !== 'chunk') continue;
		for (const [id, { renderedLength }] of Object.entries(file.modules)) {
			const [folder] = folderOfPackage.exec(id) ?? [];
			if (folder && renderedLength > 0) found.add(folder.slice(0, -1));
		}
	}
	return [...found].sort();
}
