// Motions of a move as keyframes. The board is drawn as it is after the move, and
// moved pieces are animated from where they were. So an animation that is cut short or
// never plays leaves the right board.
//
//	push    |--lift--|----glide outside the edge----|--in--|
//	slide   |............waits for a push...........|-shift|
//	flip    |--to the edge--|--other face--|
//	place                                          |--drop--|   after everything else
//
// A piece that was dragged is already there: it only settles where it was let go, and the
// others do not wait for it.
//
//	settle  |-down-|
//	slide   |-shift|

import type { Motion } from '../engine/protocol';
import { CELL, centreOf, type Frame, type Point } from './geometry';

/** The share of a push after which the cube goes in and the others shift. */
const GLIDE_END = 0.6;

const durations: Record<Motion['kind'] | 'settle', number> = {
	place: 230,
	slide: 260,
	flip: 330,
	push: 350,
	settle: 150,
};

/** The animation of the piece on a cell. */
export interface PieceAnimation {
	cell: string;
	frames: Keyframe[];
	/** In milliseconds, like the delay. */
	duration: number;
	delay: number;
	/** The cell where the piece was; it shows that face for the first half. '' if it does not flip. */
	flipsFrom: string;
}

/** A piece that was let go over a cell, so far from its centre. */
export interface Landing {
	cell: string;
	offset: Point;
}

function move(by: Point, scale = ''): string {
	return `translate(${by.x}px, ${by.y}px) ${scale}`.trim();
}

const still = move({ x: 0, y: 0 });

function pushFrames(back: Point): Keyframe[] {
	const length = Math.hypot(back.x, back.y) || 1;
	const outside = { x: (-back.x / length) * CELL * 0.75, y: (-back.y / length) * CELL * 0.75 };
	return [
		{ transform: move(back), easing: 'ease-out' },
		{ transform: move({ x: back.x, y: back.y - 8 }, 'scale(1.14)'), offset: 0.15, easing: 'ease-in-out' },
		{ transform: move(outside, 'scale(1.08)'), offset: GLIDE_END, easing: 'ease-in-out' },
		{ transform: still },
	];
}

/** Cards flip in the direction of their motion. */
function flipFrames(back: Point): Keyframe[] {
	const thin = Math.abs(back.x) >= Math.abs(back.y) ? 'scale(0, 1.12)' : 'scale(1.12, 0)';
	const flat = 'scale(1, 1)';
	return [
		{ transform: move(back, flat), easing: 'ease-in' },
		{ transform: move({ x: back.x / 2, y: back.y / 2 }, thin), offset: 0.5, easing: 'ease-out' },
		{ transform: move({ x: 0, y: 0 }, flat) },
	];
}

function slideFrames(back: Point, wait: number): Keyframe[] {
	return [
		{ transform: move(back) },
		{ transform: move(back), offset: wait, easing: 'ease-in-out' },
		{ transform: still },
	];
}

const placeFrames: Keyframe[] = [
	{ transform: move({ x: 0, y: -34 }, 'scale(1.3)'), opacity: 0, easing: 'ease-in' },
	{ transform: move({ x: 0, y: 0 }, 'scale(0.94)'), opacity: 1, offset: 0.7, easing: 'ease-out' },
	{ transform: move({ x: 0, y: 0 }, 'scale(1)'), opacity: 1 },
];

/** How much larger a piece in the hand is. */
export const carriedScale = 1.12;

/** From where it was let go, or back to where it was taken. */
export function settleFrames(offset: Point): Keyframe[] {
	return [
		{ transform: move(offset, `scale(${carriedScale})`), easing: 'ease-out' },
		{ transform: move({ x: 0, y: 0 }, 'scale(1)') },
	];
}

export const settleTime = durations.settle;

function landed(motion: Motion, { cell, offset }: Landing): PieceAnimation {
	if (motion.kind === 'flip') {
		return { cell, frames: flipFrames(offset), duration: durations.flip, delay: 0, flipsFrom: motion.from };
	}
	return { cell, frames: settleFrames(offset), duration: durations.settle, delay: 0, flipsFrom: '' };
}

/** The animations of motions that happen together. */
export function pieceAnimations(
	motions: Motion[],
	frame: Frame,
	landing: Landing | null = null,
): PieceAnimation[] {
	const isLanding = (motion: Motion) => motion.to === landing?.cell && motion.kind !== 'slide';
	const pushed = motions.some((motion) => motion.kind === 'push' && !isLanding(motion));
	const moving = motions.filter((motion) => motion.kind !== 'place');
	const delay = Math.max(0, ...moving.map((motion) => durations[motion.kind]));
	return motions.map((motion) => {
		const { kind, from, to } = motion;
		if (landing !== null && isLanding(motion)) return landed(motion, landing);
		if (kind === 'place') {
			return { cell: to, frames: placeFrames, duration: durations.place, delay, flipsFrom: '' };
		}
		const [a, b] = [centreOf(from, frame), centreOf(to, frame)];
		const back = { x: a.x - b.x, y: a.y - b.y };
		const duration = pushed ? durations.push : durations[kind];
		const base = { cell: to, duration, delay: 0, flipsFrom: '' };
		if (kind === 'push') return { ...base, frames: pushFrames(back) };
		if (kind === 'flip') return { ...base, frames: flipFrames(back), flipsFrom: from };
		return { ...base, frames: slideFrames(back, pushed ? GLIDE_END : 0) };
	});
}
