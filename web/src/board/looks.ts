// Letters of the notation as looks: which solid, card or mark to draw.

import type { Rotation } from './types';

export type Look = 'quantik' | 'pivot' | 'quixo';

export function lookOf(game: string): Look {
	if (game === 'quantik' || game === 'pivot') return game;
	return 'quixo';
}

/** Whether every cell has a piece, even those without a letter. */
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
	/** The place of the dot, in degrees clockwise from the bottom; null without a dot. */
	dot: number | null;
}

/** Unrotated, the owner of a dot sits at the bottom (X1), left (O1), top (X2) or right (O2). */
const dotAngles: Record<string, number> = { X: 0, O: 90, x: 180, o: 270 };

export function quixoLook(game: string, letter: string, rotation: Rotation): QuixoLook {
	const marks: Record<string, QuixoLook['mark']> = { X: 'cross', O: 'circle' };
	// "X?" is a cube whose dot is not chosen yet.
	const seat = game === 'quixo4p' ? dotAngles[letter] : undefined;
	return {
		mark: marks[letter.charAt(0).toUpperCase()] ?? 'none',
		dot: seat === undefined ? null : (seat + rotation) % 360,
	};
}
