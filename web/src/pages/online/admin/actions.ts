import { t } from '../../../kernel/words/i18n.svelte';

/** The actions of the audit log. */
const known = [
	'rename',
	'suspend',
	'reinstate',
	'delete',
	'password',
	'link',
	'promote',
	'demote',
	'close-table',
	'erase-message',
	'sign-out-all',
	'announce',
	'group-create',
	'club-found',
	'club-give',
	'group-change',
	'group-delete',
	'members-add',
	'member-role',
	'member-remove',
	'card',
	'card-revoke',
	'hand-over',
	'invite',
	'invite-revoke',
	'close-report',
	'bar',
	'unbar',
] as const;

/** An action in words; those of a newer server as they are. */
export function actionText(action: string): string {
	const plain = action.replace(/-failed$/, '');
	const found = known.find((each) => each === plain);
	const text = found === undefined ? plain : t(`admin.action.${found}`);
	return plain === action ? text : t('admin.action.failed', { action: text });
}
