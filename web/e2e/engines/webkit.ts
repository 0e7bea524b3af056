// WebKit: the small browser that comes with WebKitGTK, on a screen that nobody sees,
// driven by the W3C WebDriver protocol. Every window has a driver of its own,
// because a driver has one session, and a session is one visitor.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findWebKit } from '../../build/browser.mjs';
import { freePort } from '../../build/server.mjs';
import { timeout } from '../support/timeout';
import type { Engine, Key, Point, Size, Tab } from './tab';

/** The keys as the protocol writes them. */
const codes: Record<string, string> = {
	Shift: '\uE008',
	Enter: '\uE007',
	Escape: '\uE00C',
	Tab: '\uE004',
	ArrowLeft: '\uE012',
	ArrowUp: '\uE013',
	ArrowRight: '\uE014',
	ArrowDown: '\uE015',
};

export async function launchWebKit(): Promise<Engine> {
	const { driver, browser, screen } = findWebKit();
	const hidden = spawn(screen, ['-displayfd', '1', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [number] = (await once(createInterface({ input: hidden.stdout }), 'line')) as [string];
	const env = {
		...process.env,
		DISPLAY: `:${number}`,
		LANG: 'en_GB.UTF-8',
		// Like --no-sandbox of the others: the pages are ours, and it does not start as root.
		WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
		WEBKIT_DISABLE_COMPOSITING_MODE: '1',
		LIBGL_ALWAYS_SOFTWARE: '1',
	};
	const tabs: WebKitTab[] = [];
	return {
		async newTab(size) {
			const port = await freePort();
			const process = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
			const tab = new WebKitTab(`http://127.0.0.1:${port}`, process);
			tabs.push(tab);
			await tab.open(browser, size);
			return tab;
		},
		async close() {
			await Promise.all(tabs.map((tab) => tab.close()));
			await end(hidden);
		},
	};
}

async function end(process: ChildProcess): Promise<void> {
	process.kill();
	if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

class WebKitTab implements Tab {
	readonly #driver: string;
	readonly #process: ChildProcess;
	#session = '';

	constructor(driver: string, process: ChildProcess) {
		this.#driver = driver;
		this.#process = process;
	}

	async open(browser: string, size: Size): Promise<void> {
		await this.#untilReady();
		const options = { binary: browser, args: ['--automation'] };
		const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
		const { sessionId } = await this.#send<{ sessionId: string }>('POST', '/session', { capabilities });
		this.#session = `/session/${sessionId}`;
		await this.#command('timeouts', { script: timeout, pageLoad: timeout });
		await this.#resize(size);
	}

	async #untilReady(): Promise<void> {
		const late = Date.now() + timeout;
		while (!(await fetch(`${this.#driver}/status`).catch(() => null))?.ok) {
			if (Date.now() > late) throw new Error('the driver of WebKit does not answer');
			await pause(20);
		}
	}

	/** Gives the page, not the window around it, a size. */
	async #resize({ width, height }: Size): Promise<void> {
		await this.#command('window/rect', { width, height });
		const inner = await this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
		await this.#command('window/rect', { width: 2 * width - inner.width, height: 2 * height - inner.height });
	}

	async goTo(url: string): Promise<void> {
		await this.#command('url', { url });
	}

	async reload(): Promise<void> {
		await this.#command('refresh', {});
	}

	async evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
		const script = `const done = arguments[arguments.length - 1];
			(async () => (${run})(...[...arguments].slice(0, -1)))().then(
				(value) => done({ value }), (error) => done({ error: String(error) }));`;
		const { value, error } = await this.#command<{ value?: Awaited<R>; error?: string }>('execute/async', {
			script,
			args,
		});
		if (error) throw new Error(error);
		return value as Awaited<R>;
	}

	async press(by: 'mouse' | 'touch', points: Point[]): Promise<void> {
		const [first, ...rest] = points.map(({ x, y }) => ({
			type: 'pointerMove',
			duration: 0,
			x: Math.round(x),
			y: Math.round(y),
		}));
		const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
		await this.#command('actions', {
			actions: [
				{
					type: 'pointer',
					id: by,
					parameters: { pointerType: by },
					actions: [first, down, ...rest, up],
				},
			],
		});
	}

	async key(name: Key): Promise<void> {
		const values = name.split('+').map((key) => codes[key]);
		await this.#keys([
			...values.map((value) => ({ type: 'keyDown', value })),
			...values.reverse().map((value) => ({ type: 'keyUp', value })),
		]);
	}

	async type(text: string): Promise<void> {
		await this.#keys(
			[...text].flatMap((value) => [
				{ type: 'keyDown', value },
				{ type: 'keyUp', value },
			]),
		);
	}

	#keys(actions: object[]): Promise<null> {
		return this.#command('actions', { actions: [{ type: 'key', id: 'keys', actions }] });
	}

	async picture(): Promise<Uint8Array> {
		return Buffer.from(await this.#send<string>('GET', `${this.#session}/screenshot`), 'base64');
	}

	async close(): Promise<void> {
		if (this.#session) await this.#send('DELETE', this.#session);
		this.#session = '';
		await end(this.#process);
	}

	#command<T = null>(command: string, body: object): Promise<T> {
		return this.#send('POST', `${this.#session}/${command}`, body);
	}

	async #send<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(this.#driver + path, {
			method,
			...(body && { body: JSON.stringify(body) }),
		});
		const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
		if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
		return value;
	}
}
