// The texts of the analysis.

import type { CellMark } from '../../board/types';
import type {
	GameInfo,
	MatchText,
	PlyView,
	PositionView,
	ReviewPly,
	Verdict,
	Worth,
} from '../../engine/protocol';
import { formatList, type Key, reason, type Side, seatName, sideOf, t } from '../../kernel/words/i18n.svelte';
import { resultText, seatsOf } from '../../match/format';
import { type Grade, gradeOf, signOf } from './values';

/** A side by its colour; partners are named together. */
export function sideName(info: GameInfo, team: number): string {
	const names = seatsOf(info, team).map((seat) => seatName(info.look, seat));
	return formatList(names, 'conjunction');
}

/** The same for sentences, with forms. */
function sidesOf(info: GameInfo, team: number): Side[] {
	return seatsOf(info, team).map((seat) => sideOf(info.look, seat));
}

/** The player who made a ply. */
export function playerName(info: GameInfo, match: MatchText, ply: PlyView): string {
	return match.players[ply.seat] || seatName(info.look, ply.seat);
}

const estimates: Record<Exclude<Grade, 'win' | 'draw' | 'loss'>, Key> = {
	muchBetter: 'analysis.worth.muchBetter',
	better: 'analysis.worth.better',
	even: 'analysis.worth.even',
	worse: 'analysis.worth.worse',
	muchWorse: 'analysis.worth.muchWorse',
};

/** The value of a move for the player who makes it: "wins in 3 turns". */
export function valueText(worth: Worth): string {
	const grade = gradeOf(worth);
	const { turns } = worth;
	if (grade === 'draw') return t('analysis.worth.draw');
	if (grade === 'win')
		return turns === null ? t('analysis.worth.wins') : t('analysis.worth.win', { n: turns });
	if (grade === 'loss')
		return turns === null ? t('analysis.worth.loses') : t('analysis.worth.loss', { n: turns });
	return t(estimates[grade]);
}

/** The same as a mark on the board. */
export function markOf(worth: Worth): CellMark {
	return { sign: signOf(worth), word: valueText(worth), tone: worth.outcome };
}

/** The value of a position as a sentence; `worth` is from the given team's side. */
export function verdictText(info: GameInfo, team: number, worth: Worth): string {
	const grade = gradeOf(worth);
	if (grade === 'draw') return t('analysis.verdict.draw');
	if (grade === 'even') return t('analysis.verdict.even');
	const ahead = grade === 'win' || grade === 'better' || grade === 'muchBetter';
	const side = sidesOf(info, ahead ? team : 1 - team);
	if (grade === 'win' || grade === 'loss')
		return worth.turns === null
			? t('analysis.verdict.wins', { side })
			: t('analysis.verdict.win', { side, n: worth.turns });
	const clear = grade === 'muchBetter' || grade === 'muchWorse';
	return t(clear ? 'analysis.verdict.muchBetter' : 'analysis.verdict.better', { side });
}

/** How and why a game ended. */
export function endText(info: GameInfo, verdict: Verdict): string {
	const names = info.seats.map((_, seat) => seatName(info.look, seat));
	return `${resultText({ info, names, you: null }, verdict.winner)} ${reason(verdict)}`;
}

/** Who is to move, for the head of the page. */
export function toMoveText(info: GameInfo, position: PositionView): string {
	return t('analysis.toMove', { side: sideOf(info.look, position.to_move) });
}

/** The usual annotation symbols. */
export const faultSigns: Record<ReviewPly['fault'], string> = {
	none: '',
	inaccuracy: '?!',
	mistake: '?',
	blunder: '??',
};

export function faultName(fault: ReviewPly['fault']): string {
	switch (fault) {
		case 'none':
			return '';
		case 'inaccuracy':
			return t('analysis.fault.inaccuracy');
		case 'mistake':
			return t('analysis.fault.mistake');
		case 'blunder':
			return t('analysis.fault.blunder');
	}
}
