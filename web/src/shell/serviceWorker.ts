import { registerSW } from 'virtual:pwa-register';
import { toast } from '../kernel/announce.svelte';
import { t } from '../kernel/words/i18n.svelte';

/** Makes the app available offline, and offers new versions. */
export function registerServiceWorker(): void {
	const update = registerSW({
		onNeedRefresh: () =>
			toast(t('common.newVersion'), 'info', { label: t('common.reload'), run: () => void update() }),
	});
}
