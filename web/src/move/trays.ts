// What lies beside the board: the reserves of games that have them, and choices
// of a move that are not cells. Letters are drawn and named; what can be chosen
// is what the legal moves say.

import type { TrayPiece } from '../board/types';
import type { GameInfo, PositionView, SlotID } from '../engine/protocol';
import { type Choices, type Made, openChoices } from './picking';

export interface TrayView {
	/** Whose it is. */
	seat: number;
	/** The choice that a tap in it makes; null in a tray that is only looked at. */
	slot: SlotID | null;
	/** What it holds, which decides its title. */
	kind: 'reserve' | 'faces' | 'dots';
	pieces: Omit<TrayPiece, 'label'>[];
}

/** The trays of a game from the near side, at which the seat `front` is, to the far one. */
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
	const active = seat === position.toMove && choices.moves.length > 0;
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

/** All values that the slot has in this position stay in sight, so that the tray keeps its size; without any there is none. */
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
		letter: slot === 'dot' ? dotLetter(info, position.toMove, value) : value,
		count: 1,
		usable: values.has(value),
		picked: isPicked(made, slot, value),
	}));
	return [{ seat: position.toMove, slot, kind: slot === 'dot' ? 'dots' : 'faces', pieces }];
}

/** The values that a tap takes: open ones, and those that would replace what is picked. */
function usable(choices: Choices, made: Made, slot: SlotID): ReadonlySet<string> {
	const others = made.filter((pick) => pick.slot !== slot);
	return openChoices(choices, others).get(slot) ?? new Set();
}

function isPicked(made: Made, slot: SlotID, value: string): boolean {
	return made.some((pick) => pick.slot === slot && pick.value === value);
}

/** The seat that a dot "1" or "2" of the mover's team points to. */
export function dotSeat(info: GameInfo, mover: number, dot: string): number {
	const team = info.seats[mover]?.team;
	const partners = info.seats.flatMap((seat, index) => (seat.team === team ? [index] : []));
	return partners[Number(dot) - 1] ?? mover;
}

/** A cube with its dot towards a team's second player is drawn from a small letter. */
function dotLetter(info: GameInfo, mover: number, dot: string): string {
	const mark = info.seats[mover]?.id.charAt(0) ?? '';
	return dot === '1' ? mark : mark.toLowerCase();
}
