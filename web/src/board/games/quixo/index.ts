import { cellsOf, type Look } from '../../look';
import './colours.css';
import Defs from './Defs.svelte';
import DottedCube from './DottedCube.svelte';
import DottedIcon from './DottedIcon.svelte';
import PlainCube from './PlainCube.svelte';
import PlainIcon from './PlainIcon.svelte';
import Surface from './Surface.svelte';

const cubes = {
	colours: 'quixo',
	Surface,
	Defs,
	covered: true,
	prompts: { from: 'move.ask.cube', to: 'move.ask.end' },
} as const;

const forTwo = { ...cubes, Shape: PlainCube, Icon: PlainIcon, signs: ['X', 'O'] } as const;

const forFour = {
	...cubes,
	Shape: DottedCube,
	Icon: DottedIcon,
	signs: ['X', 'O', 'x', 'o'],
	teamsNamedLike: 'quixo',
} as const;

export const looks: Look[] = [
	{
		...forTwo,
		game: 'quixo',
		layers: 'layers.marks',
		sample: {
			place: 3,
			size: 5,
			players: 2,
			cells: cellsOf('X..OX X...X ...XO OX..O XOXOO'),
			last: ['a5'],
			goal: 'home.quixo',
		},
	},
	{ ...forTwo, game: 'quixo3', namedLike: 'quixo' },
	{ ...forTwo, game: 'quixo4', namedLike: 'quixo' },
	{
		...forFour,
		game: 'quixo4p',
		sample: {
			place: 4,
			size: 5,
			players: 4,
			cells: cellsOf('o.X.. .o... Ox..X xxX.O XoOoX'),
			last: ['a1'],
			goal: 'home.quixo4p',
		},
	},
	{ ...forTwo, game: 'quixo-announced', namedLike: 'quixo', announcedOf: 'quixo' },
	{ ...forFour, game: 'quixo4p-announced', namedLike: 'quixo4p', announcedOf: 'quixo4p' },
];
