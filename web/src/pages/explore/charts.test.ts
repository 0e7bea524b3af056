import { render, screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { longestFilms, worthOf } from './films';
import LayerChart from './LayerChart.svelte';
import LayerTable from './LayerTable.svelte';
import { columnsOf, powersUpTo, stepOf, sumOf } from './layers';

const layers = [
	{ pieces: 0, won: 0, drawn: 1, lost: 0 },
	{ pieces: 1, won: 500, drawn: 250, lost: 250 },
	{ pieces: 2, won: 1_500_000, drawn: 0, lost: 500_000 },
];

it('stacks the shares of each layer up to the top', () => {
	const columns = columnsOf(layers, 'share');
	expect(columns[1]).toEqual([
		{ outcome: 'won', from: 0, to: 0.5 },
		{ outcome: 'drawn', from: 0.5, to: 0.75 },
		{ outcome: 'lost', from: 0.75, to: 1 },
	]);
	expect(columns.every((parts) => parts.at(-1)?.to === 1)).toBe(true);
});

it('draws numbers on a logarithmic scale', () => {
	const heights = columnsOf(layers, 'number').map(([part]) => part?.to ?? 0);
	expect(heights[2]).toBe(1);
	expect(heights[0]).toBeGreaterThan(0);
	// A thousand positions are half of a million on that scale.
	expect(heights[1]).toBeCloseTo(powersUpTo(2_000_000)[1]?.height ?? 0, 5);
	expect(powersUpTo(2_000_000).map(({ text }) => text)).toEqual(['1', '1K', '1M']);
});

it('numbers as many columns as there is room for on a phone', () => {
	const many = Array.from({ length: 17 }, (_, pieces) => ({ pieces, won: 1, drawn: 0, lost: 0 }));
	const { container } = render(LayerChart, { layers: many, label: 'Pieces', kind: 'number', title: 'Size' });
	const texts = [...container.querySelectorAll('.labels span')].map((label) => label.textContent);
	expect(texts.filter((text) => text !== '')).toEqual(['0', '2', '4', '6', '8', '10', '12', '14', '16']);
	expect([3, 10, 26].map(stepOf)).toEqual([1, 1, 5]);
});

it('has the same figures in a table', () => {
	render(LayerChart, { layers, label: 'Pieces', kind: 'share', title: 'Won, drawn and lost' });
	render(LayerTable, { layers, label: 'Pieces' });
	expect(screen.getByRole('img', { name: /Won, drawn and lost/ })).toBeTruthy();
	const table = screen.getByRole('table', { hidden: true });
	const rows = within(table).getAllByRole('row', { hidden: true });
	expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
		['Pieces', 'Won', 'Drawn', 'Lost', 'Positions'],
		['0', '0', '1', '0', '1'],
		['1', '500', '250', '250', '1,000'],
		['2', '1,500,000', '0', '500,000', '2,000,000'],
		['All', '1,500,500', '251', '500,250', '2,001,001'],
	]);
	expect(sumOf(layers)).toEqual({ won: 1_500_500, drawn: 251, lost: 500_250 });
});

it('sorts films by their length', () => {
	const film = (pieces: number, value: string, line: string) => ({
		pieces,
		value,
		position: `${pieces}`,
		line: line.split(''),
	});
	const found = longestFilms([film(5, 'win 2', 'ab'), film(3, 'loss 3', 'abc'), film(2, 'win 2', 'ab')]);
	expect(found.map(({ pieces, worth }) => [pieces, worth.outcome, worth.turns])).toEqual([
		[3, 'loss', 3],
		[2, 'win', 2],
		[5, 'win', 2],
	]);
	expect(worthOf('loss')).toEqual({ outcome: 'loss', turns: null, estimate: null });
});
