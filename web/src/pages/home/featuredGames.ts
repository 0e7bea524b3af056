/** What the start page shows of a game before the rules are loaded. */
export interface FeaturedGame {
	id: 'quantik' | 'pivot' | 'quixo' | 'quixo4p';
	size: number;
	players: number;
	/** A position from a real game. */
	cells: Record<string, string>;
	last: string[];
}

/** Rows from the top; a dot is an empty cell. */
function cellsOf(rows: string): Record<string, string> {
	const cells: Record<string, string> = {};
	const lines = rows.split(' ');
	lines.forEach((line, fromTop) => {
		[...line].forEach((letter, column) => {
			const cell = String.fromCharCode('a'.charCodeAt(0) + column) + (lines.length - fromTop);
			if (letter !== '.') cells[cell] = letter;
		});
	});
	return cells;
}

export const featuredGames: readonly FeaturedGame[] = [
	{ id: 'quantik', size: 4, players: 2, cells: cellsOf('s..N n..C .yS. .Nc.'), last: ['a4'] },
	{ id: 'pivot', size: 4, players: 2, cells: cellsOf('C... c... csSC C.ss'), last: ['a3', 'c1'] },
	{ id: 'quixo', size: 5, players: 2, cells: cellsOf('X..OX X...X ...XO OX..O XOXOO'), last: ['a5'] },
	{ id: 'quixo4p', size: 5, players: 4, cells: cellsOf('o.X.. .o... Ox..X xxX.O XoOoX'), last: ['a1'] },
];
