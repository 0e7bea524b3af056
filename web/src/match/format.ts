// Texts about a game, whichever source it comes from: moves and results in words; and
// their sounds.

import { type Frame, spotOf } from '../board/geometry';
import type { Rotation } from '../board/types';
import type { Closing, GameInfo, Level, PlyView, Verdict } from '../engine/protocol';
import type { SoundName } from '../kernel/sound';
import {
	formatList,
	type Key,
	pieceName,
	reason,
	type Side,
	seatName,
	sideOf,
	t,
} from '../kernel/words/i18n.svelte';

const levelNames: Record<Level | 'strongest', Key> = {
	1: 'play.level.1',
	2: 'play.level.2',
	3: 'play.level.3',
	4: 'play.level.4',
	5: 'play.level.5',
	6: 'play.level.6',
	perfect: 'play.level.perfect',
	strongest: 'play.level.strongest',
};

const levelHints: Record<Level | 'strongest', Key> = {
	1: 'play.levelHint.1',
	2: 'play.levelHint.2',
	3: 'play.levelHint.3',
	4: 'play.levelHint.4',
	5: 'play.levelHint.5',
	6: 'play.levelHint.6',
	perfect: 'play.levelHint.perfect',
	strongest: 'play.levelHint.strongest',
};

/** The highest level is only called perfect if every value is known. */
function titleOf(level: Level, info: Pick<GameInfo, 'exact'>): Level | 'strongest' {
	return level === 'perfect' && !info.exact ? 'strongest' : level;
}

export function levelName(level: Level, info: Pick<GameInfo, 'exact'>): string {
	return t(levelNames[titleOf(level, info)]);
}

export function levelHint(level: Level, info: GameInfo): string {
	return t(levelHints[titleOf(level, info)]);
}

/** Who plays, for the person at the screen. */
export interface Cast {
	info: GameInfo;
	/** By seat. */
	names: string[];
	/** The seat of the person at the screen, who is called "you"; null for others. */
	you: number | null;
}

/** Somebody in a sentence: by name, or as the side they play, whose name has forms. */
export function playerAt({ info, names }: Cast, seat: number): string | Side {
	const name = names[seat] ?? '';
	return name === seatName(info.look, seat) ? sideOf(info.look, seat) : name;
}

/** The seats of a side. */
export function seatsOf({ seats }: Pick<GameInfo, 'seats'>, team: number): number[] {
	return seats.flatMap((seat, i) => (seat.team === team ? [i] : []));
}

/** What is said of a move. */
type Said = Pick<PlyView, 'motions'> & Partial<Pick<PlyView, 'announces'>>;

/** A move in words, from its visible motions. */
export function moveText(info: GameInfo, ply: Said): string {
	const parts: string[] = [];
	for (const { kind, from, to, letter } of ply.motions) {
		const piece = pieceName(info.look, letter);
		if (kind === 'place') parts.push(t('play.move.place', { piece, cell: to }));
		if (kind === 'flip') parts.push(t('play.move.flip', { piece, from, to }));
		// Where partners share a mark, the cube also shows who may take it.
		if (kind === 'push' && info.seats.length > 2) parts.push(t('play.move.pushAs', { piece, from, to }));
		else if (kind === 'push') parts.push(t('play.move.push', { from, to }));
	}
	if (parts.length === 0) return t(ply.announces ? 'play.move.claim' : 'play.move.pass');
	return withAnnouncement(formatList(parts, 'unit'), ply);
}

function withAnnouncement(move: string, { announces = false }: Said): string {
	return announces ? t('play.move.announced', { move }) : move;
}

const pushedFrom: Record<Edge, Key> = {
	top: 'play.move.fromTop',
	right: 'play.move.fromRight',
	bottom: 'play.move.fromBottom',
	left: 'play.move.fromLeft',
};

type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The edge of the board on the screen from which a piece comes in at a cell. */
function edgeOf(from: string, to: string, frame: Pick<Frame, 'size' | 'rotation'>): Edge {
	const [start, end] = [spotOf(from, frame), spotOf(to, frame)];
	if (start.row === end.row) return end.column < start.column ? 'left' : 'right';
	return end.row < start.row ? 'top' : 'bottom';
}

/** A move in words for those who do not read notation, as it is seen on the screen. */
export function plainMoveText(info: GameInfo, ply: Said, rotation: Rotation): string {
	const push = ply.motions.find(({ kind }) => kind === 'push');
	if (!push) return moveText(info, ply);
	const { from, to, letter } = push;
	const text = t(pushedFrom[edgeOf(from, to, { size: info.size, rotation })], { from });
	return withAnnouncement(info.seats.length > 2 ? `${text} (${pieceName(info.look, letter)})` : text, ply);
}

/** A move as it is announced. */
export function plyText({ info, names }: Cast, ply: PlyView): string {
	return t('play.said', { name: names[ply.seat] ?? '', move: moveText(info, ply) });
}

/** Who won, as a sentence; null is a draw. */
export function resultText(cast: Cast, winner: number | null): string {
	const { info, you } = cast;
	if (winner === null) return t('play.result.draw');
	const winners = seatsOf(info, winner);
	if (you === null) return t('play.result.name', { name: winners.map((seat) => playerAt(cast, seat)) });
	const won = winners.includes(you);
	if (winners.length > 1) return t(won ? 'play.result.yourTeam' : 'play.result.yourTeamLoses');
	return t(won ? 'play.result.you' : 'play.result.youLose');
}

/** Why the game is over, as a sentence. */
export function endText(cast: Cast, verdict: Verdict, closing: Closing | null): string {
	if (closing?.how !== 'resignation' && closing?.how !== 'timeout') return reason(verdict);
	const { you } = cast;
	const name = playerAt(cast, closing.seat);
	if (closing.how === 'timeout')
		return you === closing.seat ? t('play.end.timeoutYou') : t('play.end.timeout', { name });
	return you === closing.seat ? t('play.end.resignedYou') : t('play.end.resigned', { name });
}

/** Whether the person at the screen won; null for a draw, and for those who only look on. */
export function wonBy({ info, you }: Cast, winner: number | null): boolean | null {
	return winner === null || you === null ? null : info.seats[you]?.team === winner;
}

/** The sound of a move. */
export function moveSound(ply: PlyView): SoundName | null {
	const kinds = ply.motions.map((motion) => motion.kind);
	if (kinds.includes('flip')) return 'flip';
	if (kinds.includes('push')) return 'slide';
	return kinds.includes('place') ? 'place' : null;
}

/** A move in notation for a sentence, where lines must not break after its hyphen: a word joiner follows it. */
export function unbroken(move: string): string {
	return move.replaceAll('-', '-\u2060');
}
