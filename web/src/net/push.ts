// Push subscriptions: the server can reach this browser although no page is open.
// They need a service worker, and so an encrypted connection or localhost.

import { api, ProblemError } from './api';
import { fetchServerInfo } from './server';
import type { Device } from './types';

/** How long to wait for a service worker that is being installed. */
const patience = 10_000;

/** Whether this browser can receive messages while no page is open. */
export function pushWorks(): boolean {
	return 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** Subscribes this browser, or confirms its subscription, and returns the id of the device; null if it cannot be. */
export async function addDevice(): Promise<string | null> {
	const key = (await fetchServerInfo())?.push_key;
	const registration = await readyWorker();
	if (key === undefined || registration === null) return null;
	const subscription = await subscribe(registration.pushManager, key);
	if (subscription === null) return null;
	const { endpoint, keys } = subscription.toJSON();
	const device = await api.post<Device>('me/devices', {
		endpoint,
		keys,
		label: deviceLabel(navigator.userAgent),
	});
	return device.id;
}

/** Ends the subscription of this browser, also if the server cannot be reached: messages lead nowhere then. */
export async function removeDevice(id: string): Promise<void> {
	const [, forgotten] = await Promise.allSettled([unsubscribe(), forgetDevice(id)]);
	if (forgotten.status === 'rejected') throw forgotten.reason;
}

async function unsubscribe(): Promise<void> {
	const registration = await readyWorker();
	await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function forgetDevice(id: string): Promise<void> {
	try {
		await api.delete(`me/devices/${encodeURIComponent(id)}`);
	} catch (error) {
		// It may be gone already.
		if (!(error instanceof ProblemError) || error.status !== 404) throw error;
	}
}

async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
	if (!pushWorks() || (await navigator.serviceWorker.getRegistration()) === undefined) return null;
	const tired = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
	return Promise.race([navigator.serviceWorker.ready, tired]);
}

/** A subscription is bound to the key of a server; one for another key is replaced. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription | null> {
	const known = await manager.getSubscription();
	if (known !== null && toBase64url(known.options.applicationServerKey) === key) return known;
	try {
		await known?.unsubscribe();
		return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
	} catch {
		// The browser has no push service, or cannot reach it.
		return null;
	}
}

function toBase64url(bytes: ArrayBuffer | null): string {
	const text = String.fromCharCode(...new Uint8Array(bytes ?? []));
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const browsers = [
	['Firefox', /Firefox|FxiOS/],
	['Edge', /Edg/],
	['Opera', /OPR/],
	['Samsung Internet', /SamsungBrowser/],
	['Chrome', /Chrome|CriOS|Chromium/],
	['Safari', /Safari/],
] as const;
const systems = [
	['Android', /Android/],
	['iPhone', /iPhone/],
	['iPad', /iPad/],
	['Windows', /Windows/],
	['macOS', /Mac OS X/],
	['ChromeOS', /CrOS/],
	['Linux', /Linux/],
] as const;

/** A name by which people recognise a device in a list: "Firefox, Android". */
export function deviceLabel(userAgent: string): string {
	const find = (list: readonly (readonly [string, RegExp])[]) =>
		list.find(([, pattern]) => pattern.test(userAgent))?.[0];
	return [find(browsers), find(systems)].filter(Boolean).join(', ');
}

/** The texts with which the service worker puts a message into words. */
export interface NoticeWords {
	language: string;
	title: string;
	/** With {game} and {names}. */
	text: string;
	/** The names of the games by id. */
	games: Record<string, string>;
}

/** Where public/push.js finds the texts: service workers cannot read the local storage. */
const noticeCache = 'plateau-notices';
const noticeWords = 'notice-words';

/** Leaves the texts in the user's language for the service worker. */
export async function saveNoticeWords(words: NoticeWords): Promise<void> {
	if (!('caches' in globalThis)) return;
	const cache = await caches.open(noticeCache);
	await cache.put(noticeWords, new Response(JSON.stringify(words)));
}
