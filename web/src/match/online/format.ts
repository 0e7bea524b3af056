// Texts about a table: players, terms, events.

import type { Closing, GameInfo, Level } from '../../engine/protocol';
import { gameName, seatName, t } from '../../kernel/words/i18n.svelte';
import type { Table, TableEvent, Terms } from '../../net/types';
import { levelName } from '../format';
import { daysAndHours } from './clock';
import type { TableSession } from './session.svelte';
import { saidText } from './talk';
import { labelOf, nameOf, timeControlText } from './terms';

/** The name of the player at a seat. */
export function playerName(table: Table, seat: number): string {
	const sitter = table.sitters[seat] ?? {};
	return sitter.level === undefined ? nameOf(sitter) : t('play.computer');
}

/** The name of a player by id. */
export function playerNameByID(table: Table, id: string | undefined): string {
	return nameOf(table.sitters.find(({ player }) => player === id) ?? {});
}

/** A player by id, with the mark of guests. */
export function playerLabelByID(table: Table, id: string | undefined): string {
	return labelOf(table.sitters.find(({ player }) => player === id) ?? {});
}

/** The level of a computer player, or the side of a person. */
export function playerDetail(table: Table, info: GameInfo, seat: number, ownSeat: number | null): string {
	const level = table.sitters[seat]?.level;
	if (level !== undefined) return levelName(level as Level, info);
	const side = seatName(info.look, seat);
	return seat === ownSeat ? t('table.you', { side }) : side;
}

/** Time in days; null if less than a day is left, where the clock counts down. */
export function daysText(milliseconds: number | null): string | null {
	const span = milliseconds === null ? null : daysAndHours(milliseconds);
	return span && t('table.clock.left', { days: span.days, hours: span.hours });
}

/** Who plays which side; from the point of view of a chair if one is given. */
function sideText({ first_side, begins }: Terms, info: GameInfo, chair: number | null): string[] {
	const party = chair === null ? null : chair % 2 === 0 ? 'first' : 'second';
	const sentences: string[] = [];
	const four = info.seats.length > 2;
	if (first_side && party && !four) {
		const side = seatName(info.look, party === first_side ? 0 : 1);
		sentences.push(t('table.terms.side', { side }));
	} else if (!first_side) sentences.push(t('table.terms.sideByLot'));
	if (info.openers.length < 2 && !info.free_colours) return sentences;
	if (begins && party)
		sentences.push(t(begins === party ? 'table.terms.youBegin' : 'table.terms.othersBegin'));
	else if (!begins) sentences.push(t('table.terms.beginByLot'));
	return sentences;
}

/** The terms, one sentence each. */
export function termsText(terms: Terms, info: GameInfo, chair: number | null): string[] {
	const { main_ms, days } = terms.time ?? {};
	const clock =
		main_ms || days
			? t('table.terms.clock', { time: timeControlText(terms.time) })
			: t('table.terms.noClock');
	const sentences = [clock, ...sideText(terms, info, chair)];
	sentences.push(t(terms.rated ? 'table.terms.rated' : 'table.terms.unrated'));
	if (info.seats.length > 2) sentences.push(t(terms.advice ? 'play.adviceYes' : 'play.adviceNo'));
	sentences.push(t(terms.spectators ? 'table.terms.spectators' : 'table.terms.noSpectators'));
	return sentences;
}

/** The winning team, or null. */
export function winnerOf({ result }: { result?: Table['result'] | undefined }): 0 | 1 | null {
	if (result === '1-0') return 0;
	return result === '0-1' ? 1 : null;
}

/** Who resigned, ran out of time or agreed to a draw. */
export function closingOf(session: TableSession, info: GameInfo): Closing | null {
	const { table, view } = session;
	const how = table?.reason;
	if (!table || !view || (how !== 'resignation' && how !== 'timeout' && how !== 'agreement')) return null;
	if (how === 'timeout') return { how, seat: view.now.to_move };
	const loser = info.seats.findIndex(({ team }) => team !== winnerOf(table));
	return { how, seat: session.seatOfLast('ended') ?? Math.max(0, loser) };
}

/** An event as it is announced; '' for those that need no words. */
export function eventText(session: TableSession, event: TableEvent): string {
	const { table } = session;
	if (!table) return '';
	const name = playerNameByID(table, event.by);
	const isOwn = event.by !== undefined && table.sitters[session.seat ?? -1]?.player === event.by;
	switch (event.kind) {
		case 'sat':
			return isOwn ? '' : t('table.said.sat', { name: labelOf(event.body.sitter) });
		case 'started':
			return t('table.said.started', { game: gameName({ id: table.terms.game }) });
		case 'draw-offered':
			return isOwn ? t('table.draw.yours') : t('table.draw.asked', { name });
		case 'draw-declined':
			return t('play.draw.declined');
		case 'takeback-asked':
			return isOwn ? t('table.takeBack.yours') : t('table.takeBack.asked', { name });
		case 'takeback-declined':
			return t('table.takeBack.declined');
		case 'taken-back':
			return t('play.takenBack');
		case 'rematch-asked':
			return isOwn ? '' : t('table.rematch.asked', { name });
		case 'said':
			return isOwn ? '' : t('table.chat.heard', { name, text: saidText(event.body) });
		default:
			return '';
	}
}
