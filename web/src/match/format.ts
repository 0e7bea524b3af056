// Texts about a game: names, moves and results; and its sounds.

import type { GameInfo, Level, PlyView, Verdict } from '../engine/protocol';
import type { SoundName } from '../kernel/sound';
import { formatList, type Key, pieceName, reason, seatName, t } from '../kernel/words/i18n.svelte';
import type { Player, SavedGame } from './local/saved';

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

/** The only seat of a kind; null if there are several or none. */
function only(game: SavedGame, kind: Player['kind']): number | null {
	const seats = game.players.flatMap((player, seat) => (player.kind === kind ? [seat] : []));
	return seats.length === 1 ? (seats[0] ?? null) : null;
}

/** The seat of the only person, who is called "you"; null if there are several or none. */
export function onlyPerson(game: SavedGame): number | null {
	return only(game, 'person');
}

/** Whether somebody at this device has won: the only person, or one of several. */
export function isCelebrated(game: SavedGame, info: GameInfo, { winner }: Verdict): boolean {
	return game.players.some(({ kind }, seat) => kind === 'person' && info.seats[seat]?.team === winner);
}

/** A player by name, as the only one of a kind, or by colour. */
export function playerName(game: SavedGame, info: GameInfo, seat: number): string {
	const name = game.match.players[seat];
	if (name) return name;
	if (only(game, 'person') === seat) return t('play.you');
	if (game.players.length === 2 && only(game, 'computer') === seat) return t('play.computer');
	return seatName(info.id, seat);
}

/** The level of a computer player, or the colour of a person if the name does not say it. */
export function playerDetail(game: SavedGame, info: GameInfo, seat: number): string {
	const player = game.players[seat];
	if (player?.kind === 'computer') return levelName(player.level, info);
	const side = seatName(info.id, seat);
	return playerName(game, info, seat) === side ? '' : side;
}

/** Names by seat for records, independent of the language. */
export function recordNames(game: SavedGame): string[] {
	return game.players.map((player, seat) =>
		player.kind === 'computer' ? `Plateau ${player.level}` : (game.match.players[seat] ?? ''),
	);
}

/** A move in words, from its visible motions. */
export function moveText(info: GameInfo, ply: PlyView): string {
	const parts: string[] = [];
	for (const { kind, from, to, letter } of ply.motions) {
		const piece = pieceName(info.id, letter);
		if (kind === 'place') parts.push(t('play.move.place', { piece, cell: to }));
		if (kind === 'flip') parts.push(t('play.move.flip', { piece, from, to }));
		// Where partners share a mark, the cube also shows who may take it.
		if (kind === 'push' && info.seats.length > 2) parts.push(t('play.move.pushAs', { piece, from, to }));
		else if (kind === 'push') parts.push(t('play.move.push', { from, to }));
	}
	return parts.length > 0 ? formatList(parts, 'unit') : t('play.move.pass');
}

/** A move as it is announced. */
export function plyText(game: SavedGame, info: GameInfo, ply: PlyView): string {
	return t('play.said', { name: playerName(game, info, ply.seat), move: moveText(info, ply) });
}

/** Who won, as a sentence. */
export function resultText(game: SavedGame, info: GameInfo, verdict: Verdict): string {
	if (verdict.winner === null) return t('play.result.draw');
	const winners = info.seats.flatMap((seat, i) => (seat.team === verdict.winner ? [i] : []));
	const you = onlyPerson(game);
	if (you !== null) {
		if (winners.length > 1)
			return t(winners.includes(you) ? 'play.result.yourTeam' : 'play.result.yourTeamLoses');
		return t(winners.includes(you) ? 'play.result.you' : 'play.result.youLose');
	}
	const names = winners.map((seat) => playerName(game, info, seat));
	return t('play.result.name', { name: formatList(names, 'conjunction') });
}

/** Why the game is over, as a sentence. */
export function endText(game: SavedGame, info: GameInfo, verdict: Verdict): string {
	const { closing } = game.match;
	if (!closing || closing.how === 'agreement') return reason(verdict);
	const you = onlyPerson(game) === closing.seat;
	const name = playerName(game, info, closing.seat);
	if (closing.how === 'timeout') return you ? t('play.end.timeoutYou') : t('play.end.timeout', { name });
	return you ? t('play.end.resignedYou') : t('play.end.resigned', { name });
}

/** The sound of a move. */
export function moveSound(ply: PlyView): SoundName | null {
	const kinds = ply.motions.map((motion) => motion.kind);
	if (kinds.includes('flip')) return 'flip';
	if (kinds.includes('push')) return 'slide';
	return kinds.includes('place') ? 'place' : null;
}

/** The sound of the end: a win, unless the only person lost. */
export function endSound(game: SavedGame, info: GameInfo, verdict: Verdict): SoundName | null {
	if (verdict.winner === null) return null;
	const you = onlyPerson(game);
	return you !== null && info.seats[you]?.team !== verdict.winner ? 'loss' : 'win';
}
