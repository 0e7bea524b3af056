import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEvents, Stream, type StreamListener, type StreamOptions, type StreamWorld } from './stream';

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
	it('puts events together however they are cut', async () => {
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

	it('takes every line for a sign of life', async () => {
		const alive = vi.fn();
		for await (const event of readEvents(bytes(':\n\n', ':\n\n'), alive)) expect(event).toBeUndefined();
		expect(alive).toHaveBeenCalledTimes(4);
	});

	it('leaves out an event that was cut off', async () => {
		expect(await eventsOf('data: 1\n\ndata: 2\n')).toEqual([{ event: 'message', id: '', data: '1' }]);
	});
});

/** A world in which time passes when it is told to, and a server in it. */
class FakeWorld implements StreamWorld {
	requests: { after: string | null; signal: AbortSignal; send: (text: string) => void; cut: () => void }[] =
		[];
	/** What the next request is answered with in place of a stream. */
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

let world: FakeWorld;
let heard: [string, unknown][];
let states: string[];
let ends: string[];

const listener: StreamListener = {
	heard: (event, data) => heard.push([event, data]),
	changed: (connection) => states.push(connection),
	ended: (problem) => ends.push(problem.code),
};

beforeEach(() => {
	world = new FakeWorld();
	heard = [];
	states = [];
	ends = [];
});

function open(options: StreamOptions = {}): Stream {
	const stream = new Stream('tables/t/events', listener, options, world);
	stream.open();
	return stream;
}

const settled = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 1 });
const requests = (count: number) => settled(() => expect(world.requests).toHaveLength(count));

async function say(id: number): Promise<void> {
	world.last.send(`event: table\nid: ${id}\ndata: {"n":${id}}\n\n`);
	await settled(() => expect(heard.at(-1)).toEqual(['table', { n: id }]));
}

describe('a stream', () => {
	it('goes on after the last event when it was cut, after pauses that grow', async () => {
		open();
		await say(1);
		await say(2);
		world.last.cut();
		await settled(() => expect(states.at(-1)).toBe('lost'));
		world.answer = new TypeError('network');
		world.pass(500);
		await requests(2);
		await settled(() => expect(world.timers).toBe(1));
		world.answer = null;
		world.pass(999);
		expect(world.requests).toHaveLength(2);
		world.pass(1);
		await requests(3);
		expect(world.last.after).toBe('2');
		await say(3);
		expect(states).toEqual(['connecting', 'connected', 'lost', 'connected']);
		expect(heard.map(([, data]) => (data as { n: number }).n)).toEqual([1, 2, 3]);
	});

	it('begins behind an event that is known', async () => {
		open({ after: '41' });
		await requests(1);
		expect(world.last.after).toBe('41');
	});

	it('gives a connection up that is silent', async () => {
		open();
		await say(1);
		world.pass(39_000);
		expect(world.last.signal.aborted).toBe(false);
		await say(2);
		world.pass(40_000);
		expect(states.at(-1)).toBe('lost');
		world.pass(500);
		await requests(2);
		expect(world.last.after).toBe('2');
	});

	it('comes back at once when the device is online again', async () => {
		world.answer = new TypeError('network');
		open();
		await settled(() => expect(states.at(-1)).toBe('lost'));
		world.answer = null;
		world.happens('online');
		await requests(2);
		await say(1);
		expect(states.at(-1)).toBe('connected');
	});

	it('notices at once when the device goes offline', async () => {
		open();
		await say(1);
		world.answer = new TypeError('network');
		world.happens('offline');
		await settled(() => expect(states.at(-1)).toBe('lost'));
	});

	it('rests while nobody looks at the page, and goes on when somebody does', async () => {
		open();
		await say(1);
		world.shown = false;
		world.happens('hidden');
		world.pass(30_000);
		await say(2);
		world.pass(30_000);
		expect(states.at(-1)).toBe('resting');
		expect(world.last.signal.aborted).toBe(true);
		world.happens('online');
		expect(world.requests).toHaveLength(1);
		world.happens('shown');
		await requests(2);
		expect(world.last.after).toBe('2');
	});

	it('stays where it must hear at once', async () => {
		let stays = true;
		open({ stays: () => stays });
		await say(1);
		world.happens('hidden');
		for (let second = 0; second < 90; second++) {
			world.last.send('event: beat\ndata: {}\n\n');
			await settled(() => expect(heard.length).toBe(second + 2));
			world.pass(1000);
		}
		expect(states.at(-1)).toBe('connected');
		stays = false;
		world.pass(30_000);
		expect(states.at(-1)).toBe('resting');
	});

	it('does not come back when the server says no', async () => {
		world.answer = new Response(JSON.stringify({ code: 'table.unknown', detail: 'no such table' }), {
			status: 404,
		});
		open();
		await settled(() => expect(ends).toEqual(['table.unknown']));
		world.pass(100_000);
		expect(world.requests).toHaveLength(1);
	});

	it('does not come back after its end', async () => {
		open();
		await say(1);
		world.last.send('event: end\ndata: {"code":"table.nospectators","status":403}\n\n');
		await settled(() => expect(ends).toEqual(['table.nospectators']));
		world.happens('online');
		expect(world.requests).toHaveLength(1);
	});

	it('comes back to a server that has too much to do', async () => {
		world.answer = new Response('{"code":"api.busy"}', { status: 503 });
		open();
		await settled(() => expect(states.at(-1)).toBe('lost'));
		world.answer = null;
		world.pass(500);
		await requests(2);
		expect(ends).toEqual([]);
	});

	it('that is closed asks for nothing any more', async () => {
		const stream = open();
		await say(1);
		stream.close();
		expect(world.last.signal.aborted).toBe(true);
		world.happens('online');
		world.pass(100_000);
		expect(world.requests).toHaveLength(1);
	});
});
