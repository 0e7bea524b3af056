import { cellsOf, type Look } from '../../look';
import './colours.css';
import Defs from './Defs.svelte';
import Icon from './Icon.svelte';
import { otherShade } from './letters';
import Solid from './Solid.svelte';
import Surface from './Surface.svelte';

export const looks: Look[] = [
	{
		game: 'quantik',
		colours: 'quantik',
		Surface,
		Shape: Solid,
		Icon,
		Defs,
		covered: false,
		signs: ['S', 's'],
		swap: otherShade,
		paletteColumns: 4,
		layers: 'layers.pieces',
		sample: {
			place: 1,
			size: 4,
			players: 2,
			cells: cellsOf('s..N n..C .yS. .Nc.'),
			last: ['a4'],
			goal: 'home.quantik',
		},
	},
];
