// The tables that wait for a move of the player on this device. Lists from the server
// and the streams of open tables both report here, so that the number is right at once.

import { InOrder } from './inOrder';
import { me } from './me.svelte';
import type { Summary, Table } from './types';

/** What is known of a table from a list or from its own page. */
type SeenTable = Pick<Summary | Table, 'id' | 'seq' | 'phase' | 'terms' | 'sitters' | 'to_move'>;

/** Whether it is a player's turn at a table. */
export function isTurnOf(table: Pick<SeenTable, 'phase' | 'sitters' | 'to_move'>, player: string): boolean {
	return table.phase === 'running' && table.sitters[table.to_move ?? -1]?.player === player;
}

const order = new InOrder();
let loaded = $state(false);
let seen = $state.raw<ReadonlyMap<string, SeenTable>>(new Map());
const waiting = $derived([...seen.values()].filter((table) => isTurnOf(table, me.player?.id ?? '')));

/** The tables that wait for me; reactive. */
export const turns = {
	get tables(): readonly SeenTable[] {
		return waiting;
	},
	get count(): number {
		return waiting.length;
	},
	/** Whether the server has been asked. */
	get loaded(): boolean {
		return loaded;
	},
};

/** Replaces all tables by a list of the running ones. What is newer than the list stays. */
export function setTables(tables: readonly SeenTable[]): void {
	order.forget();
	replace(tables);
}

/** Notes that a list of the running ones is asked for. The returned function takes it, unless a newer one came before. */
export function expectTables(): (tables: readonly SeenTable[]) => void {
	const [isNews, known] = [order.ask(), seen];
	return (tables) => {
		if (!isNews()) return;
		// Tables that have begun since are not in the list.
		const begun = [...seen.values()].filter(({ id }) => !known.has(id));
		replace([...begun, ...tables]);
	};
}

function replace(tables: readonly SeenTable[]): void {
	seen = new Map(tables.map((table) => [table.id, newer(table)]));
	loaded = true;
}

/** For a player who has signed out. */
export function forgetTables(): void {
	order.forget();
	seen = new Map();
	loaded = false;
}

/** Notes what a table looks like now. */
export function seeTable(table: SeenTable): void {
	seen = new Map(seen).set(table.id, newer(table));
}

function newer(table: SeenTable): SeenTable {
	const known = seen.get(table.id);
	return known !== undefined && known.seq > table.seq ? known : table;
}
