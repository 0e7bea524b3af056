import type { Card } from '../../../net/types';

// The cards that were just made. They have secrets, so they are only in the memory of this
// page, until it is left or loaded again.
let made = $state.raw<{ group: string; cards: Card[] }>({ group: '', cards: [] });
let shown = false;

/** Keeps cards for the page that prints them, together with those that it has not shown yet. */
export function keepCards(group: string, cards: Card[]): void {
	const renewed = new Set(cards.map(({ player }) => player));
	const waiting = shown ? [] : cardsOf(group).filter(({ player }) => !renewed.has(player));
	made = { group, cards: [...waiting, ...cards] };
	shown = false;
}

/** Says that the page has shown the cards that are kept. */
export function noteShown(): void {
	shown = true;
}

/** The cards of a group that were just made; reactive. */
export function cardsOf(group: string): Card[] {
	return made.group === group ? made.cards : [];
}
