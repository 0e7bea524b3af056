// Short messages: heard only, or seen and heard.

export interface Toast {
	id: number;
	text: string;
	tone: 'info' | 'error';
	/** Something the user can do about it. */
	action?: { label: string; run: () => void };
}

const shownFor = 6000;
let nextID = 0;

/** What the regions of the page show now; only the shell draws it. */
export const messages = $state<{ spoken: string; toasts: Toast[] }>({ spoken: '', toasts: [] });

/** Has screen readers say something when they are done with what they are saying. */
export function announce(text: string): void {
	// The same text again is heard again only if the region changes.
	messages.spoken = messages.spoken === text ? `${text}\u00a0` : text;
}

/** Shows and announces something. Errors and offers stay until they are dismissed. */
export function toast(text: string, tone: Toast['tone'] = 'info', action?: Toast['action']): void {
	const id = nextID++;
	messages.toasts = messages.toasts.filter((other) => other.text !== text);
	messages.toasts.push({ id, text, tone, ...(action && { action }) });
	announce(text);
	if (tone === 'info' && !action) setTimeout(() => dismiss(id), shownFor);
}

export function dismiss(id: number): void {
	messages.toasts = messages.toasts.filter((other) => other.id !== id);
}
