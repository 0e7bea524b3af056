// Values of positions and moves, in the grades that people distinguish. The engine
// sorts moves best first; nothing here sorts them again.

import type { MoveWorth, Picks, Slot, SlotID, Worth } from '../../engine/protocol';
import { type Made, openChoices } from '../../match/move/picking';

/** A proved outcome, or a class of estimates. */
export type Grade = 'win' | 'draw' | 'loss' | 'muchBetter' | 'better' | 'even' | 'worse' | 'muchWorse';

/** Estimates closer to 0 than `even` are even; those beyond `much` are much better or worse. */
const even = 0.15;
const much = 0.55;

export function gradeOf({ outcome, estimate }: Worth): Grade {
	if (outcome !== 'unknown') return outcome;
	const lead = estimate ?? 0;
	if (Math.abs(lead) < even) return 'even';
	if (lead > 0) return lead < much ? 'better' : 'muchBetter';
	return lead > -much ? 'worse' : 'muchWorse';
}

const signs: Record<Grade, string> = {
	win: '+',
	draw: '=',
	loss: '−',
	muchBetter: '≈++',
	better: '≈+',
	even: '≈',
	worse: '≈−',
	muchWorse: '≈−−',
};

/** A value in a few characters: "+3" wins in 3 turns, "−4" loses in 4, "=" draws; "≈" marks an estimate. */
export function signOf(worth: Worth): string {
	return signs[gradeOf(worth)] + (worth.turns ?? '');
}

/** The same value from the other side. */
export function reversed({ outcome, turns, estimate }: Worth): Worth {
	const others = { win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown' } as const;
	return { outcome: others[outcome], turns, estimate: estimate === null ? null : -estimate };
}

/** For each possible next choice, or replacement of a tray choice, the value of the best move that it leads to. */
export function bestByChoice(
	slots: readonly Slot[],
	moves: readonly MoveWorth[],
	picks: Picks,
): Partial<Record<SlotID, Record<string, Worth>>> {
	const made: Made = slots.flatMap(({ id }) => {
		const value = picks[id];
		return value === undefined ? [] : [{ slot: id, value }];
	});
	const choices = { slots, moves: moves.map(({ move, picks }) => ({ text: move, picks })) };
	const best: Partial<Record<SlotID, Record<string, Worth>>> = {};
	for (const { id, on } of slots) {
		const others = on === 'tray' ? made.filter(({ slot }) => slot !== id) : made;
		if (openChoices(choices, others).has(id)) best[id] = bestOf(id, moves, others);
	}
	return best;
}

/** The moves are sorted best first. */
function bestOf(id: SlotID, moves: readonly MoveWorth[], made: Made): Record<string, Worth> {
	const best: Record<string, Worth> = {};
	for (const move of moves) {
		const value = move.picks[id];
		if (value === undefined || !made.every(({ slot, value }) => move.picks[slot] === value)) continue;
		best[value] ??= move;
	}
	return best;
}

/** Moves of equal value. */
export interface Group {
	grade: Grade;
	/** The value of the first move, and of the others as far as it matters. */
	worth: Worth;
	moves: MoveWorth[];
}

/** The moves in their order, grouped by value. */
export function grouped(moves: readonly MoveWorth[]): Group[] {
	const groups: Group[] = [];
	for (const move of moves) {
		const grade = gradeOf(move);
		const latest = groups.at(-1);
		if (latest && latest.grade === grade && latest.worth.turns === move.turns) latest.moves.push(move);
		else groups.push({ grade, worth: move, moves: [move] });
	}
	return groups;
}
