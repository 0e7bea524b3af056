import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { pieceName, seatName } from '../kernel/words/i18n.svelte';
import { cardOf } from './games/pivot/letters';
import { solidOf } from './games/quantik/letters';
import { dottedFace, plainFace } from './games/quixo/letters';
import { allLooks, lookOf, swappedLook } from './looks';
import Piece from './Piece.svelte';
import PieceIcon from './PieceIcon.svelte';
import { plainLook } from './plain';

it('reads the letters of Quantik', () => {
	expect([...'SYCN'].map((letter) => solidOf(letter).solid)).toEqual(['sphere', 'cylinder', 'cube', 'cone']);
	expect(solidOf('n')).toEqual({ solid: 'cone', shade: 'dark' });
});

it('reads the letters of Pivot', () => {
	expect(cardOf('C')).toEqual({ card: 'circle', face: 'black' });
	expect(cardOf('s')).toEqual({ card: 'square', face: 'silver' });
});

it('shows dots only where four play, on the side of their owner', () => {
	expect(plainFace('X')).toEqual({ mark: 'cross', dot: null });
	expect(dottedFace('', 0)).toEqual({ mark: 'none', dot: null });
	expect([...'XOxo'].map((letter) => dottedFace(letter, 0).dot)).toEqual([0, 90, 180, 270]);
	expect(dottedFace('o', 90)).toEqual({ mark: 'circle', dot: 0 });
	expect(dottedFace('X?', 90)).toEqual({ mark: 'cross', dot: null });
});

it('covers the board with cubes and nothing else', () => {
	const covered = allLooks().filter((look) => look.covered);
	expect(covered.map(({ game }) => game)).toEqual([
		'quixo',
		'quixo3',
		'quixo4',
		'quixo4p',
		'quixo-announced',
		'quixo4p-announced',
	]);
});

it('draws the sign of every seat', () => {
	for (const { game, signs } of allLooks()) {
		for (const letter of signs) {
			const { container, unmount } = render(Piece, { game, letter });
			expect(container.querySelectorAll('svg > :not(defs)').length, `${game} ${letter}`).toBeGreaterThan(0);
			unmount();
		}
	}
});

it('draws and names a match whose seats have each other’s colours', () => {
	const drawn = (game: string, letter: string) => {
		const { container, unmount } = render(PieceIcon, { game, letter });
		const [svg] = container.getElementsByTagName('svg');
		const drawing = svg?.innerHTML;
		unmount();
		return drawing;
	};
	const other = swappedLook('quantik');
	expect(drawn(other, 'S')).toBe(drawn('quantik', 's'));
	expect(drawn(other, 's')).toBe(drawn('quantik', 'S'));
	expect(seatName(other, 0)).toBe(seatName('quantik', 1));
	expect(pieceName(other, 'n')).toBe(pieceName('quantik', 'N'));
	expect(allLooks().some(({ game }) => game === other)).toBe(false);
});

it('has a small icon of every sign', () => {
	for (const { game, signs, Icon } of allLooks()) {
		expect(Icon, game).toBeDefined();
		const drawn = signs.map((letter) => {
			const { container, unmount } = render(PieceIcon, { game, letter });
			const [svg] = container.getElementsByTagName('svg');
			const drawing = svg?.innerHTML ?? '';
			unmount();
			return drawing;
		});
		expect(new Set(drawn).size, game).toBe(signs.length);
	}
});

it('has no look for a game that brings none', () => {
	expect(() => lookOf('chess')).toThrow('no look for the game "chess"');
});

it('draws letters for a game that asks for it', () => {
	const { Shape } = plainLook('chess', ['K', 'k']);
	const { container } = render(Shape, { letter: 'K', rotation: 0, idPrefix: 'a' });
	expect(container.querySelector('text')?.textContent).toBe('K');
});
