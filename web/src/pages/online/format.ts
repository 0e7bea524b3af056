// Texts about tables and players.

import type { GameInfo, Level } from '../../engine/protocol';
import { formatDate, formatList, formatNumber, type Key, phrase, t } from '../../kernel/words/i18n.svelte';
import { levelName, seatsOf, resultText as wordsFor } from '../../match/format';
import { levels } from '../../match/local/saved';
import { winnerOf } from '../../match/online/format';
import { labelOf, nameOf, timeControlText } from '../../match/online/terms';
import type { Rating, Sitter, Summary, Terms } from '../../net/types';

/** The player on a chair or seat. */
export function sitterName(sitter: Sitter, info: Pick<GameInfo, 'exact'> | null = null): string {
	if (sitter.player) return labelOf(sitter);
	const level = levels.find((one) => one === sitter.level);
	return level ? computerName(level, info) : t('online.freeSeat');
}

/** A player as sentences name them. */
const plainName = (sitter: Sitter) => (sitter.player ? nameOf(sitter) : sitterName(sitter));

/** The name of a computer player; only the rules know whether its highest level is perfect. */
export function computerName(level: Level, info: Pick<GameInfo, 'exact'> | null): string {
	return t('play.computerAt', { level: levelName(level, { exact: info?.exact ?? true }) });
}

/** The terms, besides the game, that matter before sitting down. */
export function termsText(terms: Terms): string {
	const parts = [timeControlText(terms.time)];
	if (terms.rated) parts.push(t('online.terms.rated'));
	if (terms.advice) parts.push(t('online.terms.advice'));
	return formatList(parts, 'unit');
}

/** The players at an open table, with their ratings if known. */
export function hostText({ sitters, ratings }: Summary): string {
	const people = sitters.filter((sitter) => sitter.player || sitter.level);
	const names = people.map((sitter) => {
		const rating = ratings?.[sitter.player ?? ''];
		const name = sitterName(sitter);
		return rating === undefined
			? name
			: t('online.rated', { name, rating: formatNumber(Math.round(rating)) });
	});
	return formatList(names, 'conjunction');
}

export function freeSeats({ sitters }: Summary): number {
	return sitters.filter((sitter) => !sitter.player && !sitter.level).length;
}

/** The other players at a table. */
export function othersText({ sitters }: Summary, player: string): string {
	const others = sitters.filter((sitter) => sitter.player !== player && (sitter.player || sitter.level));
	return formatList(
		others.map((sitter) => sitterName(sitter)),
		'conjunction',
	);
}

/** Who won; for one of the players, from their side. */
export function resultText({ result, sitters }: Summary, info: GameInfo, player = ''): string {
	if (result === '1/2-1/2') return t('online.result.draw');
	const winner = winnerOf({ result });
	if (winner === null) return t('online.result.none');
	const own = sitters.findIndex((sitter) => player !== '' && sitter.player === player);
	if (own < 0) return wordsFor({ info, names: sitters.map(plainName), you: null }, winner);
	return t(seatsOf(info, winner).includes(own) ? 'online.result.won' : 'online.result.lost');
}

/** Reasons that are not part of the game's rules; those of the rules need the position. */
const besideRules = [
	'resignation',
	'timeout',
	'agreement',
	'repetition',
	'abandoned',
	'proved',
	'long',
	'aborted',
	'failed',
	'closed',
];

/** The same for the side that caused it. */
const ownFaults: Record<string, Key> = {
	resignation: 'online.lost.resignation',
	timeout: 'online.lost.timeout',
	abandoned: 'online.lost.abandoned',
};

/** Why a game ended, if no position is needed to say so; else ''. `lost`: for the side that lost. */
export function reasonText(code = '', lost = false): string {
	const own = ownFaults[code];
	if (lost && own) return t(own);
	return besideRules.includes(code) ? phrase({ code, params: {}, text: code }) : '';
}

/** A date. */
export function dateText(time: number, style: 'medium' | 'long' = 'medium'): string {
	return formatDate(time, { dateStyle: style });
}

/** A date with the time. */
export function dateTimeText(time: number): string {
	return formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Above this deviation, in points, a rating is uncertain. */
const unsure = 110;

/** How certain a rating is. */
export function certaintyText({ value, deviation }: Rating): string {
	const [low, high] = [value - 2 * deviation, value + 2 * deviation].map((points) =>
		formatNumber(Math.round(points)),
	);
	return t(deviation > unsure ? 'online.rating.unsure' : 'online.rating.sure', {
		low: low ?? '',
		high: high ?? '',
	});
}
