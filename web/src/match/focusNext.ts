import { tick } from 'svelte';

/** Focuses the next of some actions, for Enter, unless somebody has already chosen one of them. */
export async function focusNext(actions: HTMLElement | undefined): Promise<void> {
	await tick();
	if (actions?.contains(document.activeElement)) return;
	actions?.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
}
