// The service worker: keeps the files of the app on the device, so that all of it
// works without a connection. Each build has a cache of its own; a new version is
// fetched in the background and takes over when the user agrees. The build before is kept,
// because other tabs go on with it and may need more of its files, which no server has any more.
//
// A browser that saves data registers "sw.js?lean", which fetches only what every page needs, and
// keeps what pages ask for.

export {};

/** The build: its name, its files, and those that every page needs (build/offline.ts). */
declare const __BUILD__: { name: string; files: string[]; essential: string[] };

/** What lib.dom does not know of service workers. */
interface LifecycleEvent extends Event {
	waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
	request: Request;
	respondWith(response: Promise<Response>): void;
}
interface Scope {
	skipWaiting(): Promise<void>;
	importScripts(...files: string[]): void;
	addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
	addEventListener(type: 'message', listener: (event: LifecycleEvent & MessageEvent<unknown>) => void): void;
}
const scope = self as unknown as Scope;

// Messages that arrive while no page is open.
scope.importScripts('push.js');

const { name, files, essential } = __BUILD__;
const known = new Set(files.map(addressOf));

function addressOf(file: string): string {
	return new URL(file, location.href).href;
}

/** Files in this folder have a hash in their name, so they never change. */
const unchanging = /\/assets\//;

async function keep(cache: Cache, file: string): Promise<void> {
	const address = addressOf(file);
	const old = unchanging.test(address) ? await caches.match(address) : undefined;
	const response =
		old ?? (await fetch(address, { cache: unchanging.test(address) ? 'default' : 'no-cache' }));
	if (!response.ok) throw new Error(`${file}: ${response.status}`);
	await cache.put(address, response);
}

async function install(): Promise<void> {
	const cache = await caches.open(name);
	for (const file of location.search === '?lean' ? essential : files) await keep(cache, file);
}

async function activate(): Promise<void> {
	// The words of notifications (net/push.ts) outlive the build.
	const current = [name, 'plateau-notices'];
	// They are listed in the order in which they were made.
	const others = (await caches.keys()).filter((other) => !current.includes(other));
	for (const older of others.slice(0, -1)) await caches.delete(older);
}

/** A file of the build before, or whatever the server has. */
async function respondBefore(address: string, request: Request): Promise<Response> {
	return (await caches.match(address)) ?? fetch(request);
}

/** The kept file, or else the one of the server, which is kept from then on. */
async function respond(address: string, request: Request): Promise<Response> {
	const cache = await caches.open(name);
	const stored = await cache.match(address);
	if (stored) return stored;
	const response = await fetch(request);
	// Without space for it, it is fetched again the next time.
	if (response.ok) await cache.put(address, response.clone()).catch(() => {});
	return response;
}

async function keepLoaded(addresses: unknown[]): Promise<void> {
	const cache = await caches.open(name);
	for (const address of addresses) {
		if (typeof address === 'string' && known.has(address)) await keep(cache, address);
	}
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
	const { data } = event;
	if (data === 'take over') void scope.skipWaiting();
	// What a page has loaded before it had a service worker.
	if (Array.isArray(data)) event.waitUntil(keepLoaded(data));
});
scope.addEventListener('fetch', (event) => {
	const { request } = event;
	if (request.method !== 'GET') return;
	const url = new URL(request.url);
	url.search = '';
	url.hash = '';
	const address = url.href === addressOf('.') ? addressOf('index.html') : url.href;
	// All else, such as the API, is for the network alone.
	if (known.has(address)) event.respondWith(respond(address, request));
	else if (unchanging.test(address)) event.respondWith(respondBefore(address, request));
});
