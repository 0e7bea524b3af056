const solids = { S: 'sphere', Y: 'cylinder', C: 'cube', N: 'cone' } as const;

/** The same solid of the other player. */
export function otherShade(letter: string): string {
	return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
}

/** Which solid a letter of the notation is. */
export function solidOf(letter: string) {
	const capital = letter.toUpperCase();
	const solid = solids[capital as keyof typeof solids] ?? 'sphere';
	return { solid, shade: letter === capital ? 'light' : 'dark' } as const;
}
