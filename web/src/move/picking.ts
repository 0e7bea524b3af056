// Making a move by picks. The rules deliver the legal moves, each with the
// choices it consists of; a move in the making is the list of choices made so
// far, and everything else follows by filtering: what can be chosen next,
// whether the choices name a move, what a tap means.
//
// Two habits decide in which order choices are taken:
//
//   - Choices on the board follow one another in the order of the slots, so that
//     a tap on a cell has one meaning.
//   - A choice beside the board waits for those on the board before it, and for
//     nothing else.
//
//	piece (tray), cell (board)                → either first
//	from, to (board), face (tray), drop       → from, to, then either
//	from, to (board), dot (tray)              → in this order
//
// Nothing is chosen by itself, not even where one way is left: every tap does the
// same everywhere.

import type { Move, Picks, Slot, SlotID } from '../engine/protocol';

export interface Pick {
	readonly slot: SlotID;
	readonly value: string;
}

/** The choices made so far, oldest first. */
export type Made = readonly Pick[];

/** What there is to choose from. */
export interface Choices {
	readonly slots: readonly Slot[];
	readonly moves: readonly Move[];
}

/** The choices that can be made next: values by slot, in the order of the slots. */
export type Open = ReadonlyMap<SlotID, ReadonlySet<string>>;

export function picksOf(made: Made): Picks {
	const picks: Picks = {};
	for (const { slot, value } of made) picks[slot] = value;
	return picks;
}

/** The cells among the choices, each once. */
export function cellsOf(choices: Choices, made: Made): string[] {
	return [...new Set(made.filter((pick) => isOnBoard(choices, pick.slot)).map((pick) => pick.value))];
}

function matching(choices: Choices, made: Made): readonly Move[] {
	if (made.length === 0) return choices.moves;
	return choices.moves.filter((move) => made.every(({ slot, value }) => move.picks[slot] === value));
}

/** A slot that no move left uses is passed over; there are turns of Pivot without a pivot. */
export function openChoices(choices: Choices, made: Made): Open {
	const left = matching(choices, made);
	const filled = new Set(made.map((pick) => pick.slot));
	const open = new Map<SlotID, Set<string>>();
	for (const slot of choices.slots) {
		if (filled.has(slot.id)) continue;
		const values = new Set<string>();
		for (const move of left) {
			const value = move.picks[slot.id];
			if (value !== undefined) values.add(value);
		}
		if (values.size === 0) continue;
		open.set(slot.id, values);
		if (slot.on === 'board') break;
	}
	return open;
}

/** The cells that a tap can choose next. */
export function targets(choices: Choices, made: Made): string[] {
	const slot = boardSlot(choices, made);
	return slot === null ? [] : [...slot.values];
}

/** The slot that a tap on the board fills next. */
export function boardSlot(choices: Choices, made: Made): { id: SlotID; values: ReadonlySet<string> } | null {
	for (const [id, values] of openChoices(choices, made)) {
		if (isOnBoard(choices, id)) return { id, values };
	}
	return null;
}

/** The move that the choices name. */
export function completed(choices: Choices, made: Made): Move | null {
	if (made.length === 0) return null;
	const move = matching(choices, made)[0];
	return move !== undefined && Object.keys(move.picks).length === made.length ? move : null;
}

/** The move in which nothing is chosen. */
export function passing(choices: Choices): Move | null {
	return choices.moves.find((move) => Object.keys(move.picks).length === 0) ?? null;
}

/**
 * The choices after a tap on a cell, or null where it means nothing: it is chosen,
 * or given back with all that was chosen after it, or it takes the place of the
 * cell chosen last.
 */
export function tapCell(choices: Choices, made: Made, cell: string): Made | null {
	const slot = boardSlot(choices, made);
	if (slot?.values.has(cell)) return [...made, { slot: slot.id, value: cell }];
	const again = made.findLastIndex((pick) => pick.value === cell && isOnBoard(choices, pick.slot));
	if (again >= 0) return made.slice(0, again);
	const latest = made.findLastIndex((pick) => isOnBoard(choices, pick.slot));
	const before = made.slice(0, Math.max(latest, 0));
	const instead = latest < 0 ? null : boardSlot(choices, before);
	return instead?.values.has(cell) ? [...before, { slot: instead.id, value: cell }] : null;
}

/** The choices after a tap on something beside the board, or null where it means nothing. */
export function tapTray(choices: Choices, made: Made, slot: SlotID, value: string): Made | null {
	const others = made.filter((pick) => pick.slot !== slot);
	if (made.some((pick) => pick.slot === slot && pick.value === value)) return others;
	if (!openChoices(choices, others).get(slot)?.has(value)) return null;
	return [...others, { slot, value }];
}

/** The choices after something was lifted from a cell to be dragged; lifting it again changes nothing. */
export function lift(choices: Choices, made: Made, cell: string): Made | null {
	const latest = made.at(-1);
	if (latest?.slot === 'from' && latest.value === cell) return made;
	const before = latest?.slot === 'from' ? made.slice(0, -1) : made;
	const slot = boardSlot(choices, before);
	return slot?.id === 'from' && slot.values.has(cell) ? [...before, { slot: 'from', value: cell }] : null;
}

/** The cells from which something can be dragged to another. */
export function liftable(choices: Choices, made: Made): string[] {
	const slot = boardSlot(choices, made)?.id;
	if (slot === 'from') return targets(choices, made);
	return slot === 'to' ? targets(choices, made.slice(0, -1)) : [];
}

function isOnBoard(choices: Choices, id: SlotID): boolean {
	return choices.slots.some((slot) => slot.id === id && slot.on === 'board');
}
