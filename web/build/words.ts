import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const prefix = 'virtual:words/';

/**
 * Makes one module of all the messages of a language: `virtual:words/fr`
 * exports those of every file in the folders' fr. A message that is not translated
 * yet is shown in English, so that a translator sees what is left to do.
 */
export function words(folders: string[]): Plugin {
	return {
		name: 'plateau-words',
		resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
		load(id) {
			if (!id.startsWith(`\0${prefix}`)) return null;
			const messages: Record<string, unknown> = {};
			for (const language of new Set(['en', id.slice(prefix.length + 1)])) {
				for (const file of folders.flatMap((folder) => filesIn(join(folder, language)))) {
					this.addWatchFile(file);
					Object.assign(messages, readMessages(file));
				}
			}
			return `export default ${JSON.stringify(messages)}`;
		},
	};
}

function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => join(folder, name));
}

function readMessages(file: string): Record<string, unknown> {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (cause) {
		throw new Error(`${file}: ${cause}`, { cause });
	}
}
