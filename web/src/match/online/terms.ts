// Texts about players and time controls, for tables and lists of tables.

import { formatNumber, t } from '../../kernel/words/i18n.svelte';
import type { TimeTerms } from '../../net/types';

/** The name of a player; deleted players have none. */
export function nameOf(player: { name?: string }): string {
	return player.name || t('online.deleted');
}

/** How long players may think. */
export function timeControlText({
	main_ms: main = 0,
	increment_ms: increment = 0,
	days = 0,
}: TimeTerms = {}): string {
	if (days > 0) return t('online.time.days', { n: days });
	if (main === 0) return t('online.time.none');
	const seconds = formatNumber(increment / 1000);
	if (main < 60_000) {
		const start = formatNumber(main / 1000);
		return increment > 0
			? t('online.time.secondsPlus', { start, seconds })
			: t('online.time.seconds', { start });
	}
	const minutes = formatNumber(main / 60_000, { maximumFractionDigits: 1 });
	return increment > 0 ? t('online.time.plus', { minutes, seconds }) : t('online.time.minutes', { minutes });
}
