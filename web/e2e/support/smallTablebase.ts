// The packed tablebase of the smallest board of Quixo, as a file for web hosts, and what
// pages must make of it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { binary } from '../../build/server.mjs';

export const fileName = 'big/quixo3.plateau-table';

/** A file for a host, made by `make bin/quixo3.plateau-table`. */
export function packedFile(): Record<string, Buffer> {
	return { [fileName]: readFileSync(process.env.QUIXO3_TABLEBASE ?? '../bin/quixo3.plateau-table') };
}

/** The list that names the file, which may be on another host. */
export function listFile(address = fileName): Record<string, Buffer> {
	return { 'tablebases.json': Buffer.from(JSON.stringify({ quixo3: address })) };
}

/** What a host sends with the file, if pages of all hosts may read it. */
export const forAll = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers': 'Content-Range, ETag',
};

/** Whether parts of the file were asked for, and nothing else: no whole file, and no permission to ask for parts. */
export function areParts(ranges: string[]): boolean {
	return ranges.length > 1 && ranges.every((range) => /^\S+ bytes=\d+-\d+$/.test(range));
}

interface Value {
	outcome: 'win' | 'draw' | 'loss' | 'unknown';
	distance: number;
}

/** What the program says of a position. */
export function valued(position: string): Value & { moves: (Value & { move: string })[] } {
	return JSON.parse(
		execFileSync(binary, ['value', 'quixo3', position, '--moves', '--json'], { encoding: 'utf8' }),
	);
}

/** The moves of a position with their values, in alphabetical order, as the analysis board lists them. */
export function valuesInWords(position: string): string[] {
	return valued(position)
		.moves.map((each) => `${each.move}: ${inWords(each)}`)
		.sort();
}

/** The tablebase has no distances; only the rules know when the game is over. */
function inWords({ outcome, distance }: Value): string {
	const verb = { win: 'wins', loss: 'loses', draw: 'draws', unknown: '' }[outcome];
	return distance === 1 && outcome !== 'draw' ? `${verb} in 1 turn` : verb;
}

/** The analysis board with a position. */
export function analysisOf(start: string): string {
	return `#/analyse/quixo3?${new URLSearchParams({ start })}`;
}

/** What a page reads on the analysis board; runs in the page. */
export function listedMoves(): string[] {
	const buttons = [...document.querySelectorAll('details .moves button')];
	return buttons.map((one) => one.getAttribute('aria-label') ?? '').sort();
}
