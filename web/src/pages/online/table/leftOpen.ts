import { dismiss, toast } from '../../../kernel/announce.svelte';
import { t } from '../../../kernel/words/i18n.svelte';
import type { TableSession } from '../../../match/online/session.svelte';
import type { Table } from '../../../net/types';

let shown = -1;

/** Withdraws the question about a table that was left open. */
export function withdrawQuestion(): void {
	dismiss(shown);
}

/**
 * Asks a host who leaves a table in the lobby whether to close it: others would sit down and wait. With days per
 * move nobody has to be there.
 */
export function askToClose(session: TableSession, table: Table, game: string): void {
	if (!session.isHost || table.phase !== 'open' || !table.terms.listed || table.terms.time?.days) return;
	const close = () => {
		withdrawQuestion();
		void session.command('leave');
	};
	shown = toast(t('table.leftOpen', { game }), 'info', { label: t('table.close'), run: close });
}
