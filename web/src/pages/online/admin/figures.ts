import { formatNumber } from '../../../kernel/words/i18n.svelte';
import type { Figures } from '../../../net/types';

type Turn = Figures['turns'][number];

/** The figures of several games together. */
export function total(all: Figures[]): Omit<Figures, 'turns'> {
	const turns = all.flatMap((figures) => figures.turns);
	return {
		only: turns.filter((turn) => turn.only).length,
		found: turns.filter((turn) => turn.found).length,
		only_took_ms: medianTime(turns.filter((turn) => turn.found)),
		others_took_ms: medianTime(turns.filter((turn) => !turn.only)),
		complete: all.every((figures) => figures.complete),
	};
}

/** As the server counts it; 0 if there is none. */
function medianTime(turns: Turn[]): number {
	const times = turns.map((turn) => turn.took_ms).sort((a, b) => a - b);
	return times[Math.floor(times.length / 2)] ?? 0;
}

/** "2.1 s"; a dash if there was no such move. */
export function secondsText(milliseconds: number): string {
	if (milliseconds === 0) return '–';
	return formatNumber(milliseconds / 1000, { maximumFractionDigits: 1, style: 'unit', unit: 'second' });
}
