// The columns of the charts of solved games.

import { formatNumber, type Key } from '../../kernel/words/i18n.svelte';
import type { MapData } from './maps';

type Layer = MapData['layers'][number];

/** From the bottom of a column to its top. */
export const outcomes = ['won', 'drawn', 'lost'] as const;

/** What they are called. */
export const outcomeNames: Record<(typeof outcomes)[number], Key> = {
	won: 'explore.won',
	drawn: 'explore.drawn',
	lost: 'explore.lost',
};

/** A part of a column, from 0 to 1 of the height of the chart. */
export interface Part {
	outcome: (typeof outcomes)[number] | 'all';
	from: number;
	to: number;
}

export function total({ won, drawn, lost }: Layer): number {
	return won + drawn + lost;
}

/** The sums of all layers. */
export function sumOf(layers: Layer[]): Omit<Layer, 'pieces'> {
	const add = (outcome: (typeof outcomes)[number]) => layers.reduce((sum, layer) => sum + layer[outcome], 0);
	return { won: add('won'), drawn: add('drawn'), lost: add('lost') };
}

/** The columns of a chart: the shares of a layer, or its size on a logarithmic scale. */
export function columnsOf(layers: Layer[], kind: 'share' | 'number'): Part[][] {
	if (kind === 'number') {
		const top = heightOf(Math.max(...layers.map(total)));
		return layers.map((layer) => [{ outcome: 'all', from: 0, to: heightOf(total(layer)) / top }]);
	}
	return layers.map((layer) => {
		let from = 0;
		return outcomes.flatMap((outcome) => {
			if (layer[outcome] === 0) return [];
			const part = { outcome, from, to: from + layer[outcome] / total(layer) };
			from = part.to;
			return [part];
		});
	});
}

/** Every how many columns have their number below them: more would run into each other on a phone. */
export function stepOf(columns: number): number {
	return [1, 2].find((step) => columns <= 10 * step) ?? 5;
}

/** One position is a column that can be seen. */
function heightOf(positions: number): number {
	return Math.log10(positions) + 0.3;
}

/** The powers of a thousand up to a number, with their heights in a chart whose top is that number. */
export function powersUpTo(most: number): { height: number; text: string }[] {
	const lines: { height: number; text: string }[] = [];
	for (let power = 1; power <= most; power *= 1000) {
		const text = formatNumber(power, { notation: 'compact' });
		lines.push({ height: heightOf(power) / heightOf(most), text });
	}
	return lines;
}
