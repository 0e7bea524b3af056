import { cellsOf, type Look } from '../../../../web/src/board/look';
import { plainLook } from '../../../../web/src/board/plain';
import type { Key } from '../../../../web/src/kernel/words/i18n.svelte';
import Mark from './Mark.svelte';

// The plain board of the pages, with marks of wood instead of letters.
export const looks: Look[] = [
	{
		...plainLook('fourrow', ['X', 'O']),
		Shape: Mark,
		sample: {
			place: 1,
			size: 4,
			players: 2,
			cells: cellsOf('X.O. .XO. ..X. O...'),
			last: ['c2'],
			// Its words are beside it, where the pages' own list of messages does not have them.
			goal: 'home.fourrow' as Key,
		},
	},
];
