// Building a move from choices. The rules deliver the legal moves, each with its
// choices. A partial move is the list of choices made so far; the rest is filtering:
// what can be chosen next, whether the choices are a move, what a tap means.
//
// Two rules set the order of choices:
//
//   - Choices on the board are made in the order of the slots, so that a tap on a
//     cell has one meaning.
//   - A tray choice waits only for the board choices before it.
//
//	piece (tray), cell (board)                → either first
//	from, to (board), face (tray), drop       → from, to, then either
//	from, to (board), dot (tray)              → in this order
//
// Nothing is chosen automatically, even if there is only one possibility: a tap
// does the same everywhere.
//
// What is said with a move has a button and is not among the choices: they are the
// same with and without it, so that they do not show which moves make a line.

import type { Move, Picks, Slot, SlotID } from '../../engine/protocol';

export interface Pick {
	readonly slot: SlotID;
	readonly value: string;
}

/** A line is announced, with a move or instead of one. */
export const announcement = { announce: '!' } as const;

/** The choices made so far, oldest first. */
export type Made = readonly Pick[];

/** The slots and the legal moves. */
export interface Choices {
	readonly slots: readonly Slot[];
	readonly moves: readonly Move[];
}

/** The possible next choices: values by slot, in the order of the slots. */
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

/** Slots that no remaining move uses are skipped: the first turn of Pivot has no pivot. */
export function openChoices(choices: Choices, made: Made): Open {
	const left = matching(choices, made);
	const filled = new Set(made.map((pick) => pick.slot));
	const open = new Map<SlotID, Set<string>>();
	for (const slot of choices.slots) {
		if (filled.has(slot.id) || slot.on === 'button') continue;
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

/** Whether some move has all these choices. */
export function fits(choices: Choices, made: Made): boolean {
	return matching(choices, made).length > 0;
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

/** The move that the choices complete, or null. */
export function completed(choices: Choices, made: Made): Move | null {
	if (made.length === 0) return null;
	return matching(choices, made).find(({ picks }) => Object.keys(picks).length === made.length) ?? null;
}

/** The same move with an announcement, or null if there is nothing to announce. */
export function announced(choices: Choices, { picks }: Move): Move | null {
	const wanted = Object.entries({ ...picks, ...announcement });
	return (
		choices.moves.find(
			(move) =>
				Object.keys(move.picks).length === wanted.length &&
				wanted.every(([slot, value]) => move.picks[slot as SlotID] === value),
		) ?? null
	);
}

/** The announcement of a line that is already there, instead of a move; or null. */
export function claimMove(choices: Choices): Move | null {
	return announced(choices, { text: '', picks: {} });
}

/** Whether players announce their lines. */
export function hasAnnouncements({ slots }: { slots: readonly Slot[] }): boolean {
	return slots.some(({ id }) => id === 'announce');
}

/** The move without choices, a pass. */
export function passMove(choices: Choices): Move | null {
	return choices.moves.find((move) => Object.keys(move.picks).length === 0) ?? null;
}

/**
 * The choices after a tap on a cell, or null if it means nothing. A tap chooses a
 * cell, takes it back with all later choices, or replaces the last cell.
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

/** The choices after a tap in a tray, or null if it means nothing. */
export function tapTray(choices: Choices, made: Made, slot: SlotID, value: string): Made | null {
	const others = made.filter((pick) => pick.slot !== slot);
	if (made.some((pick) => pick.slot === slot && pick.value === value)) return others;
	if (!openChoices(choices, others).get(slot)?.has(value)) return null;
	return [...others, { slot, value }];
}

/** The choices after lifting a piece to drag it; lifting it again changes nothing. */
export function lift(choices: Choices, made: Made, cell: string): Made | null {
	const latest = made.at(-1);
	if (latest?.slot === 'from' && latest.value === cell) return made;
	const before = latest?.slot === 'from' ? made.slice(0, -1) : made;
	const slot = boardSlot(choices, before);
	return slot?.id === 'from' && slot.values.has(cell) ? [...before, { slot: 'from', value: cell }] : null;
}

/** The cells from which a piece can be dragged. */
export function draggableCells(choices: Choices, made: Made): string[] {
	const slot = boardSlot(choices, made)?.id;
	if (slot === 'from') return targets(choices, made);
	return slot === 'to' ? targets(choices, made.slice(0, -1)) : [];
}

function isOnBoard(choices: Choices, id: SlotID): boolean {
	return choices.slots.some((slot) => slot.id === id && slot.on === 'board');
}
