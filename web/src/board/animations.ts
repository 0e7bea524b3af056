// Motions of a move, as key frames. The board is drawn as it is after the move;
// a piece that moved is animated from where it was to where it is drawn, so that
// an animation that is cut short or never plays leaves the right board.
//
//	push    |--lift--|----glide outside the edge----|--in--|
//	slide   |............waits for a push...........|-shift|
//	flip    |--to the edge--|--other face--|
//	place                                          |--drop--|   after everything else

import type { Motion } from '../engine/protocol';
import { CELL, centreOf, type Frame, type Point } from './geometry';

/** The part of a push after which the cube goes in and the others shift. */
const GLIDED = 0.6;

const lasting: Record<Motion['kind'], number> = { place: 230, slide: 260, flip: 330, push: 350 };

/** What happens to the piece that is drawn on a cell. */
export interface Flight {
	cell: string;
	frames: Keyframe[];
	/** In milliseconds, as is the delay. */
	duration: number;
	delay: number;
	/** The cell from which the piece shows its other face until half of it is over; else ''. */
	turnsFrom: string;
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
		{ transform: move(outside, 'scale(1.08)'), offset: GLIDED, easing: 'ease-in-out' },
		{ transform: still },
	];
}

/** Cards tip over in the direction in which they move. */
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

/** The flights of a list of motions that happen together. */
export function flights(motions: Motion[], frame: Frame): Flight[] {
	const pushed = motions.some((motion) => motion.kind === 'push');
	const moving = motions.filter((motion) => motion.kind !== 'place');
	const delay = Math.max(0, ...moving.map((motion) => lasting[motion.kind]));
	return motions.map((motion) => {
		const { kind, from, to } = motion;
		if (kind === 'place') {
			return { cell: to, frames: placeFrames, duration: lasting.place, delay, turnsFrom: '' };
		}
		const [a, b] = [centreOf(from, frame), centreOf(to, frame)];
		const back = { x: a.x - b.x, y: a.y - b.y };
		const duration = pushed ? lasting.push : lasting[kind];
		const flight = { cell: to, duration, delay: 0, turnsFrom: '' };
		if (kind === 'push') return { ...flight, frames: pushFrames(back) };
		if (kind === 'flip') return { ...flight, frames: flipFrames(back), turnsFrom: from };
		return { ...flight, frames: slideFrames(back, pushed ? GLIDED : 0) };
	});
}
