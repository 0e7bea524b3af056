import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Rotation } from '../board/types';
import Players from './Players.svelte';

const names = ['Ann', 'Bob', 'Cem', 'Dora'];

function show(seats: number, rotation: Rotation) {
	const players = names.slice(0, seats).map((name) => ({
		name,
		detail: '',
		active: false,
		thinking: false,
		winner: false,
		time: null,
	}));
	return render(Players, { game: seats > 2 ? 'quixo4p' : 'quixo', players, rotation });
}

const places = () => screen.getAllByRole('listitem').map(({ classList }) => classList[0]);

/** Where the dot of each player's cube is, in degrees clockwise from the bottom. */
const dots = () =>
	screen
		.getAllByRole('listitem')
		.map((item) => Number(/\d+/.exec(item.querySelector('.ink.dot')?.getAttribute('transform') ?? '')?.[0]));

const angles: Record<string, number> = { bottom: 0, left: 90, top: 180, right: 270 };

it.each<Rotation>([0, 90, 180, 270])('turns the dots of four with the board, by %d degrees', (rotation) => {
	show(4, rotation);
	expect(dots()[0]).toBe(rotation);
	// Every dot points to where its player sits.
	expect(dots()).toEqual(places().map((place) => angles[place ?? '']));
});

it('seats partners opposite each other', () => {
	show(4, 270);
	expect(places()).toEqual(['right', 'bottom', 'left', 'top']);
});

it('seats two above and below the board', () => {
	show(2, 180);
	expect(places()).toEqual(['top', 'bottom']);
});

it('marks guests, and isolates names', () => {
	const seen = { detail: '', active: false, thinking: false, winner: false, time: null };
	render(Players, {
		game: 'quixo',
		players: [
			{ ...seen, name: 'Ann', guest: true },
			{ ...seen, name: 'Bob' },
		],
		rotation: 0,
	});
	const [ann, bob] = screen.getAllByRole('listitem');
	expect(ann?.textContent).toContain('(guest)');
	expect(bob?.textContent).not.toContain('guest');
	expect(screen.getByText('Ann').tagName).toBe('BDI');
});

// Without a letter the size of the name would be divided by 0, and Chromium then shows nothing.
it('counts at least one letter in a name', () => {
	const seen = { detail: '', active: false, thinking: false, winner: false, time: null };
	const names = ['-', 'Ann-Sophie Lee'];
	render(Players, { game: 'quixo', players: names.map((name) => ({ ...seen, name })), rotation: 0 });
	const letters = names.map((name) =>
		screen.getByText(name).parentElement?.style.getPropertyValue('--letters'),
	);
	expect(letters).toEqual(['1', '6']);
});
