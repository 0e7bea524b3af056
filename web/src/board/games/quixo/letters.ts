import type { Rotation } from '../../types';

export interface CubeFace {
	mark: 'cross' | 'circle' | 'none';
	/** The place of the dot, in degrees clockwise from the bottom; null without a dot. */
	dot: number | null;
}

const marks: Record<string, CubeFace['mark']> = { X: 'cross', O: 'circle' };

/** The face of a cube in the game for two. */
export function plainFace(letter: string): CubeFace {
	return { mark: marks[letter.charAt(0).toUpperCase()] ?? 'none', dot: null };
}

/** Unrotated, the owner of a dot sits at the bottom (X1), left (O1), top (X2) or right (O2). */
const dotAngles: Record<string, number> = { X: 0, O: 90, x: 180, o: 270 };

/** The face of a cube in the game for four; "X?" is a cube whose dot is not chosen yet. */
export function dottedFace(letter: string, rotation: Rotation): CubeFace {
	const seat = dotAngles[letter];
	return { ...plainFace(letter), dot: seat === undefined ? null : (seat + rotation) % 360 };
}
