import { describe, expect, it } from 'vitest';
import type { Motion } from '../engine/protocol';
import { pieceAnimations } from './animations';
import type { Frame } from './geometry';

const frame: Frame = { size: 5, rotation: 0, margin: 0 };
const motion = (kind: Motion['kind'], from: string, to: string): Motion => ({
	kind,
	from,
	to,
	letter: 'X',
	needs: [],
});
const transforms = (frames: Keyframe[]) => frames.map((key) => key.transform);

describe('pieceAnimations', () => {
	it('start where the piece was and end where it is drawn', () => {
		const [animation] = pieceAnimations([motion('slide', 'a1', 'c1')], frame);
		expect(transforms(animation?.frames ?? []).at(0)).toBe('translate(-200px, 0px)');
		expect(transforms(animation?.frames ?? []).at(-1)).toBe('translate(0px, 0px)');
	});

	it('follow the rotation of the board', () => {
		const [animation] = pieceAnimations([motion('slide', 'a1', 'c1')], { ...frame, rotation: 90 });
		expect(transforms(animation?.frames ?? []).at(0)).toBe('translate(0px, -200px)');
	});

	it('shift the row only when the pushed cube comes in', () => {
		const [push, slide] = pieceAnimations([motion('push', 'c1', 'a1'), motion('slide', 'a1', 'b1')], frame);
		expect(slide?.duration).toBe(push?.duration);
		expect(transforms(push?.frames ?? []).at(2)).toMatch(/^translate\(-75px, 0px\)/);
		expect(slide?.frames.at(1)).toMatchObject({
			offset: push?.frames.at(2)?.offset,
			transform: 'translate(-100px, 0px)',
		});
	});

	it('settle a piece where it was let go, while only the others shift', () => {
		const landing = { cell: 'a1', offset: { x: 7, y: -20 } };
		const motions = [motion('push', 'c1', 'a1'), motion('slide', 'a1', 'b1'), motion('slide', 'b1', 'c1')];
		const [push, slide] = pieceAnimations(motions, frame, landing);
		expect(transforms(push?.frames ?? [])).toEqual([
			'translate(7px, -20px) scale(1.12)',
			'translate(0px, 0px) scale(1)',
		]);
		expect(slide?.frames.at(1)?.offset).toBe(0);
		expect(slide?.delay).toBe(0);
	});

	it('turn a card over where it was let go', () => {
		const landing = { cell: 'b3', offset: { x: 0, y: 12 } };
		const [flip] = pieceAnimations([motion('flip', 'b2', 'b3')], frame, landing);
		expect(flip?.flipsFrom).toBe('b2');
		expect(transforms(flip?.frames ?? []).at(0)).toContain('translate(0px, 12px)');
	});

	it('flip a card in the direction it moves, then place the next one', () => {
		const [flip, place] = pieceAnimations([motion('flip', 'b2', 'b3'), motion('place', '', 'b2')], frame);
		expect(flip?.flipsFrom).toBe('b2');
		expect(transforms(flip?.frames ?? []).at(1)).toContain('scale(1.12, 0)');
		expect(place?.delay).toBe(flip?.duration);
		expect(place?.frames.at(0)).toMatchObject({ opacity: 0 });
	});
});
