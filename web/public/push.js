// Part of the service worker: messages of the server that arrive while no page is
// open. The pages leave the words in the user's language in a cache (src/net/push.ts).

const fallback = {
	language: 'en',
	title: 'Your turn',
	challenge: 'New challenge',
	text: '{game} with {names}',
	games: {},
};

async function readWords() {
	try {
		const cache = await caches.open('plateau-notices');
		const stored = await cache.match(new URL('notice-words', self.registration.scope).href);
		return { ...fallback, ...(await stored?.json()) };
	} catch {
		return fallback;
	}
}

function put(text, values) {
	return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

async function show(message) {
	const words = await readWords();
	const game = words.games[message.game] ?? 'Plateau';
	const list = (message.opponents ?? []).map(({ name }) => name).filter(Boolean);
	const names = new Intl.ListFormat(words.language, { type: 'conjunction' }).format(list);
	// The same tag as in src/net/turnWatch.svelte.ts: a table has one notification.
	const tag = message.challenge ? `challenge-${message.challenge}` : `turn-${message.table}`;
	await self.registration.showNotification(message.challenge ? words.challenge : words.title, {
		body: names === '' ? game : put(words.text, { game, names }),
		lang: words.language,
		tag,
		icon: 'icon-192.png',
		data: { table: message.table },
	});
	await self.navigator.setAppBadge?.().catch(() => {});
}

self.addEventListener('push', (event) => {
	let message = {};
	try {
		message = event.data?.json() ?? {};
	} catch {
		// Browsers require a notification for every message, even one that cannot be read.
	}
	event.waitUntil(show(message));
});

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	const table = event.notification.data?.table;
	const hash = table ? `#/table/${encodeURIComponent(table)}` : '#/online';
	event.waitUntil(open(new URL(`./${hash}`, self.registration.scope).href));
});

// A page that shows something else may be in the middle of a game, so it is left alone.
async function open(address) {
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const page = pages.find(({ url }) => new URL(url).hash === new URL(address).hash);
	await (page === undefined ? self.clients.openWindow(address) : page.focus());
}

// The push service has replaced the subscription.
self.addEventListener('pushsubscriptionchange', (event) => {
	event.waitUntil(renew(event));
});

async function renew({ oldSubscription, newSubscription }) {
	const options = oldSubscription?.options ?? newSubscription?.options;
	const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
	if (!subscription) return;
	const { endpoint, keys } = subscription.toJSON();
	await fetch(new URL('api/v1/me/devices', self.registration.scope), {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ endpoint, keys }),
	});
}
