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

	it('flip a card in the direction it moves, then place the next one', () => {
		const [flip, place] = pieceAnimations([motion('flip', 'b2', 'b3'), motion('place', '', 'b2')], frame);
		expect(flip?.flipsFrom).toBe('b2');
		expect(transforms(flip?.frames ?? []).at(1)).toContain('scale(1.12, 0)');
		expect(place?.delay).toBe(flip?.duration);
		expect(place?.frames.at(0)).toMatchObject({ opacity: 0 });
	});
});
