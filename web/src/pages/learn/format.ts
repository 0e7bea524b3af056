// The texts of the lessons.

import type { GameInfo, PositionView } from '../../engine/protocol';
import { pieceName, reason, sideOf, t } from '../../kernel/words/i18n.svelte';
import type { Result } from './attempt.svelte';

/** Why an answer is not right. */
export function wrongAnswerText(
	info: GameInfo,
	start: PositionView,
	result: Exclude<Result, { kind: 'right' }>,
): string {
	switch (result.kind) {
		case 'cell':
			return t('learn.wrongcell', {
				cell: result.cell,
				piece: pieceName(info.look, start.cells[result.cell] ?? ''),
			});
		case 'ended': {
			const { verdict } = result;
			const own = verdict.winner === info.seats[result.seat]?.team;
			const key = verdict.winner === null ? 'learn.endeddrawn' : own ? 'learn.endedwon' : 'learn.endedlost';
			return t(key, { reason: reason(verdict) });
		}
		case 'refuted':
			return t('learn.refuted', { seat: sideOf(info.look, result.seat), move: result.move });
		case 'slower':
			return t('learn.slower');
		case 'thinking':
			return t('learn.thinking');
		case 'notasked':
			return t('learn.notasked');
	}
}

/** The same from the partner of a guided game, for somebody who does not read notation. */
export function partnerText(
	info: GameInfo,
	start: PositionView,
	result: Exclude<Result, { kind: 'right' }>,
): string {
	switch (result.kind) {
		case 'refuted':
			return t('guided.refuted');
		case 'thinking':
		case 'slower':
		case 'notasked':
			return t('guided.notAsked');
		default:
			return wrongAnswerText(info, start, result);
	}
}
