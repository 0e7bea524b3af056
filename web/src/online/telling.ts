// How tables and players are told to people.

import type { GameInfo, Level } from '../engine/protocol';
import type { Rating, Sitter, Summary, Terms, TimeTerms } from '../net/types';
import { levels } from '../play/saved';
import { levelName } from '../play/telling';
import { type Key, language, listed, number, phrase, t } from '../words/words.svelte';

/** A name, or what is said of somebody who has deleted it. */
export function nameOf(player: { name?: string }): string {
	return player.name || t('online.deleted');
}

/** Who holds a chair or seat. */
export function sitterName(sitter: Sitter, info: Pick<GameInfo, 'exact'> | null = null): string {
	if (sitter.player) return nameOf(sitter);
	const level = levels.find((one) => one === sitter.level);
	return level ? computerName(level, info) : t('online.freeSeat');
}

/** What a computer player is called; whether its highest level is perfect is known only from the rules. */
export function computerName(level: Level, info: Pick<GameInfo, 'exact'> | null): string {
	return t('play.computerAt', { level: levelName(level, { exact: info?.exact ?? true }) });
}

/** How long players may think. */
export function timeWords({
	main_ms: main = 0,
	increment_ms: increment = 0,
	days = 0,
}: TimeTerms = {}): string {
	if (days > 0) return t('online.time.days', { n: days });
	if (main === 0) return t('online.time.none');
	const seconds = number(increment / 1000);
	if (main < 60_000) {
		const first = number(main / 1000);
		return increment > 0
			? t('online.time.secondsPlus', { first, seconds })
			: t('online.time.seconds', { first });
	}
	const minutes = number(main / 60_000, { maximumFractionDigits: 1 });
	return increment > 0 ? t('online.time.plus', { minutes, seconds }) : t('online.time.minutes', { minutes });
}

/** What is to be known before one sits down, beside the game. */
export function termsWords(terms: Terms): string {
	const parts = [timeWords(terms.time)];
	if (terms.rated) parts.push(t('online.terms.rated'));
	if (terms.advice) parts.push(t('online.terms.advice'));
	return listed(parts, 'unit');
}

/** Who sits at a table that is open, and how strong they are where that is known. */
export function hostWords({ sitters, ratings }: Summary): string {
	const people = sitters.filter((sitter) => sitter.player || sitter.level);
	const names = people.map((sitter) => {
		const rating = ratings?.[sitter.player ?? ''];
		const name = sitterName(sitter);
		return rating === undefined ? name : t('online.rated', { name, rating: number(Math.round(rating)) });
	});
	return listed(names, 'conjunction');
}

export function freeSeats({ sitters }: Summary): number {
	return sitters.filter((sitter) => !sitter.player && !sitter.level).length;
}

/** The others at a table, seen by one of its players. */
export function othersWords({ sitters }: Summary, player: string): string {
	const others = sitters.filter((sitter) => sitter.player !== player && (sitter.player || sitter.level));
	return listed(
		others.map((sitter) => sitterName(sitter)),
		'conjunction',
	);
}

/** Who won, in words: for one of the players from their side. */
export function resultWords(
	{ result, sitters }: Summary,
	info: Pick<GameInfo, 'id' | 'seats'>,
	player = '',
): string {
	if (result === '1/2-1/2') return t('online.result.draw');
	if (result !== '1-0' && result !== '0-1') return t('online.result.none');
	const winners = info.seats.flatMap(({ team }, seat) => (team === (result === '1-0' ? 0 : 1) ? [seat] : []));
	const own = sitters.findIndex((sitter) => player !== '' && sitter.player === player);
	if (own >= 0) return t(winners.includes(own) ? 'online.result.won' : 'online.result.lost');
	const names = winners.map((seat) => sitterName(sitters[seat] ?? {}));
	return t('play.result.name', { name: listed(names, 'conjunction') });
}

/** The reasons for which a game ends beside its rules; those of the rules are told with the position. */
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

/** The same for the side that they were the fault of. */
const ownFaults: Record<string, Key> = {
	resignation: 'online.lost.resignation',
	timeout: 'online.lost.timeout',
	abandoned: 'online.lost.abandoned',
};

/** Why a game ended, where no position is needed to tell it, to somebody who may have lost it: '' elsewhere. */
export function reasonWords(code = '', lost = false): string {
	const own = ownFaults[code];
	if (lost && own) return t(own);
	return besideRules.includes(code) ? phrase({ code, params: {}, text: code }) : '';
}

/** A day as people write it. */
export function dayWords(time: number, style: 'medium' | 'long' = 'medium'): string {
	return new Intl.DateTimeFormat(language.code, { dateStyle: style }).format(time);
}

/** A day and its hour. */
export function momentWords(time: number): string {
	return new Intl.DateTimeFormat(language.code, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** Above this deviation, in points, a rating says little yet. */
const unsure = 110;

/** How sure a rating is, in words. */
export function certaintyWords({ value, deviation }: Rating): string {
	const [low, high] = [value - 2 * deviation, value + 2 * deviation].map((points) =>
		number(Math.round(points)),
	);
	return t(deviation > unsure ? 'online.rating.unsure' : 'online.rating.sure', {
		low: low ?? '',
		high: high ?? '',
	});
}
