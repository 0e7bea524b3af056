// The rules and the engine, each in a worker of its own, so that a search never
// delays the answer to "where may this piece go?". Both run the same module. The
// first of them loads and compiles it, when it is first needed, so that the page
// itself goes on. If the server has tablebases of solved games, they are used.
import type { Rules, Thinker } from './client';
import { type CallOptions, Connection, type Program } from './connection';
import wasmURL from './generated/plateau.wasm?url';
import { practise } from './practice';
import type { AnalysisView, ReviewPly } from './protocol';
import { Server } from './server';
import { markExact, withTablebases } from './tablebases';

export { EngineError, RefusalError, type Rules, type Thinker } from './client';
export type * from './protocol';

function makeWorker(): Worker {
	return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

const program: Program = { source: wasmURL };
const atOnce = new Connection(makeWorker, program);
const thoughtful = new Connection(makeWorker, program);
const server = new Server();

// That results have the promised types is the Go side's duty: its tests compare
// its types with those of protocol.ts.
function ask<T>(method: string, params: object = {}): Promise<T> {
	return atOnce.call(method, params) as Promise<T>;
}

function think<T>(method: string, params: object, options: CallOptions = {}): Promise<T> {
	return thoughtful.call(method, params, options) as Promise<T>;
}

export const rules: Rules = {
	games: async () => {
		const solved = server.games();
		return markExact(await ask('games'), await solved);
	},
	position: (game, text) => ask('position', { game, text }),
	match: (match) => ask('match', { match }),
	readMove: (game, position, text) => ask('readMove', { game, position, text }),
	preview: (game, position, picks) => ask('preview', { game, position, picks }),
	refusals: (game, position, picks) => ask('refusals', { game, position, picks }),
	readRecords: (text) => ask('readRecords', { text }),
	writeRecord: (match, tags) => ask('writeRecord', { match, tags }),
	book: (game, language) => ask('book', { game, language }),
	lesson: (game, language) => ask('lesson', { game, language }),
	puzzles: (game) => ask('puzzles', { game }),
	puzzleOfTheDay: (game, date) => ask('puzzleOfTheDay', { game, date }),
};

const ownThinker: Thinker = {
	analyse: (game, position, { milliseconds, signal, onProgress }) =>
		think(
			'analyse',
			{ game, position, milliseconds },
			{
				signal,
				onProgress: (found) => onProgress?.(found as AnalysisView),
			},
		),
	choose: (match, level, { seed, milliseconds, signal }) =>
		think('choose', { match, level, seed, milliseconds }, { signal }),
	acceptsDraw: (match, seat) => think('acceptsDraw', { match, seat }),
	review: (match, { milliseconds, signal, onPly }) =>
		think('review', { match, milliseconds }, { signal, onProgress: (found) => onPly?.(found as ReviewPly) }),
};

export const thinker: Thinker = withTablebases(ownThinker, server);

let warming: Promise<void> | undefined;

/**
 * Loads the rules in the background, so that the first request finds them ready
 * and quick, and tells when that is over. If it fails, the request will say so.
 */
export function warmUp(): Promise<void> {
	warming ??= practise(rules).catch(() => {
		warming = undefined;
	});
	return warming;
}
