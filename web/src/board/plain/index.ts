// A look for any game: its letters on discs. A game that wants it says so in its own
// folder, with `plainLook`; nothing falls back to it.

import type { Look } from '../look';
import './colours.css';
import Disc from './Disc.svelte';
import Surface from './Surface.svelte';

/** A plain look; `signs` are the letters of the seats. */
export function plainLook(game: string, signs: readonly string[]): Look {
	return { game, colours: 'plain', Surface, Shape: Disc, covered: false, signs };
}
