import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const id = 'virtual:looks';

/** The folders of looks in a list of folders: each is one itself, or contains some. */
export function lookFolders(folders: string[]): string[] {
	const isLook = (folder: string) => existsSync(join(folder, 'index.ts'));
	return folders.flatMap((folder) => {
		if (isLook(folder)) return [resolve(folder)];
		const inside = readdirSync(folder).sort();
		return inside.map((name) => resolve(folder, name)).filter(isLook);
	});
}

/** Makes one module of the looks of all games: `virtual:looks` exports those of every folder. */
export function looks(folders: string[]): Plugin {
	return {
		name: 'plateau-looks',
		resolveId: (asked) => (asked === id ? `\0${id}` : null),
		load(asked) {
			if (asked !== `\0${id}`) return null;
			const found = lookFolders(folders);
			if (found.length === 0) this.error(`no look of a game in ${folders.join(', ')}`);
			const imports = found.map(
				(folder, i) => `import { looks as looks${i} } from ${JSON.stringify(join(folder, 'index.ts'))};`,
			);
			const list = found.map((_, i) => `...looks${i}`).join(', ');
			return `${imports.join('\n')}\nexport default [${list}];`;
		},
	};
}
