// The real module, built by web/build/engine.sh, run in Node.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from './host';
import type { AnalysisView, GameInfo, MatchView, PositionView, Preview, Refusal } from './protocol';

const generated = `${import.meta.dirname}/generated`;
const built = existsSync(`${generated}/plateau.wasm`);
/** The smallest board of Quixo, from `make bin/quixo3.plateau-table`. */
const packed = `${import.meta.dirname}/../../../bin/quixo3.plateau-table`;

type Answer<T> = { result: T } & { refusal: Refusal };

describe.skipIf(!built)('the module', { timeout: 60_000 }, () => {
	const waiting = new Map<number, { resolve: (answer: unknown) => void; onProgress: () => void }>();
	let engine: Engine;
	let lastID = 0;
	/** How many parts of a tablebase were read at once. */
	const reads: number[] = [];

	beforeAll(async () => {
		const { start } = await import('./host');
		const module = await WebAssembly.compile(readFileSync(`${generated}/plateau.wasm`));
		engine = await start(
			module,
			{
				answer(id, text, last) {
					if (last) waiting.get(id)?.resolve(JSON.parse(text));
					else waiting.get(id)?.onProgress();
				},
				read: async (game, places) => {
					if (game !== 'quixo3' || !existsSync(packed)) throw new Error('there is no tablebase');
					reads.push(places.length / 2);
					const file = readFileSync(packed);
					const parts: Buffer[] = [];
					for (let i = 0; i < places.length; i += 2) {
						const at = places[i] ?? 0;
						parts.push(file.subarray(at, at + (places[i + 1] ?? 0)));
					}
					return new Uint8Array(Buffer.concat(parts));
				},
				data: async (name) => new Uint8Array(readFileSync(`${generated}/${name}.bin`)),
			},
			() => {},
		);
	});

	function ask<T>(method: string, params: object = {}, onProgress = () => {}): Promise<Answer<T>> {
		const id = ++lastID;
		return new Promise((resolve) => {
			waiting.set(id, { resolve: resolve as (answer: unknown) => void, onProgress });
			engine.request(id, JSON.stringify({ method, params }));
		});
	}

	it('lists the games and their start positions', async () => {
		const { result } = await ask<GameInfo[]>('games');
		expect(result.map((game) => game.id)).toContain('quixo4p');
		for (const game of result) {
			const start = await ask<PositionView>('position', { game: game.id, text: '' });
			expect(start.result.text).toBe(game.starts[game.openers[0] ?? 0]);
			expect(start.result.moves.length).toBeGreaterThan(0);
		}
	});

	it('refuses with a code', async () => {
		const { refusal } = await ask('readMove', { game: 'quixo', position: '', text: 'c3-c5' });
		expect(refusal).toMatchObject({ code: 'quixo.inner', params: { cell: 'c3' }, cells: ['c3'] });
	});

	it('previews a partial move', async () => {
		const { result } = await ask<Preview>('preview', {
			game: 'quixo',
			position: '',
			picks: { from: 'c1', to: 'c5' },
		});
		expect(result.cells).toEqual({ c5: 'X' });
		expect(result.move).toBe('c1-c5');
	});

	it('plays a match', async () => {
		const match = { game: 'quantik', start: '', moves: ['S@a1', 's@d4'], players: [], closing: null };
		const { result } = await ask<MatchView>('match', { match });
		expect(result.plies.map((ply) => ply.position)).toEqual(['4/4/4/S3 2', '3s/4/4/S3 1']);
		const chosen = await ask<string>('choose', { match, level: '3', seed: 1, milliseconds: 100 });
		expect(result.now.moves.map((move) => move.text)).toContain(chosen.result);
	});

	it('fetches the data of Pivot and knows its values', async () => {
		const { result } = await ask<AnalysisView>('analyse', {
			game: 'pivot',
			position: '',
			milliseconds: 1000,
		});
		expect(result.settled).toBe(true);
		expect(result.worth.outcome).not.toBe('unknown');
	});

	it('fetches the data of the opening of Quixo and knows its values', async () => {
		const { result } = await ask<AnalysisView>('analyse', {
			game: 'quixo',
			position: '',
			milliseconds: 1000,
		});
		expect(result.settled).toBe(true);
		expect(result.worth.outcome).toBe('draw');
	});

	it.skipIf(!existsSync(packed))('reads parts of a tablebase, and knows its values', async () => {
		const position = 'X2/1O1/2X O';
		const analyse = { game: 'quixo3', position, milliseconds: 0 };
		const { result } = await ask<AnalysisView>('analyse', analyse);
		expect(result.settled).toBe(true);
		expect(result.moves.map(({ outcome }) => outcome)).not.toContain('unknown');
		// The header, two layers, and their blocks.
		expect(reads).toHaveLength(3);
		expect(reads[0]).toBe(1);
		expect((await ask<AnalysisView>('analyse', analyse)).result).toEqual(result);
		expect(reads).toHaveLength(3);
	});

	it('can be stopped while it thinks', async () => {
		const thought = ask<AnalysisView>(
			'analyse',
			{ game: 'quixo4p', position: '', milliseconds: 3_600_000 },
			() => engine.stop(lastID),
		);
		const { result } = await thought;
		expect(result.settled).toBe(false);
		expect(result.moves).toHaveLength(88);
	});
});
