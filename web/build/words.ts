import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { areasOf, bundles, start, writeWordTypes } from './wordTypes.mjs';

const list = 'virtual:languages';
const prefix = 'virtual:words/';

/**
 * Makes modules of messages: `virtual:words/fr/online` exports those of the bundle `online` in
 * French (`bundles` in wordTypes.mjs). Words of games are in the bundle that every page has. A
 * message that is not translated yet is shown in English, so that a translator sees what is left to
 * do. `virtual:languages` lists the languages: the folders of the rulebook's texts. The page itself
 * has what is said in each of them if no message can be loaded (public/boot.js).
 */
export function words(rulebook: string, wordsOfGames: string[]): Plugin {
	const folder = join(rulebook, 'words');
	return {
		name: 'plateau-words',
		buildStart: () => writeWordTypes(),
		resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
		load(id) {
			if (id === `\0${list}`) return listOf(join(rulebook, 'text'));
			if (!id.startsWith(`\0${prefix}`)) return null;
			const [wanted = '', bundle = ''] = id.slice(prefix.length + 1).split('/');
			const messages: Record<string, unknown> = {};
			for (const language of new Set(['en', wanted])) {
				const own = areasOf(bundle).map((area) => join(folder, language, area));
				const ofGames =
					bundle === start ? wordsOfGames.flatMap((words) => filesIn(join(words, language))) : [];
				for (const file of [...own.filter(existsSync), ...ofGames]) {
					this.addWatchFile(file);
					Object.assign(messages, readMessages(file));
				}
			}
			return `export default ${JSON.stringify(messages)}`;
		},
		transformIndexHtml: (html) => html.replace('</body>', `\t${failures(rulebook)}\n\t</body>`),
	};
}

/** A template with one section per language: the app could not be loaded. */
export function failures(rulebook: string): string {
	const sections = readdirSync(join(rulebook, 'text')).map((code) => {
		const words = readMessages(join(rulebook, 'words', code, 'common.json'));
		const [title, why, reload] = ['failed', 'failedWhy', 'reload'].map((key) =>
			escapeText(words[`common.${key}`]),
		);
		const button = `<button type="button" class="button primary">${reload}</button>`;
		return `<section class="card" role="alert" lang="${code}"><h1>${title}</h1><p>${why}</p>${button}</section>`;
	});
	return `<template id="failed">${sections.join('')}</template>`;
}

function escapeText(text: unknown): string {
	return String(text).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A module with the languages, by their own names, and how the bundles of each are loaded. */
function listOf(texts: string): string {
	const languages = readdirSync(texts).map((code) => ({
		code,
		name: readFileSync(join(texts, code, 'language.txt'), 'utf8').trim(),
	}));
	languages.sort((a, b) => a.name.localeCompare(b.name, 'en'));
	const entries = languages.map(({ code, name }) => {
		const loaders = bundles().map(
			(bundle) => `${JSON.stringify(bundle)}: () => import(${JSON.stringify(`${prefix}${code}/${bundle}`)})`,
		);
		return `{ code: ${JSON.stringify(code)}, name: ${JSON.stringify(name)}, load: { ${loaders.join(', ')} } }`;
	});
	return `export default [${entries.join(', ')}]`;
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
