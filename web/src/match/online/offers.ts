// What a player at a table is asked: to agree to a draw or a move back, or to go on
// waiting.

import { type Key, t } from '../../kernel/words/i18n.svelte';
import type { Table } from '../../net/types';
import type { Cast } from '../format';
import type { Action, NoticeView } from '../room/controller';
import type { TableSession } from './session.svelte';

type Command = 'draw' | 'takeback';

const words: Record<Command, [yours: Key, partners: Key, asked: Key]> = {
	draw: ['table.draw.yours', 'table.draw.partners', 'table.draw.asked'],
	takeback: ['table.takeBack.yours', 'table.takeBack.partners', 'table.takeBack.asked'],
};

/** The open offer, or null. */
export function offerOf(session: TableSession, table: Table, cast: Cast): NoticeView | null {
	const { seats } = cast.info;
	const { seat } = session;
	const opponents = seats.flatMap(({ team }, i) => (seat === null || team === seats[seat]?.team ? [] : [i]));
	const offer = (command: Command, by: number): NoticeView => {
		const [yours, partners, asked] = words[command];
		if (!opponents.includes(by)) return { text: t(by === seat ? yours : partners) };
		return { text: t(asked, { name: cast.names[by] ?? '' }), actions: answers(session, command) };
	};
	if (seat !== null && table.draw_by !== null) return offer('draw', table.draw_by);
	if (seat !== null && table.takeback_by !== null) return offer('takeback', table.takeback_by);
	if (session.canClaim(opponents)) return claim(session, cast);
	return table.newer ? { text: t('table.newer') } : null;
}

function answers(session: TableSession, command: Command): Action[] {
	const answer = (what: 'accept' | 'decline') => () => void session.command(command, { do: what });
	const accept: Action = { id: 'accept', run: answer('accept') };
	// A draw is final, while a move that was taken back can be played again.
	if (command === 'draw') accept.confirm = { title: t('play.draw.title'), text: t('table.draw.confirm') };
	return [accept, { id: 'decline', run: answer('decline') }];
}

/** The other side has been away for long. */
function claim(session: TableSession, { info }: Cast): NoticeView {
	const end = (result: 'win' | 'draw') => () => void session.command('claim', { result });
	const actions: Action[] = [{ id: 'claimWin', run: end('win') }];
	if (!info.decisive) actions.push({ id: 'claimDraw', run: end('draw') });
	return { text: t('table.claim.text'), actions };
}
