// Texts about players and time controls, for tables and lists of tables.

import { formatNumber, t } from '../../kernel/words/i18n.svelte';
import type { TimeTerms } from '../../net/types';

/** Characters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The name of a player, with the mark of bots; deleted players have none. A name that is written from right to left is
 * isolated, so that it does not turn the words and figures around it: FSI and PDI are to plain text what
 * bdi is to HTML, and labels, titles and messages have no elements.
 */
export function nameOf({ name = '', bot = false }: { name?: string; bot?: boolean }): string {
	if (name === '') return t('online.deleted');
	const isolated = rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
	return bot ? `${isolated} (${t('online.bot')})` : isolated;
}

/** A player in lists and beside the board: guests are marked, for anybody could have chosen their name. */
export function labelOf(player: { name?: string; guest?: boolean; bot?: boolean }): string {
	return player.guest && player.name ? t('online.guestName', { name: nameOf(player) }) : nameOf(player);
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
	const minutes = formatNumber(Math.round(main / 6000) / 10);
	return increment > 0 ? t('online.time.plus', { minutes, seconds }) : t('online.time.minutes', { minutes });
}
