// What depends on the screen and cannot be left to style sheets: what is not there at all. The
// breakpoints are those of theme.css.

import { MediaQuery } from 'svelte/reactivity';

/** The navigation is a bar at the bottom. */
export const phone = new MediaQuery('(max-width: 48.75em)');
/** Not everything fits side by side. */
export const tablet = new MediaQuery('(max-width: 70em)');
/** A phone in landscape with two columns beside the board; the same as in BoardLayout. */
export const lying = new MediaQuery(
	'(min-width: 48.76em) and (max-height: 31.25em) and (min-aspect-ratio: 11/10)',
);
/** The chat has room below the moves. */
export const roomy = new MediaQuery('(min-width: 62.5em) and (min-height: 40em)');
