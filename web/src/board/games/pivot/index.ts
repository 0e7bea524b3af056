import { cellsOf, type Look } from '../../look';
import Card from './Card.svelte';
import './colours.css';
import Defs from './Defs.svelte';
import Icon from './Icon.svelte';
import Surface from './Surface.svelte';

export const looks: Look[] = [
	{
		game: 'pivot',
		colours: 'pivot',
		Surface,
		Shape: Card,
		Icon,
		Defs,
		covered: false,
		signs: ['C', 'S'],
		layers: 'layers.cards',
		prompts: { from: 'move.ask.card', to: 'move.ask.pivotTo' },
		sample: {
			place: 2,
			size: 4,
			players: 2,
			cells: cellsOf('C... c... csSC C.ss'),
			last: ['a3', 'c1'],
			goal: 'home.pivot',
		},
	},
];
