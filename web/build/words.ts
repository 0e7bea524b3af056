import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { notForPages, writeWordTypes } from './wordTypes.mjs';

const list = 'virtual:languages';
const prefix = 'virtual:words/';

/**
 * Makes one module of all the messages of a language: `virtual:words/fr`
 * exports those of every file in the folders' fr. A message that is not translated
 * yet is shown in English, so that a translator sees what is left to do.
 * `virtual:languages` lists the languages: the folders of the rulebook's texts.
 */
export function words(rulebook: string, wordsOfGames: string[]): Plugin {
	const folders = [join(rulebook, 'words'), ...wordsOfGames];
	return {
		name: 'plateau-words',
		buildStart: () => writeWordTypes(),
		resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
		load(id) {
			if (id === `\0${list}`) return listOf(join(rulebook, 'text'));
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

/** A module with the languages, by their own names. */
function listOf(texts: string): string {
	const languages = readdirSync(texts).map((code) => ({
		code,
		name: readFileSync(join(texts, code, 'language.txt'), 'utf8').trim(),
	}));
	languages.sort((a, b) => a.name.localeCompare(b.name, 'en'));
	const entries = languages.map(({ code, name }) => {
		const loader = `() => import(${JSON.stringify(prefix + code)})`;
		return `{ code: ${JSON.stringify(code)}, name: ${JSON.stringify(name)}, load: ${loader} }`;
	});
	return `export default [${entries.join(', ')}]`;
}

function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== notForPages);
	return names.sort().map((name) => join(folder, name));
}

function readMessages(file: string): Record<string, unknown> {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (cause) {
		throw new Error(`${file}: ${cause}`, { cause });
	}
}
