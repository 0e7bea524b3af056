import type { TimeTerms } from '../net/types';

/** The clocks by which people find each other: few, so that they meet. */
export const seekPresets: readonly string[] = ['3+2', '5+5', '10+10', '1d'];

/** "5+5" is minutes and seconds a move, "1d" days a move. */
export function timeOfPreset(preset: string): TimeTerms {
	if (preset.endsWith('d')) return { days: Number.parseInt(preset, 10) };
	const [minutes = 0, seconds = 0] = preset.split('+').map(Number);
	return { main_ms: minutes * 60_000, increment_ms: seconds * 1000 };
}
