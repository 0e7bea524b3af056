import { t } from '../../kernel/words/i18n.svelte';
import type { Channel } from '../../net/types';

/** The preset phrases: what is said to everybody, and what only helps a partner. */
const polite = [
	'hello',
	'goodluck',
	'thanks',
	'wellplayed',
	'goodgame',
	'oops',
	'sorry',
	'moment',
	'bye',
] as const;
const advice = ['attack', 'defend', 'careful', 'yes', 'no', 'trust'] as const;
const known = [...polite, ...advice];

type Preset = (typeof known)[number];

/** The phrases that fit a channel. */
export function phrasesOf(channel: Channel): readonly Preset[] {
	return channel === 'partners' ? [...advice, ...polite] : polite;
}

/** A preset phrase in words; one of a newer server by its code. */
export function phraseText(code: string): string {
	const found = known.find((phrase) => phrase === code);
	return found === undefined ? code : t(`table.phrase.${found}`);
}

/** What somebody said. */
export function saidText({ text, phrase }: { text: string; phrase?: string }): string {
	return phrase ? phraseText(phrase) : text;
}
