import type { TimeTerms } from '../../net/types';

/** The time controls for pairing: few, so that players find each other. */
export const pairingPresets: readonly string[] = ['3+2', '5+5', '10+10', '1d'];

/** "5+5" is minutes plus seconds per move, "1d" is days per move. */
export function timeOfPreset(preset: string): TimeTerms {
	if (preset.endsWith('d')) return { days: Number.parseInt(preset, 10) };
	const [minutes = 0, seconds = 0] = preset.split('+').map(Number);
	return { main_ms: minutes * 60_000, increment_ms: seconds * 1000 };
}
