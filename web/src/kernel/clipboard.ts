/**
 * Copies a text; returns false if the browser does not allow it. On plain HTTP, which
 * servers on a home network use, browsers have only the old way.
 */
export async function copyText(text: string): Promise<boolean> {
	try {
		if (navigator.clipboard) {
			await navigator.clipboard.writeText(text);
			return true;
		}
	} catch {
		// Perhaps the old way is allowed.
	}
	return copySelected(text);
}

function copySelected(text: string): boolean {
	const before = document.activeElement;
	const field = document.createElement('textarea');
	field.value = text;
	field.style.position = 'fixed';
	field.style.opacity = '0';
	// Outside of an open dialog nothing can be selected.
	(before?.closest('dialog') ?? document.body).append(field);
	field.select();
	try {
		return document.execCommand('copy');
	} catch {
		return false;
	} finally {
		field.remove();
		if (before instanceof HTMLElement) before.focus({ preventScroll: true });
	}
}
