import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import MiniBoard from './MiniBoard.svelte';
import { boardSVG } from './picture';

const props = { game: 'pivot', size: 4, cells: { a1: 'C', b2: 's' }, label: 'Two cards', last: ['b2'] };

it('is one picture with a name', () => {
	const { container } = render(MiniBoard, props);
	expect(screen.getByRole('img', { name: 'Two cards' })).toBeTruthy();
	expect(container.querySelector('[data-piece="a1"] .black.circle')).not.toBeNull();
	expect(container.querySelector('[data-piece="b2"] .silver.square')).not.toBeNull();
	expect(container.querySelectorAll('.last')).toHaveLength(1);
});

it('can be saved as a file that needs no style of the page', () => {
	const { container } = render(MiniBoard, props);
	const file = new DOMParser().parseFromString(boardSVG(container), 'image/svg+xml').documentElement;
	expect(file.namespaceURI).toBe('http://www.w3.org/2000/svg');
	expect(file.getAttribute('viewBox')).toBe('0 0 432 432');
	expect(file.querySelectorAll('[class], [style]')).toHaveLength(0);
});

it('refuses a picture of nothing', () => {
	expect(() => boardSVG(document.createElement('p'))).toThrow('no board');
});
