import { dismiss, messages, type Toast, toast } from '../../kernel/announce.svelte';

let latest = '';

/** Shows a message about the game. It replaces the one before, which may contradict it. */
export function tell(text: string, tone: Toast['tone'] = 'info'): void {
	withdraw();
	latest = text;
	toast(text, tone);
}

/** Withdraws the last message, once the game has gone on. */
export function withdraw(): void {
	const old = messages.toasts.find((each) => each.text === latest);
	latest = '';
	if (old) dismiss(old.id);
}
