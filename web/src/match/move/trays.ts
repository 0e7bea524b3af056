// What is beside the board: reserves, and choices of a move that are not cells. The
// legal moves say what can be chosen.

import type { TrayPiece } from '../../board/types';
import type { GameInfo, PositionView, SlotID } from '../../engine/protocol';
import { type Choices, type Made, openChoices } from './picking';

export interface TrayView {
	/** Whose tray it is. */
	seat: number;
	/** The choice that a tap makes; null for a tray that is only shown. */
	slot: SlotID | null;
	/** Decides the label. */
	kind: 'reserve' | 'faces' | 'dots';
	pieces: Omit<TrayPiece, 'label'>[];
}

/** The trays of a game, nearest first; the seat `front` is the nearest. */
export function trays(
	info: GameInfo,
	position: PositionView,
	choices: Choices,
	made: Made,
	front: number,
): TrayView[] {
	const slot = info.slots.find((each) => each.on === 'tray')?.id;
	if (slot === undefined) return [];
	if (slot !== 'piece') return choiceTray(info, position, choices, made, slot);
	return info.seats.map((_, seat) => reserve(position, choices, made, (front + seat) % info.seats.length));
}

function reserve(position: PositionView, choices: Choices, made: Made, seat: number): TrayView {
	const active = seat === position.to_move && choices.moves.length > 0;
	const counts = new Map<string, number>();
	for (const letter of position.reserves[seat] ?? '') counts.set(letter, (counts.get(letter) ?? 0) + 1);
	const values = active ? usable(choices, made, 'piece') : new Set<string>();
	const pieces = [...counts].map(([letter, count]) => {
		const value = letter.toUpperCase();
		return {
			value,
			letter,
			count,
			usable: values.has(value),
			picked: active && isPicked(made, 'piece', value),
		};
	});
	return { seat, slot: active ? 'piece' : null, kind: 'reserve', pieces };
}

/** Shows all values that the slot has in this position, so that the tray keeps its size. */
function choiceTray(
	info: GameInfo,
	position: PositionView,
	choices: Choices,
	made: Made,
	slot: SlotID,
): TrayView[] {
	const all = new Set(position.moves.flatMap((move) => move.picks[slot] ?? []));
	if (all.size === 0) return [];
	const values = usable(choices, made, slot);
	const pieces = [...all].sort().map((value) => ({
		value,
		letter: slot === 'dot' ? dotLetter(info, position.to_move, value) : value,
		count: 1,
		usable: values.has(value),
		picked: isPicked(made, slot, value),
	}));
	return [{ seat: position.to_move, slot, kind: slot === 'dot' ? 'dots' : 'faces', pieces }];
}

/** The values that a tap can choose: open ones, and replacements of the picked one. */
function usable(choices: Choices, made: Made, slot: SlotID): ReadonlySet<string> {
	const others = made.filter((pick) => pick.slot !== slot);
	return openChoices(choices, others).get(slot) ?? new Set();
}

function isPicked(made: Made, slot: SlotID, value: string): boolean {
	return made.some((pick) => pick.slot === slot && pick.value === value);
}

/** The seat that dot "1" or "2" of a player's team points to. */
export function dotSeat(info: GameInfo, player: number, dot: string): number {
	const team = info.seats[player]?.team;
	const partners = info.seats.flatMap((seat, index) => (seat.team === team ? [index] : []));
	return partners[Number(dot) - 1] ?? player;
}

/** A lower-case letter is a cube whose dot points to the team's second player. */
function dotLetter(info: GameInfo, player: number, dot: string): string {
	const mark = info.seats[player]?.id.charAt(0) ?? '';
	return dot === '1' ? mark : mark.toLowerCase();
}
