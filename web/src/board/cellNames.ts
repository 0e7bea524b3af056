// What screen readers say of a cell.

import { t } from '../kernel/words/i18n.svelte';
import type { BoardProps } from './types';

/** What a board shows. */
type Known = Required<{
	[Key in
		| 'cells'
		| 'position'
		| 'targets'
		| 'planned'
		| 'marks'
		| 'obstacles'
		| 'shaded'
		| 'bands'
		| 'shapes'
		| 'describe']: NonNullable<BoardProps[Key]>;
}>;

/** Its content first, and what is only shown there, then what can be done there and why not, then what is drawn. */
export function cellName(cell: string, known: Known): string {
	const { cells, position, targets, planned, marks, obstacles, shaded, bands, describe } = known;
	const choice = targets.includes(cell) ? t('move.choosable') : '';
	const plan = planned.some(({ kind, to }) => kind !== 'slide' && to === cell) ? t('move.premove.here') : '';
	const parts = [
		cell,
		describe(cell, position[cell] ?? ''),
		cells[cell] === position[cell] ? '' : t('move.preview', { what: describe(cell, cells[cell] ?? '') }),
		plan,
		choice,
		marks[cell]?.word,
		obstacles[cell]?.why,
	];
	const explained = [
		shaded.includes(cell) && t('move.drawn.shaded'),
		bands.some((band) => band.includes(cell)) && t('move.drawn.line'),
	];
	return [...parts, ...explained, ...drawnAt(cell, known.shapes)].filter(Boolean).join(', ');
}

function drawnAt(cell: string, shapes: Known['shapes']): string[] {
	return shapes
		.filter(({ from }) => from === cell)
		.map(({ to }) => (to === cell ? t('move.drawn.circle') : t('move.drawn.arrow', { cell: to })));
}
