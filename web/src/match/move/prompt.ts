import { lookOf } from '../../board/looks';
import type { SlotID } from '../../engine/protocol';
import type { Key } from '../../kernel/words/i18n.svelte';
import { type Choices, type Made, openChoices, passMove } from './picking';

/** What to do next, as a message key with parameters. */
export interface Prompt {
	key: Key;
	params: { cell: string };
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

/** The prompt for the next choice; null if there is nothing to choose. */
export function promptFor(game: string, choices: Choices, made: Made): Prompt | null {
	const open = [...openChoices(choices, made).keys()].join(' ');
	if (open === '') return passMove(choices) === null ? null : { key: 'move.ask.pass', params: { cell: '' } };
	const key = lookOf(game).prompts?.[open as SlotID] ?? questions[open];
	return key === undefined ? null : { key, params: { cell: pickedCell(made) } };
}

function pickedCell(made: Made): string {
	const placing: SlotID[] = ['cell', 'drop'];
	return made.find((pick) => placing.includes(pick.slot))?.value ?? '';
}
