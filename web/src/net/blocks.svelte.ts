// The players whom the player on this device has blocked or muted. The server sends none
// of their messages; this list is for what is on the screen already, and for the buttons.

import { api } from './api';
import { InOrder } from './inOrder';
import { me } from './me.svelte';
import type { Block } from './types';

export type BlockKind = Block['kind'];

let owner = '';
let list = $state.raw<Block[]>([]);
let pending: Promise<void> | undefined;
const order = new InOrder();

/** The player's blocks, the latest first; reactive. */
export const blocks = {
	get list(): Block[] {
		return list;
	},
	/** How a player is blocked, or null. */
	kindOf: (player: string | undefined): BlockKind | null =>
		list.find((block) => block.player === player)?.kind ?? null,
};

const pathOf = (player: string) => `me/blocks/${encodeURIComponent(player)}`;

async function read(): Promise<void> {
	const isNews = order.ask();
	const found = me.player === null ? [] : (await api.get<{ blocks: Block[] }>('me/blocks')).blocks;
	if (isNews()) list = found;
}

/** Asks the server once for each player who signs in. */
export function loadBlocks(): Promise<void> {
	const now = me.player?.id ?? '';
	if (now !== owner) {
		owner = now;
		list = [];
		order.forget();
		pending = undefined;
	}
	pending ??= read().catch((error: unknown) => {
		pending = undefined;
		throw error;
	});
	return pending;
}

/** Blocks or mutes a player, or neither if the kind is null. */
export async function setBlock(player: string, kind: BlockKind | null): Promise<void> {
	if (kind === null) await api.delete(pathOf(player));
	else await api.put(pathOf(player), { kind });
	await read();
}
