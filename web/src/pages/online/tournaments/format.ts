// Texts about tournaments.

import { type Key, language, t } from '../../../kernel/words/i18n.svelte';
import { nameOf, timeControlText } from '../../../match/online/terms';
import type {
	CrossCell,
	Entrant,
	Rank,
	TieBreak,
	Tournament,
	TournamentGame,
	TournamentResult,
	TournamentSettings,
	TournamentSummary,
} from '../../../net/types';

export type Form = TournamentSummary['form'];

export const formNames: Record<Form, Key> = {
	swiss: 'tournaments.form.swiss',
	roundrobin: 'tournaments.form.roundrobin',
	knockout: 'tournaments.form.knockout',
	arena: 'tournaments.form.arena',
};

/** What each form is. */
export const formHints: Record<Form, Key> = {
	swiss: 'tournaments.form.swissHint',
	roundrobin: 'tournaments.form.roundrobinHint',
	knockout: 'tournaments.form.knockoutHint',
	arena: 'tournaments.form.arenaHint',
};

export const placeNames: Record<TournamentSummary['place'], Key> = {
	boards: 'tournaments.place.boards',
	online: 'tournaments.place.online',
	mixed: 'tournaments.place.mixed',
};

export const tieBreakNames: Record<TieBreak, Key> = {
	buchholz1: 'tournaments.tiebreak.buchholz1',
	buchholz: 'tournaments.tiebreak.buchholz',
	direct: 'tournaments.tiebreak.direct',
	sonneborn: 'tournaments.tiebreak.sonneborn',
	wins: 'tournaments.tiebreak.wins',
};

/** For the heads of narrow columns. */
export const tieBreakAbbreviations: Record<TieBreak, Key> = {
	buchholz1: 'tournaments.tiebreak.buchholz1Short',
	buchholz: 'tournaments.tiebreak.buchholzShort',
	direct: 'tournaments.tiebreak.directShort',
	sonneborn: 'tournaments.tiebreak.sonnebornShort',
	wins: 'tournaments.tiebreak.winsShort',
};

export const tieBreakHints: Record<TieBreak, Key> = {
	buchholz1: 'tournaments.tiebreak.buchholz1Hint',
	buchholz: 'tournaments.tiebreak.buchholzHint',
	direct: 'tournaments.tiebreak.directHint',
	sonneborn: 'tournaments.tiebreak.sonnebornHint',
	wins: 'tournaments.tiebreak.winsHint',
};

/** The tie-breaks in their usual order. */
export const tieBreaks: readonly TieBreak[] = ['buchholz1', 'buchholz', 'direct', 'sonneborn', 'wins'];

const quarters = ['', '¼', '½', '¾'];

/** Points as organisers write them: 0, ½, 1, 1½. */
export function pointsText(points: number): string {
	const whole = Math.floor(points);
	const rest = quarters[Math.round(4 * (points - whole))] ?? '';
	return whole === 0 && rest !== '' ? rest : `${whole}${rest}`;
}

/** The value of a tie-break, which may have quarters of a point; a dash where it does not apply. */
export function valueText(value: number | null | undefined): string {
	return value === null || value === undefined ? '–' : pointsText(value);
}

const resultTexts: Record<TournamentResult, string> = {
	'1-0': '1–0',
	'0-1': '0–1',
	'1/2-1/2': '½–½',
	'+-': '+ : −',
	'-+': '− : +',
	'--': '− : −',
};

/** A result, with the score of a mini-match; '' while there is none. */
export function resultText({ result, detail }: Pick<TournamentGame, 'result' | 'detail'>): string {
	if (!result) return '';
	return detail ? detail.replace('-', '–') : resultTexts[result];
}

/** What a side has reported, 0 for the one who moves first; without a result while it is nothing. */
export function reportOf(
	{ reported, reported_details }: TournamentGame,
	side: 0 | 1,
): Pick<TournamentGame, 'result' | 'detail'> {
	const [result, detail] = [reported?.[side], reported_details?.[side]];
	return { ...(result && { result: result as TournamentResult }), ...(detail && { detail }) };
}

/** Whether somebody did not show up. */
export const isForfeit = (result: TournamentGame['result']) => !!result && !/\d/.test(result);

/** A cell of the crosstable: the opponent's row number, the side, and the points. */
export function cellText(cell: CrossCell): string {
	const { bye, opponent, place, side, points } = cell;
	if (bye) return t('tournaments.cell.bye', { text: pointsText(points ?? 0) });
	if (!opponent) return '·';
	return `${place ?? ''}${side === 'first' ? '+' : '−'} ${scoreText(cell)}`;
}

/** The points of a cell, with f if they are not from a game. */
export function scoreText({ points, played }: CrossCell): string {
	if (points === null) return '…';
	return `${pointsText(points)}${played ? '' : 'f'}`;
}

/** An entrant by number; deleted players have no name. */
export function entrantName(tournament: Pick<Tournament, 'entrants'>, number: number): string {
	return nameOf({ name: tournament.entrants[number - 1]?.name ?? '' });
}

/** A team with its members. */
export function membersText({ members }: Entrant): string {
	return (members ?? []).map((name) => nameOf({ name })).join(', ');
}

/** What is said about somebody who is not paired: in an arena it is a break, as long as it runs. */
export function awayText({ form, phase }: TournamentSummary, { withdrawn }: Entrant): string {
	if (!withdrawn || (form === 'arena' && phase === 'over')) return '';
	return t(form === 'arena' ? 'tournaments.onBreak' : 'tournaments.withdrawn');
}

/** Whether somebody can still take part: an arena can be joined at any time, a Swiss tournament until a round. */
export function mayEnter({ summary: { phase, form, round }, settings }: Tournament): boolean {
	if (phase !== 'running') return phase === 'open';
	return form === 'arena' || (form === 'swiss' && round < (settings.late_until ?? 0));
}

/** What a player without an open game waits for. */
export function waitingText(tournament: Tournament): string {
	const { me, rounds, summary } = tournament;
	if (summary.phase === 'open') return t('tournaments.now.waitsStart');
	if (summary.form === 'arena') return t('tournaments.now.waitsArena');
	const number = me.number ?? 0;
	if (isOut(tournament, number)) return t('tournaments.now.out');
	const next = t(summary.round === summary.rounds ? 'tournaments.now.last' : 'tournaments.now.waits');
	const played = rounds.at(-1)?.games.some(({ first, second }) => first === number || second === number);
	return played ? `${t('tournaments.now.played')} ${next}` : next;
}

/** Whether somebody has lost in a knockout, and no game for the third place follows. */
function isOut({ bracket, settings, summary }: Tournament, number: number): boolean {
	const rounds = bracket?.rounds ?? [];
	const lost = rounds.findIndex((duels) =>
		duels.some(
			({ first, second, winner }) => [first, second].includes(number) && winner && winner !== number,
		),
	);
	const third = settings.third_place && lost === rounds.length - 2 && summary.round < rounds.length;
	return lost >= 0 && !third;
}

/** A moment, with the zone in which people meet if it is named. */
export function momentText(at: number, zone = ''): string {
	const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
	try {
		const format = new Intl.DateTimeFormat(language.locale, zone ? { ...options, timeZone: zone } : options);
		return zone ? `${format.format(at)} (${zone})` : format.format(at);
	} catch {
		// The browser does not know the zone.
		return new Intl.DateTimeFormat(language.locale, options).format(at);
	}
}

/** A time span on a clock: 5:03, or 1:05:03. */
export function spanText(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const two = (n: number) => String(n).padStart(2, '0');
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How far a tournament has come. */
export function statusText({ phase, form, round, rounds, start, zone }: TournamentSummary): string {
	if (phase === 'over') return t('tournaments.status.over');
	if (phase === 'open')
		return start
			? t('tournaments.status.starts', { time: momentText(start, zone) })
			: t('tournaments.status.open');
	if (form === 'arena') return t('tournaments.status.running');
	return rounds > 0
		? t('tournaments.status.roundOf', { number: round, count: String(rounds) })
		: t('tournaments.status.round', { number: round });
}

/** What a list says about a tournament besides its name and game. */
export function factsText(summary: TournamentSummary): string[] {
	const { form, place, entrants, minutes } = summary;
	return [
		t(formNames[form]),
		t(placeNames[place]),
		t('tournaments.entrants.count', { n: entrants }),
		...(form === 'arena' && minutes ? [t('tournaments.minutes', { n: minutes })] : []),
	];
}

/** The terms of the games. */
export function termsOf({ clock, rated, begins }: TournamentSettings): string[] {
	const parts = [timeControlText(clock)];
	if (begins === 'both') parts.push(t('tournaments.begins.both'));
	if (rated) parts.push(t('tournaments.terms.rated'));
	return parts;
}

/** Why a row is above the next one, where points are equal. */
export function decidedText({ decided }: Rank): string {
	if (!decided) return '';
	return t('tournaments.decided', {
		label: t(tieBreakNames[decided.by]),
		first: valueText(decided.value),
		second: valueText(decided.next),
	});
}

/** A result that can be entered. */
export interface Outcome {
	result: TournamentResult;
	/** The score of a mini-match. */
	detail?: string;
	/** As players report it. */
	report: string;
}

/** The results of games that were played. A knockout has no draws. */
export function outcomes({ begins, form }: TournamentSettings): Outcome[] {
	const all: Outcome[] =
		begins === 'both'
			? [
					{ result: '1-0', detail: '2-0', report: '2-0' },
					{ result: '1-0', detail: '1½-½', report: '1.5-0.5' },
					{ result: '1/2-1/2', detail: '1-1', report: '1-1' },
					{ result: '0-1', detail: '½-1½', report: '0.5-1.5' },
					{ result: '0-1', detail: '0-2', report: '0-2' },
				]
			: [
					{ result: '1-0', report: '1-0' },
					{ result: '1/2-1/2', report: '1/2' },
					{ result: '0-1', report: '0-1' },
				];
	return form === 'knockout' ? all.filter(({ result }) => result !== '1/2-1/2') : all;
}
