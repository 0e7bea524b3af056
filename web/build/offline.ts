import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const worker = 'sw.js';
/** Kept on the device. Other files are for servers and robots. */
const stored = /\.(html|js|css|svg|png|wasm|bin|csv|webmanifest)$/;
/** Of these, what no page can do without. The others are kept when they are first used by those who save data. */
const essential = /^(index\.html|boot\.js|icon\.svg|manifest\.webmanifest)$/;
/** The modules that every page runs; the chunks that they import are essential as well. */
const everyPage = /^(index|shared|serviceWorker|turnWatch)/;

/**
 * Builds the service worker `source`, and tells it the files of the build. Its text
 * changes with any of them, which is how browsers notice a new version.
 */
export function offline(source: string): Plugin {
	let publicDir = '';
	return {
		name: 'plateau-offline',
		apply: 'build',
		configResolved(config) {
			publicDir = config.publicDir;
		},
		buildStart() {
			this.emitFile({ type: 'chunk', id: source, fileName: worker });
		},
		generateBundle: {
			order: 'post',
			handler(_options, bundle) {
				const contents = { ...built(bundle), ...publicFiles(publicDir) };
				const files = Object.keys(contents).sort();
				const needed = neededChunks(bundle);
				const hash = createHash('sha256');
				for (const file of files) hash.update(file).update(contents[file] ?? '');
				const build = {
					name: `plateau-${hash.digest('hex').slice(0, 16)}`,
					files,
					essential: files.filter((file) => essential.test(file) || needed.has(file)),
				};
				const chunk = bundle[worker];
				if (chunk?.type !== 'chunk') throw new Error(`${worker} was not built`);
				if (chunk.imports.length > 0) throw new Error(`${worker} must be one file`);
				chunk.code = chunk.code.replaceAll('__BUILD__', JSON.stringify(build));
			},
		},
	};
}

/** The chunks of every page, with those that they cannot be run without. */
function neededChunks(bundle: Rolldown.OutputBundle): Set<string> {
	const needed = new Set<string>();
	const add = (fileName: string) => {
		const chunk = bundle[fileName];
		if (chunk?.type !== 'chunk' || needed.has(fileName)) return;
		needed.add(fileName);
		for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
		chunk.imports.forEach(add);
	};
	for (const chunk of Object.values(bundle)) {
		if (chunk.type === 'chunk' && everyPage.test(chunk.name)) add(chunk.fileName);
	}
	return needed;
}

type Contents = Record<string, string | Uint8Array>;

function built(bundle: Rolldown.OutputBundle): Contents {
	const files = Object.values(bundle).filter(({ fileName }) => stored.test(fileName) && fileName !== worker);
	return Object.fromEntries(
		files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
	);
}

/** The files that are copied as they are; those in folders stand in for a server. */
function publicFiles(folder: string): Contents {
	const names = readdirSync(folder).filter((name) => stored.test(name));
	return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}
