// How a game at a table ended, and what can be done then.

import type { MatchText } from '../../engine/protocol';
import { href } from '../../kernel/router.svelte';
import { phrase, t } from '../../kernel/words/i18n.svelte';
import type { Table } from '../../net/types';
import { type Cast, endText, resultText, wonBy } from '../format';
import { matchLink } from '../links';
import type { Action, Result } from '../room/controller';
import { encouragement } from '../room/notices';
import { winnerOf } from './format';
import type { TableSession } from './session.svelte';

/** The result, once the board shows the last move. */
export function outcomeOf(session: TableSession, table: Table, cast: Cast, match: MatchText): Result | null {
	if (table.phase !== 'over' || !(session.upToDate || session.error)) return null;
	const winner = winnerOf(table);
	const won = wonBy(cast, winner);
	const title = table.result === '*' ? t('table.result.void') : resultText(cast, winner);
	const sentences = [
		reasonOf(session, table, cast, match),
		encouragement(won),
		rematchText(session, table, cast),
	];
	const actions = afterwards(session, table, match);
	return { title, text: sentences.filter(Boolean).join(' '), won, winner, actions };
}

function reasonOf(session: TableSession, { reason: code }: Table, cast: Cast, match: MatchText): string {
	if (!code) return '';
	const verdict = session.view?.now.verdict;
	return (verdict && endText(cast, verdict, match.closing)) || phrase({ code, params: {}, text: code });
}

function rematchText({ seat }: TableSession, { next, rematch_by: asked }: Table, { names }: Cast): string {
	if (next || seat === null) return '';
	if (asked.includes(seat)) return t('table.rematch.waiting');
	const [first] = asked;
	return first === undefined ? '' : t('table.rematch.asked', { name: names[first] ?? '' });
}

function afterwards(
	session: TableSession,
	{ next, rematch_by: asked, terms }: Table,
	match: MatchText,
): Action[] {
	const actions: Action[] = [];
	if (next) actions.push({ id: 'nextGame', href: href(`/table/${next}`) });
	// A tournament decides itself who plays next.
	else if (session.seat !== null && !asked.includes(session.seat) && !terms.tournament)
		actions.push({ id: 'rematch', run: () => void session.command('rematch') });
	if (match.moves.length > 0) actions.push({ id: 'review', href: matchLink('analyse', match) });
	return actions;
}
