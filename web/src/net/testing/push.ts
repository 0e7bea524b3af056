// A browser with notifications and a push service, for tests.

import { vi } from 'vitest';

export interface ShownNotification {
	title: string;
	options: NotificationOptions;
}

const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
export const serverKey = key;

function bytesOf(text: string): ArrayBuffer {
	const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer as ArrayBuffer;
}

/** Stubs what browsers have; what is left out of `has` is missing, as in old or unencrypted ones. */
export class FakeBrowser {
	permission: NotificationPermission = 'default';
	/** What the user answers. */
	answer: NotificationPermission = 'granted';
	asked = 0;
	shown: ShownNotification[] = [];
	closed: string[] = [];
	/** The key of the current subscription, or null. */
	subscribed: string | null = null;
	/** Whether the browser reaches its push service. */
	reachable = true;
	badge: number | null = null;
	stored = new Map<string, string>();

	constructor(has: { notifications?: boolean; push?: boolean } = {}) {
		const { notifications = true, push = true } = has;
		vi.stubGlobal('isSecureContext', notifications);
		vi.stubGlobal('Notification', notifications ? this.#notification() : undefined);
		if (!notifications) Reflect.deleteProperty(globalThis, 'Notification');
		vi.stubGlobal('PushManager', class {});
		if (!push) Reflect.deleteProperty(globalThis, 'PushManager');
		vi.stubGlobal('navigator', {
			userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
			languages: ['en'],
			...(push && { serviceWorker: this.#container() }),
			setAppBadge: async (count: number) => {
				this.badge = count;
			},
			clearAppBadge: async () => {
				this.badge = 0;
			},
		});
		vi.stubGlobal('caches', {
			open: async () => ({
				put: async (name: string, response: Response) => void this.stored.set(name, await response.text()),
			}),
		});
	}

	#notification() {
		const browser = this;
		return class {
			static get permission() {
				return browser.permission;
			}
			static async requestPermission() {
				browser.asked++;
				browser.permission = browser.answer;
				return browser.permission;
			}
			constructor(title: string, options: NotificationOptions) {
				browser.shown.push({ title, options });
			}
		};
	}

	#container() {
		const registration = {
			active: {},
			pushManager: {
				getSubscription: async () => (this.subscribed === null ? null : this.#subscription(this.subscribed)),
				subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
					if (!this.reachable) throw new DOMException('no push service', 'AbortError');
					this.subscribed = applicationServerKey;
					return this.#subscription(applicationServerKey);
				},
			},
			showNotification: async (title: string, options: NotificationOptions) =>
				void this.shown.push({ title, options }),
			getNotifications: async ({ tag }: { tag: string }) => [{ close: () => this.closed.push(tag) }],
		};
		return { getRegistration: async () => registration, ready: Promise.resolve(registration) };
	}

	#subscription(applicationServerKey: string) {
		return {
			options: { applicationServerKey: bytesOf(applicationServerKey) },
			toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'P', auth: 'A' } }),
			unsubscribe: async () => {
				this.subscribed = null;
				return true;
			},
		};
	}
}
