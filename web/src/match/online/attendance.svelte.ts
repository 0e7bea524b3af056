import type { Table } from '../../net/types';

/** Which players of a table are connected, and since when the others are away. */
export class Attendance {
	#now: () => number;
	#here = $state.raw<ReadonlySet<string>>(new Set());
	#awaySince = $state.raw<ReadonlyMap<string, number>>(new Map());

	/** `now` is the device's time in milliseconds. */
	constructor(now: () => number) {
		this.#now = now;
	}

	isHere(player: string): boolean {
		return this.#here.has(player);
	}

	/** By the device's time; undefined if the player is here. */
	awaySince(player: string): number | undefined {
		return this.#awaySince.get(player);
	}

	/** These players are connected; all others at the table are away. */
	update(sitters: Table['sitters'], here: Iterable<string> = this.#here): void {
		this.#here = new Set(here);
		const now = this.#now();
		const away = sitters.flatMap(({ player }) =>
			player !== undefined && !this.#here.has(player) ? [player] : [],
		);
		this.#awaySince = new Map(away.map((player) => [player, this.#awaySince.get(player) ?? now]));
	}
}
