// A fake engine for the games of play/testing/fakes: a move to d4 wins at once, a1
// draws, all others lose.

import type { Thinker } from '../../../engine/client';
import type { AnalysisView, MoveWorth, ReviewPly, Worth } from '../../../engine/protocol';

export const win = (turns: number | null = null): Worth => ({ outcome: 'win', turns, estimate: null });
export const loss = (turns: number | null = null): Worth => ({ outcome: 'loss', turns, estimate: null });
export const draw: Worth = { outcome: 'draw', turns: null, estimate: null };
export const guess = (estimate: number): Worth => ({ outcome: 'unknown', turns: null, estimate });

export function move(text: string, worth: Worth): MoveWorth {
	return { ...worth, move: text, picks: { piece: 'S', cell: text.slice(2) } };
}

export function analysis(position: string, change: Partial<AnalysisView> = {}): AnalysisView {
	return {
		position,
		worth: win(1),
		moves: [move('S@d4', win(1)), move('S@a1', draw), move('S@b2', loss(2)), move('S@c3', loss(2))],
		line: ['S@d4'],
		depth: 1,
		nodes: 4,
		settled: true,
		...change,
	};
}

/** A reviewed move: a thrown win, or a move without fault. */
export function reviewed(ply: number, fault: ReviewPly['fault'] = 'none'): ReviewPly {
	return { ply, before: win(1), after: fault === 'none' ? win(1) : loss(2), best: 'S@d4', fault };
}

function notImplemented(): never {
	throw new Error('nobody should have asked this');
}

/** Answers at once; the second move of every game was a mistake. */
export function fakeThinker(): Thinker {
	return {
		analyse: async (_game, position) => analysis(position),
		choose: notImplemented,
		acceptsDraw: notImplemented,
		review: async (match, { onPly }) => {
			const plies = match.moves.map((_, ply) => reviewed(ply, ply === 1 ? 'mistake' : 'none'));
			for (const ply of plies.toReversed()) onPly?.(ply);
			return plies;
		},
	};
}
