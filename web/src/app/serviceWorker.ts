import { registerSW } from 'virtual:pwa-register';
import { t } from '../i18n/i18n.svelte';
import { toast } from './announce.svelte';

/** Makes the app available offline, and offers new versions. */
export function registerServiceWorker(): void {
	const update = registerSW({
		onNeedRefresh: () =>
			toast(t('common.newVersion'), 'info', { label: t('common.reload'), run: () => void update() }),
	});
}
