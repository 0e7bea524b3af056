// The texts while a puzzle is solved.

import type { GameInfo, Picks, PositionView, Puzzle } from '../../engine/protocol';
import { pieceName, reason, sideOf, t } from '../../kernel/words/i18n.svelte';
import type { Fault, PuzzleSession } from './session.svelte';

/** The goal as a sentence. */
export function goalText(puzzle: Puzzle, toMove: number): string {
	const seat = sideOf(puzzle.game, toMove);
	switch (puzzle.goal) {
		case 'win':
			return t('puzzles.goalWin', { seat, n: puzzle.turns });
		case 'draw':
			return t('puzzles.goalDraw', { seat });
		case 'only':
			return t('puzzles.goalOnly', { seat });
	}
}

/** What is wrong with a move, and the reply that shows it. */
export function faultText(puzzle: Puzzle, fault: Fault): string {
	const what = mistakeText(puzzle, fault);
	if (fault.kind === 'loses' || !('move' in fault) || fault.move === '') return what;
	return `${what} ${t('puzzles.reply', { move: fault.move })}`;
}

function mistakeText(puzzle: Puzzle, fault: Fault): string {
	switch (fault.kind) {
		case 'loses':
			return t('puzzles.loses', { seat: sideOf(puzzle.game, fault.seat), move: fault.move });
		case 'ended':
			return t('puzzles.ended', { reason: reason(fault.verdict) });
		case 'misses':
			return puzzle.goal === 'win' ? t('puzzles.missesWin', { n: puzzle.turns }) : t('puzzles.misses');
		case 'thinking':
			return t('puzzles.thinking');
		case 'draws':
			return t('puzzles.draws');
		case 'slower':
			return t('puzzles.slower');
	}
}

/** The cells among the choices of a move, in the order of the slots. */
export function cellsOf(info: GameInfo, picks: Picks): string[] {
	const cells = info.slots.filter((slot) => slot.on === 'board').map((slot) => picks[slot.id]);
	return [...new Set(cells.filter((cell) => cell !== undefined))];
}

/** The hint for the next move. */
export function hintText({ help, next, nextPicks, position, info }: PuzzleSession): string {
	if (help === 2) return t('puzzles.hintMove', { move: next });
	const first = info.slots.find((slot) => nextPicks[slot.id] !== undefined);
	const value = first ? (nextPicks[first.id] ?? '') : '';
	if (first?.on !== 'tray') return t('puzzles.hintCell', { cell: value });
	return t('puzzles.hintPiece', { piece: pieceName(info.look, letterOf(position, value)) });
}

/** The letter of a piece for the player to move, as in their reserve. */
function letterOf(position: PositionView, value: string): string {
	const reserve = position.reserves[position.to_move] ?? '';
	return [...reserve].find((letter) => letter.toUpperCase() === value) ?? value;
}
