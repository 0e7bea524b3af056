import { expect, it } from 'vitest';
import { isCovered, pivotLook, quantikLook, quixoLook } from './looks';

it('reads the letters of Quantik', () => {
	expect([...'SYCN'].map((letter) => quantikLook(letter).solid)).toEqual([
		'sphere',
		'cylinder',
		'cube',
		'cone',
	]);
	expect(quantikLook('n')).toEqual({ solid: 'cone', shade: 'dark' });
});

it('reads the letters of Pivot', () => {
	expect(pivotLook('C')).toEqual({ card: 'circle', face: 'black' });
	expect(pivotLook('s')).toEqual({ card: 'square', face: 'silver' });
});

it('shows dots only where four play, on the side of their owner', () => {
	expect(quixoLook('quixo', 'X', 0)).toEqual({ mark: 'cross', dot: null });
	expect(quixoLook('quixo4p', '', 0)).toEqual({ mark: 'none', dot: null });
	expect([...'XOxo'].map((letter) => quixoLook('quixo4p', letter, 0).dot)).toEqual([0, 90, 180, 270]);
	expect(quixoLook('quixo4p', 'o', 90)).toEqual({ mark: 'circle', dot: 0 });
	expect(quixoLook('quixo4p', 'X?', 90)).toEqual({ mark: 'cross', dot: null });
});

it('covers the board with cubes and nothing else', () => {
	expect(['quantik', 'pivot', 'quixo', 'quixo3', 'quixo4p'].filter(isCovered)).toEqual([
		'quixo',
		'quixo3',
		'quixo4p',
	]);
});
