// The worker that runs the engine.
import { compile } from './compile';
import { download } from './download';
import { type Engine, start } from './host';
import type { FromWorker, Source, ToWorker } from './messages';

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
	return start(module, { answer, data }, () => post({ kind: 'ended', why: 'the engine stopped' }));
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
	if (message.kind === 'request' && !running.request(message.id, message.text)) {
		post({ kind: 'ended', why: 'the engine has too much to do' });
	} else if (message.kind === 'stop') {
		running.stop(message.id);
	}
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
	receive(event.data).catch((error: unknown) => post({ kind: 'ended', why: String(error) }));
});
