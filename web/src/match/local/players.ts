// Who plays in a game on this device, in words.

import type { GameInfo } from '../../engine/protocol';
import { seatName, t } from '../../kernel/words/i18n.svelte';
import { type Cast, levelName } from '../format';
import type { Player, SavedGame } from './saved';

/** The only seat of a kind; null if there are several or none. */
function only(game: SavedGame, kind: Player['kind']): number | null {
	const seats = game.players.flatMap((player, seat) => (player.kind === kind ? [seat] : []));
	return seats.length === 1 ? (seats[0] ?? null) : null;
}

/** The seat of the only person, who is called "you"; null if there are several or none. */
export function onlyPerson(game: SavedGame): number | null {
	return only(game, 'person');
}

/** A player by name, as the only one of a kind, or by colour. */
function playerName(game: SavedGame, info: GameInfo, seat: number): string {
	const name = game.match.players[seat];
	if (name) return name;
	if (only(game, 'person') === seat) return t('play.you');
	if (game.players.length === 2 && only(game, 'computer') === seat) return t('play.computer');
	return seatName(info.look, seat);
}

/** Who plays. */
export function castOf(game: SavedGame, info: GameInfo): Cast {
	return { info, names: info.seats.map((_, seat) => playerName(game, info, seat)), you: onlyPerson(game) };
}

/** The level of a computer player, or the colour of a person if the name does not say it. */
export function playerDetail(game: SavedGame, info: GameInfo, seat: number): string {
	const player = game.players[seat];
	if (player?.kind === 'computer') return levelName(player.level, info);
	const side = seatName(info.look, seat);
	return playerName(game, info, seat) === side ? '' : side;
}

/** Names by seat for records, independent of the language. */
export function recordNames(game: SavedGame): string[] {
	return game.players.map((player, seat) =>
		player.kind === 'computer' ? `Plateau ${player.level}` : (game.match.players[seat] ?? ''),
	);
}
