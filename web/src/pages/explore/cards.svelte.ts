// What the trainer has asked, by game and position, saved on the device.

import { load, onSavedElsewhere, save } from '../../kernel/storage';
import { answered, type Card } from './leitner';

type Cards = Record<string, Record<string, Card>>;

const key = 'trainer';

function check(x: unknown): Cards | null {
	if (typeof x !== 'object' || x === null || Array.isArray(x)) return null;
	return Object.fromEntries(Object.entries(x).map(([game, cards]) => [game, checkCards(cards)]));
}

function checkCards(x: unknown): Record<string, Card> {
	if (typeof x !== 'object' || x === null) return {};
	return Object.fromEntries(Object.entries(x).filter((entry): entry is [string, Card] => isCard(entry[1])));
}

function isCard(x: unknown): x is Card {
	if (typeof x !== 'object' || x === null) return false;
	const { box, due } = x as Partial<Record<keyof Card, unknown>>;
	return Number.isSafeInteger(box) && Number.isSafeInteger(due) && (box as number) >= 0;
}

let cards = $state.raw<Cards>(load(key, check, {}));
onSavedElsewhere(key, () => {
	cards = load(key, check, {});
});

/** The questions of a game that were asked; reactive. */
export function cardsOf(game: string): Record<string, Card> {
	return cards[game] ?? {};
}

/** Keeps the answer to a question. */
export function keepAnswer(game: string, position: string, right: boolean, now: number): void {
	// Another tab may have asked others in the meantime.
	const all = load(key, check, cards);
	const own = all[game] ?? {};
	cards = { ...all, [game]: { ...own, [position]: answered(own[position], right, now) } };
	save(key, cards);
}
