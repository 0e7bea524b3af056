import { load, save } from './storage';
import { bestLanguage, isLanguage, type LanguageCode } from './words/i18n.svelte';

export interface Settings {
	language: 'auto' | LanguageCode;
	theme: 'auto' | 'light' | 'dark';
	sound: boolean;
	/** When people share a device, the board turns to the player to move. */
	turnBoard: boolean;
}

const defaults: Settings = { language: 'auto', theme: 'auto', sound: true, turnBoard: false };

/** Reads saved settings, with defaults for invalid values. */
function check(x: unknown): Settings | null {
	if (typeof x !== 'object' || x === null) return null;
	const saved = x as Partial<Record<keyof Settings, unknown>>;
	const { language, theme, sound, turnBoard } = saved;
	return {
		language: typeof language === 'string' && isLanguage(language) ? language : defaults.language,
		theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
		sound: typeof sound === 'boolean' ? sound : defaults.sound,
		turnBoard: typeof turnBoard === 'boolean' ? turnBoard : defaults.turnBoard,
	};
}

/** The user's settings; changes are saved at once. */
export const settings: Settings = $state(load('settings', check, defaults));

$effect.root(() => {
	$effect(() => save('settings', settings));
	$effect(() => {
		if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = settings.theme;
	});
});

/** The language setting, or else the browser's best match. */
export function preferredLanguage(): LanguageCode {
	return settings.language === 'auto' ? bestLanguage(navigator.languages) : settings.language;
}

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion(): boolean {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
