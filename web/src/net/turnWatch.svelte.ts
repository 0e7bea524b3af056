// Follows the turns of the player on this device while a page is open: asks the server
// now and then, sets the badge of the installed app, and notifies when the page is
// hidden.

import { untrack } from 'svelte';
import { toast } from '../kernel/announce.svelte';
import { go } from '../kernel/router.svelte';
import { formatList, gameName, language, t } from '../kernel/words/i18n.svelte';
import { api } from './api';
import { me } from './me.svelte';
import { watchMeetings } from './meetings.svelte';
import { confirmNotifications, notifications } from './notifications.svelte';
import { online } from './presence.svelte';
import { saveNoticeWords } from './push';
import { expectTables, forgetTables, turns } from './turns.svelte';
import type { Summary } from './types';

/** Streams tell of changes at once; this is for pages that have none. */
const every = 60_000;

type WaitingTable = (typeof turns.tables)[number];

/** Starts to follow; the returned function stops. */
export function watchTurns(): () => void {
	return $effect.root(() => {
		const player = $derived(me.player?.id);
		$effect(() => (player !== undefined && online.available ? untrack(poll) : forgetTables()));
		$effect(() => showBadge(turns.count));
		$effect(() => {
			if (notifications.state === 'on') void saveNoticeWords(words()).catch(() => {});
		});
		notifyWhenHidden();
		$effect(() =>
			watchMeetings({
				accepted: ({ table }) => go(`/table/${table}`),
				declined: ({ to }) => toast(t('challenge.declined', { name: to.name })),
			}),
		);
	});
}

function poll(): () => void {
	const ask = () => {
		const take = expectTables();
		api.get<{ tables: Summary[] }>('me/tables?phase=running&limit=100').then(
			({ tables }) => take(tables),
			() => {}, // It is asked again soon.
		);
	};
	const shown = () => {
		if (document.visibilityState === 'visible') ask();
	};
	ask();
	void confirmNotifications().catch(() => {});
	const timer = setInterval(() => {
		if (document.visibilityState === 'visible' || notifications.state === 'on') ask();
	}, every);
	document.addEventListener('visibilitychange', shown);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', shown);
	};
}

/** The number on the icon of the installed app. */
function showBadge(count: number): void {
	if (!('setAppBadge' in navigator)) return;
	const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
	done.catch(() => {}); // Not every system has badges.
}

function words() {
	const games = Object.fromEntries(online.games.map((id) => [id, gameName({ id })]));
	return {
		language: language.code,
		title: t('online.mine.yourTurn'),
		text: t('online.mine.against', { game: '{game}', names: '{names}' }),
		challenge: t('challenge.new'),
		games,
	};
}

/** Notifies of tables that begin to wait while nobody looks, until they no longer do. */
function notifyWhenHidden(): void {
	let known: ReadonlySet<string> | null = null;
	$effect(() => {
		if (!turns.loaded) {
			known = null;
			return;
		}
		const now = new Set(turns.tables.map(({ id }) => id));
		for (const table of turns.tables) {
			const fresh = known !== null && !known.has(table.id);
			if (fresh && document.visibilityState === 'hidden' && notifications.state === 'on') void notify(table);
		}
		for (const id of known ?? []) if (!now.has(id)) void closeNotice(id);
		known = now;
	});
}

/** The same as in public/push.js: a table has one notification. */
const tagOf = (table: string) => `turn-${table}`;

async function closeNotice(table: string): Promise<void> {
	try {
		const worker = await navigator.serviceWorker?.getRegistration();
		for (const shown of (await worker?.getNotifications({ tag: tagOf(table) })) ?? []) shown.close();
	} catch {
		// Then it stays until it is clicked.
	}
}

async function notify(table: WaitingTable): Promise<void> {
	const own = me.player?.id;
	const game = gameName({ id: table.terms.game });
	const names = table.sitters.flatMap(({ player, name }) => (player !== own && name ? [name] : []));
	const against = { game, names: formatList(names, 'conjunction') };
	const body = names.length > 0 ? t('online.mine.against', against) : game;
	const options = { body, tag: tagOf(table.id), icon: './icon-192.png', data: { table: table.id } };
	const title = t('online.mine.yourTurn');
	try {
		const worker = await navigator.serviceWorker?.getRegistration();
		if (worker?.active) return await worker.showNotification(title, options);
		const shown = new Notification(title, options);
		shown.onclick = () => {
			window.focus();
			shown.close();
			go(`/table/${table.id}`);
		};
	} catch {
		// Some browsers show notifications only from a service worker.
	}
}
