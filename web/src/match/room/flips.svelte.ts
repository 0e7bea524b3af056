import { load, save } from '../../kernel/storage';

type Flips = Record<string, boolean>;

function check(x: unknown): Flips | null {
	if (typeof x !== 'object' || x === null) return null;
	return Object.fromEntries(Object.entries(x).filter(([, value]) => typeof value === 'boolean'));
}

/** Whether the board of a game is turned by 180 degrees; remembered on this device, per game and source. */
export class Flip {
	#key: string;
	#flipped = $state(false);

	constructor(source: 'online' | 'archive' | 'analysis', game: string) {
		this.#key = `${source}.${game}`;
		this.#flipped = load('flips', check, {})[this.#key] ?? false;
	}

	get on(): boolean {
		return this.#flipped;
	}

	toggle(): void {
		this.#flipped = !this.#flipped;
		save('flips', { ...load('flips', check, {}), [this.#key]: this.#flipped });
	}
}
