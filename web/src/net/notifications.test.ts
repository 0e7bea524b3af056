import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../match/local/testing/eventually';
import { FakeBrowser, serverKey } from './testing/push';
import type { Player } from './types';

const ann: Player = { id: 'ann', name: 'Ann', registered: false, since: 0 };
let requests: { what: string; body: unknown }[];
let info: object;
let refuse: number;
/** Whether the server can be reached. */
let reachable: boolean;
/** Devices are added when it is over. */
let adding: Promise<void> | undefined;

beforeEach(() => {
	localStorage.clear();
	vi.resetModules();
	requests = [];
	refuse = 0;
	reachable = true;
	adding = undefined;
	info = { name: 'Plateau', version: '1', games: ['quixo'], now: 0, push_key: serverKey };
	vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
		const what = `${method} ${url.replace('./api/v1/', '')}`;
		if (what === 'GET server') return new Response(JSON.stringify(info));
		requests.push({ what, body: body ? JSON.parse(String(body)) : undefined });
		if (!reachable) throw new TypeError('Failed to fetch');
		if (method === 'POST') await adding;
		if (refuse > 0) return new Response('{"code":"push.endpoint","detail":"no"}', { status: refuse });
		return method === 'DELETE'
			? new Response(null, { status: 204 })
			: new Response('{"id":"d1"}', { status: 201 });
	});
});
afterEach(() => vi.unstubAllGlobals());

/** The modules as after loading a page. */
async function load(player: Player | null = ann) {
	const { setPlayer } = await import('./me.svelte');
	setPlayer(player);
	return import('./notifications.svelte');
}

describe('notifications', () => {
	it('are on after a click and subscribe this browser', async () => {
		const browser = new FakeBrowser();
		const { notifications, turnOnNotifications, turnOffNotifications } = await load();
		expect([notifications.state, browser.asked]).toEqual(['off', 0]);
		await turnOnNotifications();
		expect([notifications.state, notifications.device, browser.asked]).toEqual(['on', 'd1', 1]);
		expect(browser.subscribed).toBe(serverKey);
		expect(requests).toEqual([
			{
				what: 'POST me/devices',
				body: {
					endpoint: 'https://push.example/x',
					keys: { p256dh: 'P', auth: 'A' },
					label: 'Firefox, Linux',
					request: expect.any(String),
				},
			},
		]);
		await turnOffNotifications();
		expect([notifications.state, browser.subscribed]).toEqual(['off', null]);
		expect(requests.at(-1)?.what).toBe('DELETE me/devices/d1');
	});

	it('stay on after a reload, are confirmed, and belong to their player', async () => {
		const browser = new FakeBrowser();
		await (await load()).turnOnNotifications();
		vi.resetModules();
		const { notifications, confirmNotifications } = await load();
		expect(notifications.state).toBe('on');
		await confirmNotifications();
		expect(requests.map(({ what }) => what)).toEqual(['POST me/devices', 'POST me/devices']);
		expect(browser.asked).toBe(1);
		vi.resetModules();
		const other = await load({ ...ann, id: 'ben' });
		expect(other.notifications.state).toBe('off');
		await other.confirmNotifications();
		expect(requests).toHaveLength(2);
	});

	it('replace a subscription for the key of another server', async () => {
		const browser = new FakeBrowser();
		browser.subscribed = serverKey.replace('BCV', 'BAA');
		await (await load()).turnOnNotifications();
		expect(browser.subscribed).toBe(serverKey);
	});

	it('respect what the user answers', async () => {
		const browser = new FakeBrowser();
		browser.answer = 'denied';
		const { notifications, turnOnNotifications } = await load();
		await turnOnNotifications();
		expect([notifications.state, requests.length]).toEqual(['denied', 0]);
	});

	it.each([
		['the browser has no push', () => new FakeBrowser({ push: false })],
		[
			'the push service cannot be reached',
			() => {
				new FakeBrowser().reachable = false;
			},
		],
		[
			'the server sends none',
			() => {
				new FakeBrowser();
				info = { name: 'Plateau', version: '1', games: ['quixo'], now: 0 };
			},
		],
	])('are for open pages only where %s', async (_, prepare) => {
		prepare();
		const { notifications, turnOnNotifications } = await load();
		await turnOnNotifications();
		expect([notifications.state, notifications.device, requests.length]).toEqual(['on', '', 0]);
	});

	it('report what the server refuses, and stay on for open pages', async () => {
		new FakeBrowser();
		refuse = 422;
		const { notifications, turnOnNotifications } = await load();
		await expect(turnOnNotifications()).rejects.toMatchObject({ code: 'push.endpoint' });
		expect([notifications.state, notifications.device]).toEqual(['on', '']);
	});

	it('can be turned off if the server has forgotten the device', async () => {
		const browser = new FakeBrowser();
		const { notifications, turnOnNotifications, turnOffNotifications } = await load();
		await turnOnNotifications();
		refuse = 404;
		await turnOffNotifications();
		expect([notifications.state, browser.subscribed]).toEqual(['off', null]);
	});

	it('stay off if they are turned off while this browser subscribes', async () => {
		const browser = new FakeBrowser();
		let added = () => {};
		adding = new Promise((resolve) => {
			added = resolve;
		});
		const { notifications, turnOnNotifications, turnOffNotifications } = await load();
		const turnedOn = turnOnNotifications();
		await eventually(() => expect(requests).toHaveLength(1));
		await turnOffNotifications();
		added();
		await turnedOn;
		expect([notifications.state, browser.subscribed]).toEqual(['off', null]);
		expect(requests.at(-1)?.what).toBe('DELETE me/devices/d1');
	});

	it('end although the server cannot be reached', async () => {
		const browser = new FakeBrowser();
		const { notifications, turnOnNotifications, turnOffNotifications } = await load();
		await turnOnNotifications();
		reachable = false;
		await expect(turnOffNotifications()).rejects.toThrow('cannot be reached');
		expect([notifications.state, browser.subscribed]).toEqual(['off', null]);
	});

	it('do not exist on plain http and in old browsers', async () => {
		new FakeBrowser({ notifications: false, push: false });
		const { notifications, turnOnNotifications, confirmNotifications } = await load();
		await turnOnNotifications();
		await confirmNotifications();
		expect([notifications.state, requests.length]).toEqual(['unavailable', 0]);
	});
});
