// The worker that runs the engine.
import { compile } from './compile';
import { download } from './download';
import { type Engine, start } from './host';
import type { FromWorker, Source, ToWorker } from './messages';
import { storedParts } from './partStore';
import { PartCache } from './parts';
import { RangeReader } from './ranges';

// The data sets of all games, by file: they are fetched when a game needs them.
const dataURLs = import.meta.glob<string>('./generated/*.bin', {
	query: '?url',
	import: 'default',
	eager: true,
});

async function data(name: string): Promise<Uint8Array> {
	const url = dataURLs[`./generated/${name}.bin`];
	if (url === undefined) throw new Error(`there is no data set ${name}`);
	const response = await download(url);
	return new Uint8Array(await response.arrayBuffer());
}

/** Addresses by game, as the page knows them. */
let tablebases: Record<string, string> = {};
const cache = new PartCache(storedParts());
const readers = new Map<string, RangeReader>();

function read(game: string, places: number[]): Promise<Uint8Array> {
	const url = tablebases[game];
	if (url === undefined) return Promise.reject(new Error(`there is no tablebase of ${game}`));
	const reader =
		readers.get(url) ?? new RangeReader(url, cache, (why) => post({ kind: 'unusable', game, why }));
	readers.set(url, reader);
	const spans = [];
	for (let i = 0; i < places.length; i += 2) spans.push({ at: places[i] ?? 0, size: places[i + 1] ?? 0 });
	return reader.read(spans);
}

function post(message: FromWorker): void {
	self.postMessage(message);
}

function answer(id: number, text: string, last: boolean): void {
	post({ kind: 'answer', id, text, last });
}

async function load(source: Source): Promise<Engine> {
	let module = source;
	if (typeof module === 'string') {
		module = await compile(module, (loaded, total) => post({ kind: 'loading', loaded, total }));
		post({ kind: 'compiled', module });
	}
	return start(module, { answer, data, read }, () => post({ kind: 'ended', why: 'the engine stopped' }));
}

// Requests may arrive before the module is ready; they wait in order.
let begin: (engine: Promise<Engine>) => void;
const engine = new Promise<Engine>((resolve) => {
	begin = resolve;
});

async function receive(message: ToWorker): Promise<void> {
	if (message.kind === 'ping') {
		post({ kind: 'pong' });
		return;
	}
	if (message.kind === 'start') begin(load(message.source));
	const running = await engine;
	if (message.kind === 'request') {
		tablebases = message.tablebases ?? tablebases;
		if (!running.request(message.id, message.text)) {
			post({ kind: 'ended', why: 'the engine has too much to do' });
		}
	} else if (message.kind === 'stop') {
		running.stop(message.id);
	}
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
	receive(event.data).catch((error: unknown) => post({ kind: 'ended', why: String(error) }));
});
