// What has to be pressed for a move of the notation, whatever drives the browser.

export const games = ['quantik', 'pivot', 'quixo', 'quixo4p'] as const;
export type Game = (typeof games)[number];

/** Something that can be pressed. */
export interface Step {
	role: 'gridcell' | 'button';
	name: RegExp;
	/** A selector of what it is in, if there are others elsewhere. */
	within?: string;
}

export function cellStep(name: string): Step {
	return { role: 'gridcell', name: new RegExp(`^${name}\\b`) };
}

/** The button of the tray that stands for a piece, a face or a dot of the notation. */
export function beside(game: Game, letter: string): Step {
	if (game === 'quixo4p') return { role: 'button', name: new RegExp(`\\([XO]${letter}\\)`), within: '.near' };
	const [shapes, shades]: [Record<string, string>, string[]] =
		game === 'quantik'
			? [{ S: 'sphere', Y: 'cylinder', C: 'cube', N: 'cone' }, ['(light|dark)', '(light|dark)']]
			: [{ C: 'circle', S: 'square' }, ['black', 'silver']];
	const capital = letter.toUpperCase();
	// The reserves of both players are beside the board; only one can be used.
	return {
		role: 'button',
		name: new RegExp(`^${shades[letter === capital ? 0 : 1]} ${shapes[capital]}`),
		within: '.playable',
	};
}

/** The steps of a move, in order. */
export function stepsOf(game: Game, move: string): Step[] {
	if (move === 'pass') return [{ role: 'button', name: /^Pass$/, within: 'main' }];
	const [, from = '', to = '', letter = '', drop = '', dot = ''] =
		/^(?:(\w\d)-(\w\d))?\+?(?:([A-Za-z])@(\w\d))?(?:\.(\d))?$/.exec(move) ?? [];
	const steps = [from, to].filter(Boolean).map(cellStep);
	if (letter) steps.push(beside(game, letter), cellStep(drop));
	if (dot) steps.push(beside(game, dot));
	if (steps.length === 0) throw new Error(`${move} is no move`);
	return steps;
}
