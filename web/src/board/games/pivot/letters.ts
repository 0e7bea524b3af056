/** Which card a letter of the notation is, and which of its faces is up. */
export function cardOf(letter: string) {
	const capital = letter.toUpperCase();
	return {
		card: capital === 'S' ? 'square' : 'circle',
		face: letter === capital ? 'black' : 'silver',
	} as const;
}
