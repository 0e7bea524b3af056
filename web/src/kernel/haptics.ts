import { settings } from './settings.svelte';

/** In milliseconds: on, off, on… */
const patterns = { drop: [12], win: [30, 60, 30, 60, 80] };

/** Vibrates shortly, where the device can and the player wants it. */
export function vibrate(what: keyof typeof patterns): void {
	// Not in all browsers, whatever the types say.
	if (settings.haptics) navigator.vibrate?.(patterns[what]);
}
