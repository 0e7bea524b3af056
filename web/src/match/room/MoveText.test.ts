import { render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { Rotation } from '../../board/types';
import type { Motion, PlyView } from '../../engine/protocol';
import { settings } from '../../kernel/settings.svelte';
import { quantik, quixo, quixo4p } from '../move/testing/positions';
import MoveText from './MoveText.svelte';

afterEach(() => {
	settings.moveStyle = 'icons';
});

const ply = (text: string, ...motions: Motion[]): PlyView => ({
	seat: 0,
	text,
	motions,
	cells: [],
	announces: false,
	position: '',
});
const push = (from: string, to: string, letter = 'X') =>
	ply(`${from}-${to}`, { kind: 'push', from, to, letter, needs: [] });
const sphere = ply('S@b3', { kind: 'place', from: '', to: 'b3', letter: 'S', needs: [] });

function shown(info: typeof quixo, move: PlyView, rotation: Rotation = 0) {
	const { container, unmount } = render(MoveText, { info, ply: move, rotation });
	const found = {
		text: container.textContent?.trim().replace(/\s+/g, ' '),
		icons: container.getElementsByTagName('svg').length,
	};
	unmount();
	return found;
}

it('shows the notation, with the piece if wanted', () => {
	expect(shown(quantik, sphere)).toEqual({ text: 'S@b3', icons: 1 });
	settings.moveStyle = 'notation';
	expect(shown(quantik, sphere)).toEqual({ text: 'S@b3', icons: 0 });
});

it('says a move in words', () => {
	settings.moveStyle = 'words';
	expect(shown(quantik, sphere).text).toBe('light sphere to b3');
	expect(shown(quixo, ply('pass'))).toEqual({ text: 'pass', icons: 0 });
});

it('says from which side of the screen a cube is pushed in', () => {
	settings.moveStyle = 'words';
	const sides = (rotation: Rotation) =>
		[push('a1', 'a3'), push('a3', 'a1'), push('a1', 'c1'), push('c1', 'a1')].map(
			(move) => / from the (\w+)/.exec(shown(quixo, move, rotation).text ?? '')?.[1],
		);
	expect(sides(0)).toEqual(['top', 'bottom', 'right', 'left']);
	expect(sides(180)).toEqual(['bottom', 'top', 'left', 'right']);
	expect(sides(90)).toEqual(['right', 'left', 'bottom', 'top']);
	expect(shown(quixo, push('a1', 'a3')).text).toBe('cube a1, pushed in from the top');
});

it('says who may take a cube where partners share a mark', () => {
	settings.moveStyle = 'words';
	expect(shown(quixo4p, push('a1', 'e1', 'x')).text).toBe(
		'cube a1, pushed in from the right (cross, dot facing X2)',
	);
});
