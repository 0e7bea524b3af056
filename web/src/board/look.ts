// How a game looks. Everything that pages draw or say differently per game is in one
// entry, in the game's own folder below games/. The rest of the pages asks the entry and
// knows no game; src/ids.test.ts finds code that does.

import type { Component } from 'svelte';
import type { SlotID } from '../engine/protocol';
import type { Key } from '../kernel/words/i18n.svelte';
import type { Frame } from './geometry';
import type { Rotation } from './types';

export interface SurfaceProps {
	frame: Frame;
	/** Unique per drawing, for ids. */
	idPrefix: string;
}

export interface ShapeProps {
	/** A letter of the notation; '' is a neutral piece where every cell has one. */
	letter: string;
	/** The rotation of the board. */
	rotation: Rotation;
	idPrefix: string;
}

export interface IconProps {
	/** A letter of the notation. */
	letter: string;
	/** The rotation of the board. */
	rotation: Rotation;
}

/** What lists show of a game before the rules are loaded. */
export interface Sample {
	/** Samples are listed in this order. */
	place: number;
	size: number;
	players: number;
	/** A position from a real game. */
	cells: Record<string, string>;
	last: string[];
	/** The aim of the game in a sentence. */
	goal: Key;
}

export interface Look {
	/** The id of the game that is drawn like this. */
	game: string;
	/** The game whose colours it has: that of its style sheet. */
	colours: string;
	/** The board inside its frame. */
	Surface: Component<SurfaceProps>;
	/** A piece around the origin, within a cell of 100 units. */
	Shape: Component<ShapeProps>;
	/** A piece at the size of a letter, flat; without it, small pieces look like large ones. */
	Icon?: Component<IconProps>;
	/** Gradients and patterns that shapes refer to; every drawing has its own copy. */
	Defs?: Component<{ idPrefix: string }>;
	/** Whether every cell has a piece, even those without a letter. */
	covered: boolean;
	/** What each seat plays with, as a letter of the notation. */
	signs: readonly string[];
	/** Where colours are free: the letter that looks like this one in the colour of the other seat. */
	swap?: (letter: string) => string;
	/** The letter whose drawing a letter has, where it is not its own. */
	drawnAs?: (letter: string) => string;
	/** The game whose names of pieces and seats it shares; its own if left out. */
	namedLike?: string;
	/** Where partners share a mark: the game for two whose seats are named like the teams. */
	teamsNamedLike?: string;
	/** The usual game, if this one is the same with lines announced: forms offer it as an option. */
	announcedOf?: string;
	/** Questions for choices that have other words in other games. */
	prompts?: Partial<Record<SlotID, Key>>;
	/** On narrow screens the editor lists its pieces in rows of this many. */
	paletteColumns?: number;
	/** What the layers of its tablebase count, for the charts of solved games; those are the games with a map (docs/data). */
	layers?: Key;
	/** Without a sample, the game is in no list. */
	sample?: Sample;
}

/** Cells from rows, the top one first; a dot is an empty cell. */
export function cellsOf(rows: string): Record<string, string> {
	const cells: Record<string, string> = {};
	const lines = rows.split(' ');
	lines.forEach((line, fromTop) => {
		[...line].forEach((letter, column) => {
			const cell = String.fromCharCode('a'.charCodeAt(0) + column) + (lines.length - fromTop);
			if (letter !== '.') cells[cell] = letter;
		});
	});
	return cells;
}
