import { toast } from '../kernel/announce.svelte';
import { savesData } from '../kernel/dataSaving';
import { t } from '../kernel/words/i18n.svelte';

/** How often an open page looks for a new version, and at most when it is shown again. */
const lookEvery = 60 * 60_000;
const lookAgainAfter = 5 * 60_000;

/**
 * Makes the app available offline, and offers new versions. Plain HTTP has no service
 * workers, except on this machine; then the app needs its server.
 */
export async function registerServiceWorker(): Promise<void> {
	const { serviceWorker } = navigator;
	if (!serviceWorker) return;
	const registration = await serviceWorker.register(savesData() ? './sw.js?lean' : './sw.js');
	offerWhenReady(registration);
	lookForUpdates(registration);
	if (!savesData()) return;
	const { active } = await serviceWorker.ready;
	active?.postMessage(performance.getEntriesByType('resource').map((entry) => entry.name));
}

function offerWhenReady(registration: ServiceWorkerRegistration): void {
	const offer = () => {
		// On the first visit nothing is replaced.
		if (registration.waiting && navigator.serviceWorker.controller) offerVersion(registration);
	};
	offer();
	registration.addEventListener('updatefound', () => {
		registration.installing?.addEventListener('statechange', offer);
	});
}

function offerVersion(registration: ServiceWorkerRegistration): void {
	const takeOver = () => {
		navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
		registration.waiting?.postMessage('take over');
	};
	toast(t('common.newVersion'), 'info', { label: t('common.reload'), run: takeOver });
}

/** A page may stay open for days. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
	let last = Date.now();
	const look = () => {
		last = Date.now();
		// Without a connection there is another time.
		registration.update().catch(() => {});
	};
	setInterval(look, lookEvery);
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'visible' && Date.now() - last > lookAgainAfter) look();
	});
}
