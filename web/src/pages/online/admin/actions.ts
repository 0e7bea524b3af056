import { actionName, t } from '../../../kernel/words/i18n.svelte';

/** An action in words, and whether it failed. */
export function actionText(action: string): string {
	const plain = action.replace(/-failed$/, '');
	const text = actionName(plain);
	return plain === action ? text : t('admin.action.failed', { action: text });
}
