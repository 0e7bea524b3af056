// How a table is told to people: who sits there, what was agreed on, how it ended.

import type { Closing, GameInfo, Level, PlyView } from '../../engine/protocol';
import { gameName, listed, phrase, reason, seatName, t } from '../../i18n/i18n.svelte';
import type { Sitter, Table, TableEvent, Terms } from '../../net/types';
import { levelName, moveWords } from '../../play/format';
import { nameOf, timeWords } from '../format';
import { daysAndHours } from './clock';
import type { TableSession } from './session.svelte';

/** What the player at a seat is called. */
export function playerName(table: Table, seat: number): string {
	const sitter = table.sitters[seat] ?? {};
	return sitter.level === undefined ? nameOf(sitter) : t('play.computer');
}

/** What a player is called by the id. */
export function nameByID(table: Table, id: string | undefined): string {
	return nameOf(table.sitters.find(({ player }) => player === id) ?? {});
}

/** What else is to be known of a player: the level of a computer, or what a person plays with. */
export function playerDetail(table: Table, info: GameInfo, seat: number, mine: number | null): string {
	const level = table.sitters[seat]?.level;
	if (level !== undefined) return levelName(level as Level, info);
	const side = seatName(info.id, seat);
	return seat === mine ? t('table.you', { side }) : side;
}

/** Time in days, as text; null below a day, where clocks count. */
export function daysText(milliseconds: number | null): string | null {
	const span = milliseconds === null ? null : daysAndHours(milliseconds);
	return span && t('table.clock.left', { days: span.days, hours: span.hours });
}

/** Who plays what, in words; `chair` is the one that the words are for, if there is one. */
function sideWords({ first_side, begins }: Terms, info: GameInfo, chair: number | null): string[] {
	const party = chair === null ? null : chair % 2 === 0 ? 'first' : 'second';
	const said: string[] = [];
	const four = info.seats.length > 2;
	if (first_side && party && !four) {
		const side = seatName(info.id, party === first_side ? 0 : 1);
		said.push(t('table.terms.side', { side }));
	} else if (!first_side) said.push(t('table.terms.sideByLot'));
	if (info.openers.length < 2) return said;
	if (begins && party) said.push(t(begins === party ? 'table.terms.youBegin' : 'table.terms.othersBegin'));
	else if (!begins) said.push(t('table.terms.beginByLot'));
	return said;
}

/** What was agreed on, a sentence each. */
export function termsWords(terms: Terms, info: GameInfo, chair: number | null): string[] {
	const { main_ms, days } = terms.time ?? {};
	const clock =
		main_ms || days ? t('table.terms.clock', { time: timeWords(terms.time) }) : t('table.terms.noClock');
	const said = [clock, ...sideWords(terms, info, chair)];
	said.push(t(terms.rated ? 'table.terms.rated' : 'table.terms.unrated'));
	if (info.seats.length > 2) said.push(t(terms.advice ? 'play.adviceYes' : 'play.adviceNo'));
	said.push(t(terms.spectators ? 'table.terms.spectators' : 'table.terms.noSpectators'));
	return said;
}

/** The winning team; null where there is none. */
export function winnerOf(table: Table): 0 | 1 | null {
	if (table.result === '1-0') return 0;
	return table.result === '0-1' ? 1 : null;
}

/** Who won, in a sentence. */
export function resultWords(table: Table, info: GameInfo, mine: number | null): string {
	const winner = winnerOf(table);
	if (table.result === '*') return t('table.result.void');
	if (winner === null) return t('play.result.draw');
	const winners = info.seats.flatMap(({ team }, seat) => (team === winner ? [seat] : []));
	if (mine === null) {
		const names = winners.map((seat) => playerName(table, seat));
		return t('play.result.name', { name: listed(names, 'conjunction') });
	}
	const won = winners.includes(mine);
	if (winners.length > 1) return t(won ? 'play.result.yourTeam' : 'play.result.yourTeamLoses');
	return t(won ? 'play.result.you' : 'play.result.youLose');
}

/** Who resigned or ran out of time, or agreed on a draw. */
export function closingOf(session: TableSession, info: GameInfo): Closing | null {
	const { table, view } = session;
	const how = table?.reason;
	if (!table || !view || (how !== 'resignation' && how !== 'timeout' && how !== 'agreement')) return null;
	if (how === 'timeout') return { how, seat: view.now.toMove };
	const loser = info.seats.findIndex(({ team }) => team !== winnerOf(table));
	return { how, seat: session.seatThat('ended') ?? Math.max(0, loser) };
}

/** Why the game is over, in a sentence. */
export function endWords(session: TableSession, info: GameInfo): string {
	const { table, view } = session;
	if (!table?.reason) return '';
	if (view?.now.verdict.over) return reason(view.now.verdict);
	const closing = closingOf(session, info);
	const you = closing?.seat === session.seat;
	const name = playerName(table, closing?.seat ?? 0);
	if (closing?.how === 'timeout') return you ? t('play.end.timeoutYou') : t('play.end.timeout', { name });
	if (closing?.how === 'resignation')
		return you ? t('play.end.resignedYou') : t('play.end.resigned', { name });
	return phrase({ code: table.reason, params: {}, text: table.reason });
}

export function plyWords(table: Table, info: GameInfo, ply: PlyView): string {
	return t('play.said', { name: playerName(table, ply.seat), move: moveWords(info, ply) });
}

/** What others did, as it is announced; '' for what needs no words. */
export function eventWords(session: TableSession, event: TableEvent): string {
	const { table } = session;
	if (!table) return '';
	const name = nameByID(table, event.by);
	const mine = event.by !== undefined && table.sitters[session.seat ?? -1]?.player === event.by;
	switch (event.kind) {
		case 'sat':
			return mine ? '' : t('table.said.sat', { name: (event.body as { sitter: Sitter }).sitter.name ?? '' });
		case 'started':
			return t('table.said.started', { game: gameName({ id: table.terms.game }) });
		case 'draw-offered':
			return mine ? t('table.draw.yours') : t('table.draw.asked', { name });
		case 'draw-declined':
			return t('play.draw.declined');
		case 'takeback-asked':
			return mine ? t('table.takeBack.yours') : t('table.takeBack.asked', { name });
		case 'takeback-declined':
			return t('table.takeBack.declined');
		case 'taken-back':
			return t('play.takenBack');
		case 'rematch-asked':
			return mine ? '' : t('table.rematch.asked', { name });
		case 'said':
			return mine ? '' : t('table.chat.heard', { name, text: (event.body as { text: string }).text });
		default:
			return '';
	}
}
