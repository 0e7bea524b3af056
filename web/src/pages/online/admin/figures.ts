import { formatList, formatNumber, t } from '../../../kernel/words/i18n.svelte';
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

/** "7: 2.1 s, only move, found". */
export function turnText({ ply, only, found, took_ms }: Turn): string {
	const parts = [secondsText(took_ms)];
	if (only) parts.push(t(found ? 'admin.fair.each.found' : 'admin.fair.each.missed'));
	return t('common.labelled', { label: formatNumber(ply + 1), text: formatList(parts, 'unit') });
}
