// "Your turn" reaches people who are not at the table.

import type { Page } from 'playwright-core';
import { expect, goTo, lookAgain, phone, test, type Visitor } from './support/app';
import { axe } from './support/axe';
import { ask } from './support/tables';

/** A guest who is known to the page. */
async function guest(visit: Visitor, hash: string, name: string, options: object = {}): Promise<Page> {
	const page = await visit('#/about', options);
	const { player } = await ask<{ player: object }>(page, 'guests', { name });
	await page.evaluate((known) => localStorage.setItem('plateau.player', known), JSON.stringify(player));
	await goTo(page, hash);
	await page.reload();
	return page;
}

/** A game with days per move, in which the guest of the first page begins; returns the table. */
async function begin(first: Page, second: Page): Promise<string> {
	const terms = { game: 'quixo', first_side: 'first', begins: 'first', time: { days: 2 } };
	const { table } = await ask<{ table: string }>(first, 'tables', { terms, chairs: [{ me: true }, {}] });
	await ask(second, `tables/${table}/sit`, {});
	return table;
}

test('the bar shows how many games wait for me', async ({ visit }) => {
	const ann = await guest(visit, '#/learn', 'Ann');
	const ben = await guest(visit, '#/learn', 'Ben');
	const table = await begin(ann, ben);
	await begin(ann, ben);
	const badge = (page: Page) => page.locator('nav a[href="#/online"] .turns');
	await ann.reload();
	await expect.poll(() => badge(ann).textContent()).toBe('2');
	await ann.getByRole('link', { name: 'It is your turn at 2 tables.' }).waitFor();
	await axe(ann);
	// A move on another device is known at once on the page of the table, and elsewhere soon.
	await goTo(ann, `#/table/${table}`);
	await ann.getByRole('grid').waitFor();
	await ask(ann, `tables/${table}/move`, { ply: 0, move: 'a1-a5' });
	await expect.poll(() => badge(ann).textContent()).toBe('1');
	await expect
		.poll(async () => {
			await lookAgain(ben);
			return badge(ben).textContent();
		})
		.toBe('1');
});

/** Delivers a message as the browser's push service does. */
async function deliver(page: Page, data: string): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	const registered = new Promise<string>((resolve) => {
		devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const own = registrations.find(
				({ scopeURL, isDeleted }) => !isDeleted && page.url().startsWith(scopeURL),
			);
			if (own) resolve(own.registrationId);
		});
	});
	await devtools.send('ServiceWorker.enable');
	const registrationId = await registered;
	await devtools.send('ServiceWorker.deliverPushMessage', {
		origin: new URL(page.url()).origin,
		registrationId,
		data,
	});
}

/** The notifications that are shown. */
function shown(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
	return page.evaluate(async () => {
		const registration = await navigator.serviceWorker.ready;
		const list = await registration.getNotifications();
		return list.map(({ title, body, tag }) => ({ title, body, tag }));
	});
}

interface Shown {
	title: string;
	options: { body?: string; tag?: string };
}

/** Lets a page believe that it may notify; runs in the page. */
function mayNotify(): void {
	Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
	Notification.requestPermission = async () => 'granted';
	// As where there is no push service. The shell would end a page that asks without permission.
	PushManager.prototype.subscribe = async () => {
		throw new DOMException('Registration failed - push service not available', 'AbortError');
	};
}

/** Records what the service worker would show; runs in the worker. */
function recordNotifications(): void {
	const shown: Shown[] = [];
	Object.assign(self, { shown });
	const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
	registration.showNotification = async (title, options = {}) => {
		shown.push({ title, options });
	};
	// The shell has no badges either, and would end the worker.
	Object.defineProperty(navigator, 'setAppBadge', { value: async () => {} });
}

test('a message of the server is shown in the language of the player', async ({ visit }) => {
	const page = await guest(visit, '#/account', 'Ann', {
		serviceWorkers: 'allow',
		permissions: ['notifications'],
		locale: 'fr',
		viewport: phone,
		// There is no push service here.
		expected: /Push API|push service|sw\.js/,
	});
	await page.evaluate(async () => {
		const { active } = await navigator.serviceWorker.ready;
		if (active?.state === 'activated') return;
		await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
	});
	const section = page.getByRole('region', { name: 'Notifications', exact: true });
	// The shell of Chromium has no notifications: there, the pages' requests end before the browser's own part.
	const isShell = (await page.evaluate(() => Notification.permission)) === 'denied';
	const [worker] = page.context().serviceWorkers();
	if (isShell) {
		await section.getByText('Les notifications de Plateau sont bloquées dans ce navigateur.').waitFor();
		await page.addInitScript(mayNotify);
		await page.reload();
	}
	await section.getByRole('button', { name: 'Activer les notifications' }).click();
	await section.getByText('Les notifications sont activées sur cet appareil.').waitFor();
	await axe(page);
	await expect
		.poll(() =>
			page.evaluate(async () => (await caches.open('plateau-notices')).match('notice-words').then(Boolean)),
		)
		.toBe(true);
	const message = JSON.stringify({ table: 't1', game: 'quixo', opponents: [{ name: 'Ben' }] });
	if (isShell) await worker?.evaluate(recordNotifications);
	await deliver(page, message);
	const recorded = () =>
		(self as unknown as { shown: Shown[] }).shown.map(({ title, options: { body, tag } }) => ({
			title,
			body,
			tag,
		}));
	await expect
		.poll(() => (isShell ? worker?.evaluate(recorded) : shown(page)))
		.toEqual([{ title: 'À vous de jouer', body: 'Quixo avec Ben', tag: 'turn-t1' }]);
	await section.getByRole('button', { name: 'Désactiver sur cet appareil' }).click();
	await section.getByRole('button', { name: 'Activer les notifications' }).waitFor();
});
