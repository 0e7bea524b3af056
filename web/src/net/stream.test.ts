import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reports } from '../kernel/report';
import { eventually } from '../match/local/testing/eventually';
import {
	readEvents,
	Stream,
	type StreamEnvironment,
	type StreamListener,
	type StreamOptions,
} from './stream';

function bytes(...chunks: string[]): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
			controller.close();
		},
	});
}

async function eventsOf(...chunks: string[]) {
	const found = [];
	for await (const event of readEvents(bytes(...chunks))) found.push(event);
	return found;
}

describe('reading', () => {
	it('joins events that arrive in pieces', async () => {
		const text =
			'retry: 1000\n\nevent: table\nid: 7\ndata: {"a":\ndata: 1}\n\n: a comment\nevent:here\ndata:{}\n\n';
		const whole = [
			{ event: 'table', id: '7', data: '{"a":\n1}' },
			{ event: 'here', id: '', data: '{}' },
		];
		expect(await eventsOf(text)).toEqual(whole);
		expect(await eventsOf(...text)).toEqual(whole);
		expect(await eventsOf(...text.replaceAll('\n', '\r\n'))).toEqual(whole);
	});

	it('treats every line as a sign of life', async () => {
		const alive = vi.fn();
		for await (const event of readEvents(bytes(':\n\n', ':\n\n'), alive)) expect(event).toBeUndefined();
		expect(alive).toHaveBeenCalledTimes(4);
	});

	it('drops an event that was cut off', async () => {
		expect(await eventsOf('data: 1\n\ndata: 2\n')).toEqual([{ event: 'message', id: '', data: '1' }]);
	});
});

/** An environment where time passes only when told to, with a server. */
class FakeEnvironment implements StreamEnvironment {
	requests: { after: string | null; signal: AbortSignal; send: (text: string) => void; cut: () => void }[] =
		[];
	/** The next response, instead of a stream. */
	answer: Response | Error | null = null;
	shown = true;
	#time = 0;
	#timers = new Map<number, { at: number; work: () => void }>();
	#next = 0;
	#watcher: ((what: 'shown' | 'hidden' | 'online' | 'offline') => void) | null = null;

	fetch = async (_url: string, request?: RequestInit): Promise<Response> => {
		const { answer } = this;
		const signal = request?.signal as AbortSignal;
		const after = new Headers(request?.headers).get('Last-Event-ID');
		let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
		const body = new ReadableStream<Uint8Array>({
			start(given) {
				controller = given;
			},
		});
		signal.addEventListener('abort', () => controller?.error(new Error('aborted')));
		const send = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
		this.requests.push({ after, signal, send, cut: () => controller?.error(new TypeError('network')) });
		if (answer instanceof Error) throw answer;
		return answer ?? new Response(body);
	};
	random = () => 1;
	visible = () => this.shown;
	now = () => this.#time;
	watch = (happened: (what: 'shown' | 'hidden' | 'online' | 'offline') => void) => {
		this.#watcher = happened;
		return () => {
			this.#watcher = null;
		};
	};
	later = (work: () => void, milliseconds: number) => {
		const id = this.#next++;
		this.#timers.set(id, { at: this.#time + milliseconds, work });
		return () => void this.#timers.delete(id);
	};

	happens(what: 'shown' | 'hidden' | 'online' | 'offline'): void {
		this.#watcher?.(what);
	}

	/** Lets time pass. */
	pass(milliseconds: number): void {
		const end = this.#time + milliseconds;
		for (;;) {
			const [next] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
			if (!next) break;
			this.#timers.delete(next[0]);
			this.#time = next[1].at;
			next[1].work();
		}
		this.#time = end;
	}

	get timers(): number {
		return this.#timers.size;
	}

	get last() {
		const request = this.requests.at(-1);
		if (!request) throw new Error('nothing was asked');
		return request;
	}
}

let env: FakeEnvironment;
let onEvent: [string, unknown][];
let states: string[];
let ends: string[];

const listener: StreamListener = {
	onEvent: (event, data) => onEvent.push([event, data]),
	onConnection: (connection) => states.push(connection),
	onEnd: (problem) => ends.push(problem.code),
};

beforeEach(() => {
	env = new FakeEnvironment();
	onEvent = [];
	states = [];
	ends = [];
});

function open(options: StreamOptions = {}): Stream {
	const stream = new Stream('tables/t/events', listener, options, env);
	stream.open();
	return stream;
}

const requests = (count: number) => eventually(() => expect(env.requests).toHaveLength(count));

async function say(id: number): Promise<void> {
	env.last.send(`event: table\nid: ${id}\ndata: {"n":${id}}\n\n`);
	await eventually(() => expect(onEvent.at(-1)).toEqual(['table', { n: id }]));
}

describe('a stream', () => {
	it('resumes after the last event, with growing delays', async () => {
		open();
		await say(1);
		await say(2);
		env.last.cut();
		await eventually(() => expect(states.at(-1)).toBe('lost'));
		env.answer = new TypeError('network');
		env.pass(500);
		await requests(2);
		await eventually(() => expect(env.timers).toBe(1));
		env.answer = null;
		env.pass(999);
		expect(env.requests).toHaveLength(2);
		env.pass(1);
		await requests(3);
		expect(env.last.after).toBe('2');
		await say(3);
		expect(states).toEqual(['connecting', 'connected', 'lost', 'connected']);
		expect(onEvent.map(([, data]) => (data as { n: number }).n)).toEqual([1, 2, 3]);
	});

	it('subscribes again when a listener fails, and skips what fails twice', async () => {
		const failing = vi.spyOn(listener, 'onEvent').mockImplementation((event, data) => {
			if ((data as { n: number }).n === 2) throw new Error('cannot show this');
			onEvent.push([event, data]);
		});
		vi.spyOn(console, 'error').mockImplementation(() => {});
		onTestFinished(() => void vi.restoreAllMocks());
		open();
		await say(1);
		env.last.send('event: table\nid: 2\ndata: {"n":2}\n\n');
		await eventually(() => expect(states.at(-1)).toBe('lost'));
		env.pass(500);
		await requests(2);
		expect(env.last.after).toBe('1');
		env.last.send('event: table\nid: 2\ndata: {"n":2}\n\n');
		await say(3);
		expect(failing).toHaveBeenCalledTimes(4);
		expect(states.at(-1)).toBe('connected');
		expect(reports().at(-1)).toMatchObject({ source: 'stream', times: 2 });
	});

	it('survives data that cannot be read', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		onTestFinished(() => void vi.restoreAllMocks());
		open();
		env.last.send('event: beat\ndata: {\n\n');
		await say(1);
		expect(states.at(-1)).toBe('connected');
	});

	it('starts after a known event', async () => {
		open({ after: '41' });
		await requests(1);
		expect(env.last.after).toBe('41');
	});

	it('gives up a silent connection', async () => {
		open();
		await say(1);
		env.pass(39_000);
		expect(env.last.signal.aborted).toBe(false);
		await say(2);
		env.pass(40_000);
		expect(states.at(-1)).toBe('lost');
		env.pass(500);
		await requests(2);
		expect(env.last.after).toBe('2');
	});

	it('reconnects at once when the device is online again', async () => {
		env.answer = new TypeError('network');
		open();
		await eventually(() => expect(states.at(-1)).toBe('lost'));
		env.answer = null;
		env.happens('online');
		await requests(2);
		await say(1);
		expect(states.at(-1)).toBe('connected');
	});

	it('notices at once when the device goes offline', async () => {
		open();
		await say(1);
		env.answer = new TypeError('network');
		env.happens('offline');
		await eventually(() => expect(states.at(-1)).toBe('lost'));
	});

	it('pauses while the page is hidden and resumes when it is shown', async () => {
		open();
		await say(1);
		env.shown = false;
		env.happens('hidden');
		env.pass(30_000);
		await say(2);
		env.pass(30_000);
		expect(states.at(-1)).toBe('paused');
		expect(env.last.signal.aborted).toBe(true);
		env.happens('online');
		expect(env.requests).toHaveLength(1);
		env.happens('shown');
		await requests(2);
		expect(env.last.after).toBe('2');
	});

	it('stays connected in the background if asked to', async () => {
		let keepOpen = true;
		open({ keepOpen: () => keepOpen });
		await say(1);
		env.happens('hidden');
		for (let second = 0; second < 90; second++) {
			env.last.send('event: beat\ndata: {}\n\n');
			await eventually(() => expect(onEvent.length).toBe(second + 2));
			env.pass(1000);
		}
		expect(states.at(-1)).toBe('connected');
		keepOpen = false;
		env.pass(30_000);
		expect(states.at(-1)).toBe('paused');
	});

	it('does not reconnect after a refusal', async () => {
		env.answer = new Response(JSON.stringify({ code: 'table.unknown', detail: 'no such table' }), {
			status: 404,
		});
		open();
		await eventually(() => expect(ends).toEqual(['table.unknown']));
		env.pass(100_000);
		expect(env.requests).toHaveLength(1);
	});

	it('does not reconnect after its end', async () => {
		open();
		await say(1);
		env.last.send('event: end\ndata: {"code":"table.nospectators","status":403}\n\n');
		await eventually(() => expect(ends).toEqual(['table.nospectators']));
		env.happens('online');
		expect(env.requests).toHaveLength(1);
	});

	it('retries when the server is busy', async () => {
		env.answer = new Response('{"code":"api.busy"}', { status: 503 });
		open();
		await eventually(() => expect(states.at(-1)).toBe('lost'));
		env.answer = null;
		env.pass(500);
		await requests(2);
		expect(ends).toEqual([]);
	});

	it('makes no requests after it is closed', async () => {
		const stream = open();
		await say(1);
		stream.close();
		expect(env.last.signal.aborted).toBe(true);
		env.happens('online');
		env.pass(100_000);
		expect(env.requests).toHaveLength(1);
	});
});
