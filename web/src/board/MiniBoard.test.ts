import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { eventually } from '../match/local/testing/eventually';
import { boardSVG } from './image';
import MiniBoard from './MiniBoard.svelte';
import { isShown } from './testing/shapes';

const props = { game: 'pivot', size: 4, cells: { a1: 'C', b2: 's' }, label: 'Two cards', last: ['b2'] };

async function drawn() {
	const { container } = render(MiniBoard, props);
	await eventually(() => expect(container.querySelector('[data-piece]')).not.toBeNull());
	return container;
}

it('is one image with an accessible name', async () => {
	const container = await drawn();
	expect(screen.getByRole('img', { name: 'Two cards' })).toBeTruthy();
	expect(isShown(container, 'a1', '.black.circle')).toBe(true);
	expect(isShown(container, 'b2', '.silver.square')).toBe(true);
	expect(container.querySelectorAll('.last')).toHaveLength(1);
});

it('can be saved as a file that needs no styles of the page', async () => {
	const container = await drawn();
	const file = new DOMParser().parseFromString(boardSVG(container), 'image/svg+xml').documentElement;
	expect(file.namespaceURI).toBe('http://www.w3.org/2000/svg');
	expect(file.getAttribute('viewBox')).toBe('0 0 432 432');
	expect(file.querySelectorAll('[class], [style]')).toHaveLength(0);
});

it('fails where there is no board', () => {
	expect(() => boardSVG(document.createElement('p'))).toThrow('no board');
});
