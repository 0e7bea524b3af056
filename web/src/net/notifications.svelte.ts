// Whether this device tells its player that it is their turn: by notifications of the
// browser while a page is open but hidden and, where push works, also when none is.

import { load, save } from '../kernel/storage';
import { me } from './me.svelte';
import { addDevice, removeDevice } from './push';

/** Who wants notifications on this device, and the id of the push subscription, '' if there is none. */
interface Choice {
	player: string;
	device: string;
}

function check(x: unknown): Choice | null {
	if (typeof x !== 'object' || x === null) return null;
	const { player, device } = x as Partial<Record<keyof Choice, unknown>>;
	return typeof player === 'string' && typeof device === 'string' ? { player, device } : null;
}

function readPermission(): NotificationPermission | null {
	return globalThis.isSecureContext && 'Notification' in globalThis ? Notification.permission : null;
}

let choice = $state.raw<Choice | null>(load<Choice | null>('notifications', check, null));
/** null where there are no notifications. */
let permission = $state(readPermission());

function choose(now: Choice | null): void {
	choice = now;
	save('notifications', now);
}

/** `denied`: the user has to change the browser's own settings. */
export type NotificationState = 'unavailable' | 'denied' | 'off' | 'on';

/** The notifications of the player on this device; reactive. */
export const notifications = {
	get state(): NotificationState {
		if (permission === null) return 'unavailable';
		if (permission === 'denied') return 'denied';
		const own = choice !== null && choice.player === me.player?.id;
		return own && permission === 'granted' ? 'on' : 'off';
	},
	/** The id of this device at the server; '' if messages arrive only while a page is open. */
	get device(): string {
		return this.state === 'on' ? (choice?.device ?? '') : '';
	},
};

/** Asks the user for permission, which must follow a click, and turns notifications on. */
export async function turnOnNotifications(): Promise<void> {
	const player = me.player?.id;
	if (readPermission() === null || player === undefined) return;
	permission = await Notification.requestPermission();
	if (permission !== 'granted') return;
	choose({ player, device: '' });
	await confirmNotifications();
}

/** Looks at the browser's permission again, which people change in its settings. */
export function checkPermission(): void {
	permission = readPermission();
}

/** Renews the push subscription: the server forgets devices that do not come back, and those of ended sessions. */
export async function confirmNotifications(): Promise<void> {
	checkPermission();
	if (notifications.state !== 'on' || choice === null) return;
	const { player } = choice;
	const device = await addDevice();
	// It may have been turned off meanwhile.
	if (choice?.player === player) choose({ player, device: device ?? '' });
	else if (choice === null && device !== null) await removeDevice(device);
}

export async function turnOffNotifications(): Promise<void> {
	const device = choice?.device ?? '';
	choose(null);
	if (device !== '') await removeDevice(device);
}
