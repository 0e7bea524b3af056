// Screen-reader announcements and toasts.

export interface Toast {
	id: number;
	text: string;
	tone: 'info' | 'error';
	/** A button in the toast. */
	action?: { label: string; run: () => void };
}

const shownFor = 6000;
let nextID = 0;

/** What the live region and the toasts show; rendered by Toasts.svelte only. */
export const messages = $state<{ spoken: string; toasts: Toast[] }>({ spoken: '', toasts: [] });

/** Announces a text to screen readers, politely. */
export function announce(text: string): void {
	// Screen readers repeat a text only if the region changes.
	messages.spoken = messages.spoken === text ? `${text}\u00a0` : text;
}

/** Shows and announces a message; returns its id. Errors and messages with an action stay until dismissed. */
export function toast(text: string, tone: Toast['tone'] = 'info', action?: Toast['action']): number {
	const id = nextID++;
	messages.toasts = messages.toasts.filter((other) => other.text !== text);
	messages.toasts.push({ id, text, tone, ...(action && { action }) });
	announce(text);
	if (tone === 'info' && !action) setTimeout(() => dismiss(id), shownFor);
	return id;
}

export function dismiss(id: number): void {
	messages.toasts = messages.toasts.filter((other) => other.id !== id);
}
