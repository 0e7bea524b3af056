// A web host without a server of Plateau may have packed tablebases as files. The file
// tablebases.json, next to index.html, says where they are.
import { savesData } from '../kernel/dataSaving';
import { pause } from '../kernel/pause';
import { load, save } from '../kernel/storage';

/** Addresses of packed tablebases by the id of their game. */
export type Files = Record<string, string>;

const list = 'tablebases.json';
const key = 'tablebases';
/** How long pages wait for the list, which they need at once, and how long it may take to be of use later. What a page waits for anyway does not count. */
const listTime = 1_500;
const lateTime = 30_000;
/** How long to wait before asking again. */
const pauseTime = 30_000;

export class StaticTablebases {
	#files: Promise<Files> | undefined;
	/** What to go by until the list is here. */
	#meanwhile: Promise<Files> | undefined;
	#pausedUntil = 0;
	#unusable = new Set<string>();

	/** The files that can be read; none if the user asks to load no more than needed. */
	async files(meanwhile: Promise<unknown> = Promise.resolve()): Promise<Files> {
		if (savesData()) return {};
		const files = await this.#known(meanwhile);
		return Object.fromEntries(Object.entries(files).filter(([game]) => !this.#unusable.has(game)));
	}

	/** The ids of the games; see `Tablebases` in server.ts. The page also waits for something else meanwhile. */
	async games(meanwhile?: Promise<unknown>): Promise<string[]> {
		return Object.keys(await this.files(meanwhile));
	}

	/** The file of a game cannot be used. */
	giveUp(game: string): void {
		this.#unusable.add(game);
	}

	/** What was there the last time, if the host does not answer in time: the parts on this device may be enough. */
	async #known(meanwhile: Promise<unknown>): Promise<Files> {
		const before = absolute(load(key, checked, {}));
		if (!this.#files) {
			if (!navigator.onLine || Date.now() < this.#pausedUntil) return before;
			this.#meanwhile = meanwhile
				.catch(() => {})
				.then(() => pause(listTime))
				.then(() => before);
			this.#files = this.#fetch().catch(() => {
				this.#files = undefined;
				this.#pausedUntil = Date.now() + pauseTime;
				return before;
			});
		}
		return Promise.race([this.#files, this.#meanwhile ?? before]);
	}

	async #fetch(): Promise<Files> {
		const response = await fetch(`./${list}`, { signal: AbortSignal.timeout(lateTime) });
		if (!response.ok) throw new Error(`${list}: ${response.status}`);
		const files = checked(await response.json()) ?? {};
		save(key, files);
		return absolute(files);
	}
}

function checked(x: unknown): Files | null {
	if (typeof x !== 'object' || x === null || Array.isArray(x)) return null;
	return Object.fromEntries(Object.entries(x).filter(([, address]) => typeof address === 'string'));
}

/** The worker has another address than the page. */
function absolute(files: Files): Files {
	const found: Files = {};
	for (const [game, address] of Object.entries(files)) {
		if (URL.canParse(address, document.baseURI)) found[game] = new URL(address, document.baseURI).href;
	}
	return found;
}
