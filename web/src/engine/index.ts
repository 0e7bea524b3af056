// The rules and the engine, each in its own worker, so that a search never delays the
// answer to "where may this piece go?". Both run the same module; the first worker
// that needs it loads and compiles it, off the main thread. If the server has
// tablebases, they are used, too.
import type { Rules, Thinker } from './client';
import { type CallOptions, Connection, type Program } from './connection';
import wasmURL from './generated/plateau.wasm?url';
import type { AnalysisView, ReviewPly } from './protocol';
import { Server } from './server';
import { markExact, withTables } from './tables';
import { warmUpRules } from './warmup';

export { EngineError, RefusalError, type Rules, type Thinker } from './client';
export type * from './protocol';

function makeWorker(): Worker {
	return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

const program: Program = { source: wasmURL };
const rulesConnection = new Connection(makeWorker, program);
const engineConnection = new Connection(makeWorker, program);
const server = new Server();

// Result types are guaranteed by the Go side: its tests compare them with protocol.ts.
function ask<T>(method: string, params: object = {}): Promise<T> {
	return rulesConnection.call(method, params) as Promise<T>;
}

function think<T>(method: string, params: object, options: CallOptions = {}): Promise<T> {
	return engineConnection.call(method, params, options) as Promise<T>;
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

const localThinker: Thinker = {
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

export const thinker: Thinker = withTables(localThinker, server);

let warming: Promise<void> | undefined;

/** Loads the rules in the background, so that the first request is fast. Errors are left to that request. */
export function warmUp(): Promise<void> {
	warming ??= warmUpRules(rules).catch(() => {
		warming = undefined;
	});
	return warming;
}
