import type { Game } from './steps';

/** One game of each kind, from the playthroughs in game/testdata, and how it ends. */
export interface Ending {
	game: Game;
	record: string;
	result: string;
	why: string;
}

export const endings: Ending[] = [
	{
		game: 'quantik',
		record: 'quantik-four-shapes',
		result: 'Dark wins!',
		why: 'Four different shapes in the region (a1 a2 b1 b2).',
	},
	{
		game: 'pivot',
		record: 'pivot-line-stands',
		result: 'Circles win!',
		why: 'The line was neither broken nor answered: column d (d1 d2 d3).',
	},
	{
		game: 'quixo',
		record: 'quixo-own-line',
		result: 'Crosses win!',
		why: 'The winner completed a line: column a (a1 a2 a3 a4 a5).',
	},
	{
		game: 'quixo4p',
		record: 'quixo4p-mixed-dots',
		result: 'X1 and X2 win!',
		why: 'The winner completed a line: row 1 (a1 b1 c1 d1 e1).',
	},
];
