import type { SlotID } from '../engine/protocol';
import type { Key } from '../i18n/i18n.svelte';
import { type Choices, type Made, openChoices, passing } from './picking';

/** What to do next, as a message and its parameters. */
export interface Question {
	key: Key;
	params: Record<string, string>;
}

const questions: Record<string, Key> = {
	'piece cell': 'move.ask.pieceCell',
	piece: 'move.ask.piece',
	cell: 'move.ask.cell',
	'face drop': 'move.ask.faceDrop',
	face: 'move.ask.face',
	drop: 'move.ask.drop',
	dot: 'move.ask.dot',
};

/** Cubes are pushed and cards pivot: the same choices, asked for in other words. */
const ofCubes: Record<string, Key> = { from: 'move.ask.cube', to: 'move.ask.end' };
const ofCards: Record<string, Key> = { from: 'move.ask.card', to: 'move.ask.pivotTo' };

/** The sentence that asks for the next choice; null when there is nothing to choose. */
export function question(game: string, choices: Choices, made: Made): Question | null {
	const open = [...openChoices(choices, made).keys()].join(' ');
	if (open === '') return passing(choices) === null ? null : { key: 'move.ask.pass', params: {} };
	const key = questions[open] ?? (game === 'pivot' ? ofCards : ofCubes)[open];
	return key === undefined ? null : { key, params: { cell: pickedCell(made) } };
}

function pickedCell(made: Made): string {
	const placing: SlotID[] = ['cell', 'drop'];
	return made.find((pick) => placing.includes(pick.slot))?.value ?? '';
}
