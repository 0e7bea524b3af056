import { t } from '../../../kernel/words/i18n.svelte';
import type { AdminPlayer } from '../../../net/types';
import { dateText } from '../format';

/** Suspensions that end later than this have no end. */
const forGood = Date.UTC(9999, 0);

export function isSuspended({ suspended_until = 0 }: AdminPlayer): boolean {
	return suspended_until > Date.now();
}

/** "Suspended until 3 May", or without an end. */
export function suspensionText({ suspended_until = 0 }: AdminPlayer): string {
	return suspended_until < forGood
		? t('admin.suspendedUntil', { day: dateText(suspended_until) })
		: t('admin.suspended');
}
