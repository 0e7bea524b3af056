// How a game is told to people: names, moves, results, and the sounds with them.

import type { SoundName } from '../app/sound';
import type { GameInfo, Level, PlyView, Verdict } from '../engine/protocol';
import { type Key, listed, pieceName, reason, seatName, t } from '../i18n/i18n.svelte';
import type { Player, SavedGame } from './saved';

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

/** Only where every value is known exactly may the highest level be called perfect. */
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

/** The seat of the one person at the table, to be called "you"; null if there are several or none. */
export function onlyPerson(game: SavedGame): number | null {
	return only(game, 'person');
}

/** What a player is called: by name, or as the only one of a kind, or else by what they play with. */
export function playerName(game: SavedGame, info: GameInfo, seat: number): string {
	const name = game.match.players[seat];
	if (name) return name;
	if (only(game, 'person') === seat) return t('play.you');
	if (game.players.length === 2 && only(game, 'computer') === seat) return t('play.computer');
	return seatName(info.id, seat);
}

/** What else is to be known of a player: the level of a computer, or what a person plays with where the name does not say it. */
export function playerDetail(game: SavedGame, info: GameInfo, seat: number): string {
	const player = game.players[seat];
	if (player?.kind === 'computer') return levelName(player.level, info);
	const side = seatName(info.id, seat);
	return playerName(game, info, seat) === side ? '' : side;
}

/** The names by seat as records keep them, independent of the language. */
export function recordNames(game: SavedGame): string[] {
	return game.players.map((player, seat) =>
		player.kind === 'computer' ? `Plateau ${player.level}` : (game.match.players[seat] ?? ''),
	);
}

/** A move in words, from what it visibly does. */
export function moveWords(info: GameInfo, ply: PlyView): string {
	const parts: string[] = [];
	for (const { kind, from, to, letter } of ply.motions) {
		const piece = pieceName(info.id, letter);
		if (kind === 'place') parts.push(t('play.move.place', { piece, cell: to }));
		if (kind === 'flip') parts.push(t('play.move.flip', { piece, from, to }));
		// Where partners share a mark, the cube also says whose turn it is to take it.
		if (kind === 'push' && info.seats.length > 2) parts.push(t('play.move.pushAs', { piece, from, to }));
		else if (kind === 'push') parts.push(t('play.move.push', { from, to }));
	}
	return parts.length > 0 ? listed(parts, 'unit') : t('play.move.pass');
}

/** A move as it is announced. */
export function plyWords(game: SavedGame, info: GameInfo, ply: PlyView): string {
	return t('play.said', { name: playerName(game, info, ply.seat), move: moveWords(info, ply) });
}

/** Who won, in a sentence. */
export function resultWords(game: SavedGame, info: GameInfo, verdict: Verdict): string {
	if (verdict.winner === null) return t('play.result.draw');
	const winners = info.seats.flatMap((seat, i) => (seat.team === verdict.winner ? [i] : []));
	const you = onlyPerson(game);
	if (you !== null) {
		if (winners.length > 1)
			return t(winners.includes(you) ? 'play.result.yourTeam' : 'play.result.yourTeamLoses');
		return t(winners.includes(you) ? 'play.result.you' : 'play.result.youLose');
	}
	const names = winners.map((seat) => playerName(game, info, seat));
	return t('play.result.name', { name: listed(names, 'conjunction') });
}

/** Why the game is over, in a sentence. */
export function endWords(game: SavedGame, info: GameInfo, verdict: Verdict): string {
	const { closing } = game.match;
	if (!closing || closing.how === 'agreement') return reason(verdict);
	const you = onlyPerson(game) === closing.seat;
	const name = playerName(game, info, closing.seat);
	if (closing.how === 'timeout') return you ? t('play.end.timeoutYou') : t('play.end.timeout', { name });
	return you ? t('play.end.resignedYou') : t('play.end.resigned', { name });
}

/** What a move sounds like. */
export function soundOfMove(ply: PlyView): SoundName | null {
	const kinds = ply.motions.map((motion) => motion.kind);
	if (kinds.includes('flip')) return 'flip';
	if (kinds.includes('push')) return 'slide';
	return kinds.includes('place') ? 'place' : null;
}

/** What the end of a game sounds like: a win to everybody unless the only person lost. */
export function soundOfEnd(game: SavedGame, info: GameInfo, verdict: Verdict): SoundName | null {
	if (verdict.winner === null) return null;
	const you = onlyPerson(game);
	return you !== null && info.seats[you]?.team !== verdict.winner ? 'loss' : 'win';
}
