import { registerSW } from 'virtual:pwa-register';
import { t } from '../i18n/i18n.svelte';
import { toast } from './announce.svelte';

/** Keeps the pages on the device, and offers a new version when there is one. */
export function workOffline(): void {
	const update = registerSW({
		onNeedRefresh: () =>
			toast(t('common.newVersion'), 'info', { label: t('common.reload'), run: () => void update() }),
	});
}
