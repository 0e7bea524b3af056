// Letters of the notation, read as looks: which solid, card or mark is drawn.

import type { Turn } from './types';

export type Look = 'quantik' | 'pivot' | 'quixo';

export function lookOf(game: string): Look {
	if (game === 'quantik' || game === 'pivot') return game;
	return 'quixo';
}

/** Whether something lies on every cell, whatever the letters say. */
export function isCovered(game: string): boolean {
	return lookOf(game) === 'quixo';
}

const solids = { S: 'sphere', Y: 'cylinder', C: 'cube', N: 'cone' } as const;

export type Solid = (typeof solids)[keyof typeof solids];

export interface QuantikLook {
	solid: Solid;
	shade: 'light' | 'dark';
}

export function quantikLook(letter: string): QuantikLook {
	const capital = letter.toUpperCase();
	const solid = solids[capital as keyof typeof solids] ?? 'sphere';
	return { solid, shade: letter === capital ? 'light' : 'dark' };
}

export interface PivotLook {
	card: 'circle' | 'square';
	face: 'black' | 'silver';
}

export function pivotLook(letter: string): PivotLook {
	const capital = letter.toUpperCase();
	return { card: capital === 'S' ? 'square' : 'circle', face: letter === capital ? 'black' : 'silver' };
}

export interface QuixoLook {
	mark: 'cross' | 'circle' | 'none';
	/** Where the dot is on the screen, in degrees clockwise from the bottom; null without a dot. */
	dot: number | null;
}

/** The owner of a dot sits at X1 bottom, O1 left, X2 top, O2 right, of a board that is not turned. */
const seatsOfDots: Record<string, number> = { X: 0, O: 90, x: 180, o: 270 };

export function quixoLook(game: string, letter: string, turn: Turn): QuixoLook {
	const marks: Record<string, QuixoLook['mark']> = { X: 'cross', O: 'circle' };
	// "X?" is a cube whose dot is still to be turned.
	const seat = game === 'quixo4p' ? seatsOfDots[letter] : undefined;
	return {
		mark: marks[letter.charAt(0).toUpperCase()] ?? 'none',
		dot: seat === undefined ? null : (seat + turn) % 360,
	};
}
