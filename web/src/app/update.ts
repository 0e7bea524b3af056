import { registerSW } from 'virtual:pwa-register';
import { t } from '../words/words.svelte';
import { toast } from './announce.svelte';

/** Keeps the pages on the device, and offers a new version when there is one. */
export function workOffline(): void {
	const update = registerSW({
		onNeedRefresh: () =>
			toast(t('common.newVersion'), 'info', { label: t('common.reload'), run: () => void update() }),
	});
}
