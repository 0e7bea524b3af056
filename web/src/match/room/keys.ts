// Keys that work anywhere on the page of a game.

import type { Key } from '../../kernel/words/i18n.svelte';

export type Command =
	| 'previous'
	| 'next'
	| 'above'
	| 'below'
	| 'film'
	| 'flip'
	| 'zen'
	| 'hint'
	| 'announce'
	| 'fullscreen'
	| 'keys';

interface Shortcut {
	command: Command;
	/** As on the keyboard; a word if nothing is written there. */
	label: string | { word: Key };
	meaning: Key;
}

/** By the key of the event. */
export const shortcuts: Record<string, Shortcut> = {
	ArrowLeft: { command: 'previous', label: '←', meaning: 'play.moves.previous' },
	ArrowRight: { command: 'next', label: '→', meaning: 'play.moves.next' },
	ArrowUp: { command: 'above', label: '↑', meaning: 'study.above' },
	ArrowDown: { command: 'below', label: '↓', meaning: 'study.below' },
	' ': { command: 'film', label: { word: 'play.keys.space' }, meaning: 'play.moves.film' },
	f: { command: 'flip', label: 'F', meaning: 'play.flip' },
	h: { command: 'hint', label: 'H', meaning: 'play.hint' },
	'!': { command: 'announce', label: '!', meaning: 'move.announce' },
	z: { command: 'zen', label: 'Z', meaning: 'play.zen' },
	m: { command: 'fullscreen', label: 'M', meaning: 'play.fullscreen' },
	'?': { command: 'keys', label: '?', meaning: 'play.keys' },
};

/** Keys that do nothing by themselves, or only move the focus. */
export const silentKeys: readonly string[] = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];

const steps: readonly Command[] = ['previous', 'next', 'above', 'below'];

/** Where letters are typed, and where Space or arrows mean something else. */
const typing = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
const pressing = 'button, a, summary, label, input, [role=gridcell]';
const steering = '[role=grid], [role=slider], [role=radiogroup], input';

/**
 * The command of a key, or null. Keys of one character can be switched off, because
 * speech input and unsteady hands trigger them by accident.
 */
export function commandOf(event: KeyboardEvent, characters: boolean): Command | null {
	if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
	const at = event.target instanceof Element ? event.target : document.body;
	// While a dialog is open, the game waits.
	if (at.closest(typing) || document.querySelector('dialog[open]')) return null;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const found = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
	if (found === undefined) return null;
	// A key that is held down steps on, but switches nothing on and off.
	if (event.repeat && !steps.includes(found.command)) return null;
	if (key === ' ' && at.closest(pressing)) return null;
	if (key.length === 1) return characters ? found.command : null;
	return at.closest(steering) ? null : found.command;
}
