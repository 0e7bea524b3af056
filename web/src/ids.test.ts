// No code decides by the id of a game: what differs per game is in the game's folder.

import { expect, it } from 'vitest';
import { allLooks } from './board/looks';

const files = import.meta.glob<string>(
	[
		'./**/*.{ts,svelte,css}',
		'!./**/*.test.ts',
		'!./**/testing/**',
		'!./**/generated/**',
		'!./board/games/**',
	],
	{ query: '?raw', import: 'default', eager: true },
);

/** Comments may speak of games. */
function withoutComments(text: string): string {
	return text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`])\/\/.*/g, '');
}

function idsIn(text: string): string[] {
	const ids = allLooks().map(({ game }) => game);
	return withoutComments(text).match(new RegExp(`\\b(${ids.join('|')})\\b`, 'gi')) ?? [];
}

it('finds ids in code, not in comments', () => {
	expect(idsIn("if (game === 'quixo4p') return; // in Quixo")).toEqual(['quixo4p']);
	expect(idsIn('<!-- Pivot --> .pivot { color: red } /* quantik */')).toEqual(['pivot']);
	expect(idsIn("link('http://quantik')")).toEqual(['quantik']);
});

it('finds no id outside the folders of the games', () => {
	expect(Object.keys(files).length).toBeGreaterThan(100);
	const found = Object.entries(files).flatMap(([name, text]) => idsIn(text).map((id) => `${name}: ${id}`));
	expect(found).toEqual([]);
});
