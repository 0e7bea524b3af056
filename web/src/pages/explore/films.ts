import type { Worth } from '../../engine/protocol';
import type { MapData } from './maps';

type Film = MapData['films'][number];

/** How many films a page shows. */
const most = 9;

/** A value as the files have it: "win 11", "loss 10". */
export function worthOf(value: string): Worth {
	const [outcome, turns] = value.split(' ');
	return {
		outcome: outcome === 'win' || outcome === 'loss' ? outcome : 'unknown',
		turns: turns === undefined ? null : Number(turns),
		estimate: null,
	};
}

/** The longest wins, the longest first; of those that are equally long, the ones with fewer pieces. */
export function longestFilms(films: Film[]): (Film & { worth: Worth })[] {
	return films
		.map((film) => ({ ...film, worth: worthOf(film.value) }))
		.sort((a, b) => b.line.length - a.line.length || a.pieces - b.pieces)
		.slice(0, most);
}
