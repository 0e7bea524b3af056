import { load, onSavedElsewhere, save } from './storage';
import { bestLanguage, isLanguage, type LanguageCode } from './words/i18n.svelte';

export interface Settings {
	language: 'auto' | LanguageCode;
	theme: 'auto' | 'light' | 'dark';
	sound: boolean;
	/** From 0 to 1. */
	volume: number;
	/** Short vibrations where the device has them. */
	haptics: boolean;
	/** When people share a device, the board turns to the player to move. */
	turnBoard: boolean;
	boardTheme: (typeof boardThemes)[number];
	pieceTheme: (typeof pieceThemes)[number];
	animation: (typeof animations)[number];
	/** Letters and numbers at the edge of the board. */
	coordinates: boolean;
	/** How lists show moves. */
	moveStyle: (typeof moveStyles)[number];
	/** Marks on what can be chosen. */
	showTargets: boolean;
	/** Whether single letters are shortcuts on the page of a game. */
	shortcuts: boolean;
	/** Which moves are confirmed before they are played: with days per move, all or none. */
	confirmMoves: 'days' | 'always' | 'never';
	/** Whether moves can be chosen before one's turn, in games without days per move. */
	premoves: boolean;
	/** The screen stays on during a game. */
	wakeLock: boolean;
}

/** The first is the look that each game has by itself. */
export const boardThemes = ['natural', 'walnut', 'sea', 'contrast'] as const;
export const pieceThemes = ['natural', 'painted', 'ivory', 'contrast'] as const;
export const moveStyles = ['icons', 'notation', 'words'] as const;
export const animations = ['off', 'fast', 'normal', 'slow'] as const;

const defaults: Settings = {
	language: 'auto',
	theme: 'auto',
	sound: true,
	volume: 1,
	haptics: true,
	turnBoard: false,
	boardTheme: 'natural',
	pieceTheme: 'natural',
	animation: 'normal',
	coordinates: true,
	moveStyle: 'icons',
	showTargets: true,
	shortcuts: true,
	confirmMoves: 'days',
	premoves: true,
	wakeLock: true,
};

/** Reads saved settings, with defaults for invalid values. */
function check(x: unknown): Settings | null {
	if (typeof x !== 'object' || x === null) return null;
	const saved = x as Partial<Record<keyof Settings, unknown>>;
	const { language, theme, volume, confirmMoves } = saved;
	const isOn = (
		name:
			| 'sound'
			| 'haptics'
			| 'turnBoard'
			| 'coordinates'
			| 'showTargets'
			| 'shortcuts'
			| 'premoves'
			| 'wakeLock',
	): boolean => {
		const value = saved[name];
		return typeof value === 'boolean' ? value : defaults[name];
	};
	return {
		language: typeof language === 'string' && isLanguage(language) ? language : defaults.language,
		theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
		sound: isOn('sound'),
		volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
		haptics: isOn('haptics'),
		turnBoard: isOn('turnBoard'),
		boardTheme: boardThemes.find((one) => one === saved.boardTheme) ?? defaults.boardTheme,
		pieceTheme: pieceThemes.find((one) => one === saved.pieceTheme) ?? defaults.pieceTheme,
		animation: animations.find((one) => one === saved.animation) ?? defaults.animation,
		coordinates: isOn('coordinates'),
		moveStyle: moveStyles.find((one) => one === saved.moveStyle) ?? defaults.moveStyle,
		showTargets: isOn('showTargets'),
		shortcuts: isOn('shortcuts'),
		confirmMoves:
			confirmMoves === 'always' || confirmMoves === 'never' ? confirmMoves : defaults.confirmMoves,
		premoves: isOn('premoves'),
		wakeLock: isOn('wakeLock'),
	};
}

/** The user's settings; changes are saved at once. */
export const settings: Settings = $state(load('settings', check, defaults));

// Otherwise the next change here would undo those of another tab.
onSavedElsewhere('settings', () => Object.assign(settings, load('settings', check, defaults)));

$effect.root(() => {
	$effect(() => save('settings', settings));
	$effect(() => {
		if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = settings.theme;
	});
	$effect(() => {
		document.documentElement.dataset.board = settings.boardTheme;
		document.documentElement.dataset.pieces = settings.pieceTheme;
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

/** How long animations take, as a factor; 0 for none. */
export function animationScale(): number {
	if (prefersReducedMotion()) return 0;
	return { off: 0, fast: 0.6, normal: 1, slow: 1.8 }[settings.animation];
}
