// The rules and the engine, each in its own worker, so that a search never delays the
// answer to "where may this piece go?". Both run the same module; the first worker
// that needs it loads and compiles it, off the main thread. If the server has
// tablebases, they are used, too; if a web host has them as files, the engine reads these.
import type { Rules, Thinker } from './client';
import { type CallOptions, Connection, type Program } from './connection';
import wasmURL from './generated/plateau.wasm?url';
import type { AnalysisView, GameInfo, ReviewPly } from './protocol';
import { Server } from './server';
import { StaticTablebases } from './staticTablebases';
import { markExact, withTablebases } from './tablebases';
import { warmUpRules } from './warmup';

export { EngineError, RefusalError, type Rules, type Thinker } from './client';
export type * from './protocol';

function makeWorker(): Worker {
	return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

const program: Program = { source: wasmURL };
const files = new StaticTablebases();
const rulesConnection = new Connection(makeWorker, program);
const engineConnection = new Connection(makeWorker, program, (game) => files.giveUp(game));
const server = new Server();

// Result types are guaranteed by the Go side: its tests compare them with protocol.ts.
function callRules<T>(method: string, params: object = {}): Promise<T> {
	return rulesConnection.call(method, params) as Promise<T>;
}

function callEngine<T>(method: string, params: object, options: CallOptions = {}): Promise<T> {
	return engineConnection.call(method, params, options) as Promise<T>;
}

export const rules: Rules = {
	games: async () => {
		const all = callRules<GameInfo[]>('games');
		const solved = Promise.all([server.games(), files.games(all)]);
		return markExact(await all, (await solved).flat());
	},
	position: (game, text) => callRules('position', { game, text }),
	alike: (game, text) => callRules('alike', { game, text }),
	match: (match) => callRules('match', { match }),
	readMove: (game, position, text) => callRules('readMove', { game, position, text }),
	preview: (game, position, picks) => callRules('preview', { game, position, picks }),
	refusals: (game, position, picks) => callRules('refusals', { game, position, picks }),
	premoves: (game, position, seat) => callRules('premoves', { game, position, seat }),
	readRecords: (text) => callRules('readRecords', { text }),
	writeRecord: (match, tags) => callRules('writeRecord', { match, tags }),
	book: (game, language) => callRules('book', { game, language }),
	strategy: (game, language) => callRules('strategy', { game, language }),
	lesson: (game, language) => callRules('lesson', { game, language }),
	guided: (game, language) => callRules('guided', { game, language }),
	guideQuestion: (game, task, step, moves) => callRules('guideQuestion', { game, task, step, moves }),
	guideReply: (game, task, step, moves) => callRules('guideReply', { game, task, step, moves }),
	puzzles: (game) => callRules('puzzles', { game }),
	puzzleOfTheDay: (game, date) => callRules('puzzleOfTheDay', { game, date }),
};

/** Asks the engine for what it knows exactly, if it can. */
async function callExact<T>(method: string, params: object, options: CallOptions = {}): Promise<T> {
	return callEngine(method, params, { ...options, tablebases: await files.files() });
}

const ownThinker: Thinker = {
	analyse: (game, position, { milliseconds, signal, onProgress }) =>
		callExact(
			'analyse',
			{ game, position, milliseconds },
			{
				signal,
				onProgress: (found) => onProgress?.(found as AnalysisView),
			},
		),
	choose: async (match, level, { seed, milliseconds, signal }) =>
		callEngine(
			'choose',
			{ match, level, seed, milliseconds },
			{ signal, ...(level === 'perfect' && { tablebases: await files.files() }) },
		),
	acceptsDraw: (match, seat) => callExact('acceptsDraw', { match, seat }),
	review: (match, { milliseconds, signal, onPly }) =>
		callExact(
			'review',
			{ match, milliseconds },
			{ signal, onProgress: (found) => onPly?.(found as ReviewPly) },
		),
};

export const thinker: Thinker = withTablebases(ownThinker, server);

let warming: Promise<void> | undefined;

/** Loads the rules in the background, so that the first request is fast. Errors are left to that request. */
export function warmUp(): Promise<void> {
	warming ??= warmUpRules(rules).catch(() => {
		warming = undefined;
	});
	return warming;
}
