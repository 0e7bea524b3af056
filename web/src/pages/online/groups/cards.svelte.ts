import type { Card } from '../../../net/types';

// The cards that were just made. They have secrets, so they are only in the memory of this
// page, until it is left or loaded again.
let made = $state.raw<{ group: string; cards: Card[] }>({ group: '', cards: [] });

/** Keeps cards for the page that prints them. */
export function keepCards(group: string, cards: Card[]): void {
	made = { group, cards };
}

/** The cards of a group that were just made; reactive. */
export function cardsOf(group: string): Card[] {
	return made.group === group ? made.cards : [];
}
