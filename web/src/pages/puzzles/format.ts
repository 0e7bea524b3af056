// The texts of puzzles in lists.

import type { Puzzle } from '../../engine/protocol';
import { type Key, t } from '../../kernel/words/i18n.svelte';

const gradeNames: Key[] = [
	'puzzles.grade1',
	'puzzles.grade2',
	'puzzles.grade3',
	'puzzles.grade4',
	'puzzles.grade5',
];

/** The difficulty in a word or two. */
export function gradeName(grade: number): string {
	return t(gradeNames[grade - 1] ?? 'puzzles.grade1');
}

/** The goal in a few words, for lists. */
export function kindText(puzzle: Puzzle): string {
	switch (puzzle.goal) {
		case 'win':
			return t('puzzles.kindWin', { n: puzzle.turns });
		case 'draw':
			return t('puzzles.kindDraw');
		case 'only':
			return t('puzzles.kindOnly');
	}
}
