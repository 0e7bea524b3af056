import { beforeEach, expect, it } from 'vitest';
import { Flip } from './flips.svelte';

beforeEach(() => localStorage.clear());

it('is remembered per game and source', () => {
	const flip = new Flip('online', 'quixo');
	expect(flip.on).toBe(false);
	flip.toggle();
	expect(flip.on).toBe(true);
	expect(new Flip('online', 'quixo').on).toBe(true);
	expect(new Flip('archive', 'quixo').on).toBe(false);
	expect(new Flip('online', 'pivot').on).toBe(false);
});

it('ignores damaged data', () => {
	localStorage.setItem('plateau.flips', '{"online.quixo":"yes"}');
	expect(new Flip('online', 'quixo').on).toBe(false);
	localStorage.setItem('plateau.flips', 'null');
	expect(new Flip('online', 'quixo').on).toBe(false);
});
