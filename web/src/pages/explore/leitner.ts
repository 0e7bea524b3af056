// Spaced repetition with Leitner's boxes: what was missed goes into the first box and comes back
// soon, and each right answer moves it on to a box that waits longer. After the last one it is known.

/** A question that was asked. */
export interface Card {
	/** The box, from 0; `known` after the last one. */
	box: number;
	/** When it is asked again, in milliseconds since 1970. */
	due: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long each box waits. */
const waits = [10 * minute, day, 3 * day, 7 * day, 21 * day];

/** The box of what is not asked any more. */
export const known = waits.length;

/** The card after an answer. What is right at once the first time need not be repeated. */
export function answered(card: Card | undefined, right: boolean, now: number): Card {
	if (!right) return { box: 0, due: now + (waits[0] ?? 0) };
	const box = card === undefined ? known : Math.min(card.box + 1, known);
	return { box, due: now + (waits[box] ?? 0) };
}

export function isKnown({ box }: Card): boolean {
	return box >= known;
}

/** How many are known, how many are repeated, and how many of those are due now. */
export function countCards(cards: Record<string, Card>, now: number) {
	const repeated = Object.values(cards).filter((card) => !isKnown(card));
	return {
		known: Object.values(cards).length - repeated.length,
		repeated: repeated.length,
		due: repeated.filter(({ due }) => due <= now).length,
	};
}

/**
 * The next question: one that is due, or else a new one, in the order of the list. If there is neither, the one that
 * will be due first; null if all are known.
 */
export function nextQuestion<Question extends { position: string }>(
	questions: readonly Question[],
	cards: Record<string, Card>,
	now: number,
	not = '',
): Question | null {
	const repeated = questions
		.flatMap((question) => {
			const card = cards[question.position];
			return card && !isKnown(card) ? [{ question, due: card.due }] : [];
		})
		.sort((a, b) => a.due - b.due);
	// The same one twice in a row would only test the memory of a minute ago.
	const others = repeated.filter(({ question }) => question.position !== not);
	const due = others.find(({ due }) => due <= now)?.question;
	const fresh = questions.find(({ position }) => cards[position] === undefined && position !== not);
	return due ?? fresh ?? others[0]?.question ?? repeated[0]?.question ?? null;
}
