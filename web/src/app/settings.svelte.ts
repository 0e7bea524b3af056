import { bestLanguage, isLanguage, type LanguageCode } from '../i18n/i18n.svelte';
import { load, save } from './storage';

export interface Settings {
	language: 'auto' | LanguageCode;
	theme: 'auto' | 'light' | 'dark';
	sound: boolean;
	/** At one device the board turns to whoever is to move. */
	turnBoard: boolean;
}

const usual: Settings = { language: 'auto', theme: 'auto', sound: true, turnBoard: false };

/** Takes from what was saved whatever is sound. */
function check(x: unknown): Settings | null {
	if (typeof x !== 'object' || x === null) return null;
	const saved = x as Partial<Record<keyof Settings, unknown>>;
	const { language, theme, sound, turnBoard } = saved;
	return {
		language: typeof language === 'string' && isLanguage(language) ? language : usual.language,
		theme: theme === 'light' || theme === 'dark' ? theme : usual.theme,
		sound: typeof sound === 'boolean' ? sound : usual.sound,
		turnBoard: typeof turnBoard === 'boolean' ? turnBoard : usual.turnBoard,
	};
}

/** The user's choices; changes are kept at once. */
export const settings: Settings = $state(load('settings', check, usual));

$effect.root(() => {
	$effect(() => save('settings', settings));
	$effect(() => {
		if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = settings.theme;
	});
});

/** The language to speak: the chosen one, else the browser's. */
export function wantedLanguage(): LanguageCode {
	return settings.language === 'auto' ? bestLanguage(navigator.languages) : settings.language;
}

/** Whether the user asked for less motion. */
export function lessMotion(): boolean {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
