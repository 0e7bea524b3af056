// How the actions of a room look.

import type { IconName } from '../../kernel/ui/icons';
import type { Key } from '../../kernel/words/i18n.svelte';

interface Look {
	label: Key;
	icon?: IconName;
	/** A longer text for the pointer. */
	title?: Key;
	/** Always visible; all others are in the menu. */
	bar?: 'words' | 'icon';
	/** Below the list of moves. */
	list?: true;
	primary?: boolean;
}

export type ActionID = keyof typeof known;

const known = {
	// While playing.
	takeBack: { icon: 'undo', label: 'play.takeBack', bar: 'words' },
	hint: { icon: 'hint', label: 'play.hint', bar: 'words' },
	chat: { icon: 'chat', label: 'table.chat', bar: 'words' },
	nextTurn: { icon: 'next', label: 'table.nextTurn', title: 'table.nextTurnHint', bar: 'words' },
	resign: { icon: 'flag', label: 'play.resign' },
	abort: { icon: 'close', label: 'table.abort' },
	draw: { icon: 'draw', label: 'play.draw' },
	invite: { icon: 'people', label: 'table.inviteSpectators' },
	people: { icon: 'person', label: 'online.people' },
	lobby: { icon: 'people', label: 'table.toHall' },
	newGame: { icon: 'plus', label: 'play.newGame' },
	// In answer to a notice.
	accept: { label: 'play.draw.accept', primary: true },
	decline: { label: 'play.draw.decline' },
	claimWin: { label: 'table.claim.win', primary: true },
	claimDraw: { label: 'table.claim.draw' },
	retry: { label: 'common.tryAgain' },
	backToGame: { label: 'play.backToGame' },
	againstComputer: { label: 'play.visit.computer', primary: true },
	amongPeople: { label: 'play.visit.people' },
	// After the game.
	rematch: { icon: 'swap', label: 'play.rematch', title: 'play.rematchHint', primary: true },
	nextGame: { icon: 'next', label: 'table.nextGame', primary: true },
	review: { icon: 'analyse', label: 'play.analyseShort' },
	easier: { icon: 'minus', label: 'play.easier', bar: 'words' },
	harder: { icon: 'plus', label: 'play.harder', bar: 'words' },
	// In the analysis.
	first: { icon: 'first', label: 'play.moves.first', bar: 'icon' },
	previous: { icon: 'previous', label: 'play.moves.previous', bar: 'icon' },
	next: { icon: 'next', label: 'play.moves.next', bar: 'icon' },
	film: { icon: 'play', label: 'play.moves.film', bar: 'icon' },
	showValues: { icon: 'analyse', label: 'analysis.values', title: 'analysis.showValues', bar: 'words' },
	hideValues: { icon: 'check', label: 'analysis.values', title: 'analysis.hideValues', bar: 'words' },
	comment: { icon: 'chat', label: 'study.comment', list: true },
	sketch: { icon: 'brush', label: 'study.draw', list: true },
	promote: { icon: 'promote', label: 'study.promote', list: true },
	deleteMove: { icon: 'trash', label: 'study.delete', list: true },
	keep: { icon: 'star', label: 'study.keep' },
	playFromHere: { icon: 'play', label: 'analysis.playFromHere' },
	edit: { icon: 'edit', label: 'analysis.edit' },
	open: { icon: 'load', label: 'analysis.open' },
	// With every game.
	flip: { icon: 'flip', label: 'play.flip' },
	turnOn: { icon: 'rotate', label: 'play.turnOn' },
	turnOff: { icon: 'rotate', label: 'play.turnOff' },
	analyse: { icon: 'analyse', label: 'play.analyse' },
	share: { icon: 'share', label: 'play.share' },
	save: { icon: 'save', label: 'play.save' },
	load: { icon: 'load', label: 'play.load' },
	png: { icon: 'picture', label: 'play.picture.png' },
	svg: { icon: 'picture', label: 'play.picture.svg' },
	zen: { icon: 'board', label: 'play.zen' },
	fullscreen: { icon: 'expand', label: 'play.fullscreen' },
	rules: { icon: 'learn', label: 'home.rules' },
	settings: { icon: 'settings', label: 'settings.title' },
	keys: { icon: 'info', label: 'play.keys' },
} as const satisfies Record<string, Look>;

export const looks: Record<ActionID, Look> = known;
