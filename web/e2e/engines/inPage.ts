// Functions that run in the page, so each stands for itself.

export interface Wanted {
	/** A selector. */
	css: string;
	/** A pattern of the name that people know it by. */
	name: string;
}

/**
 * Finds the element that is wanted, brings it into sight and returns the middle of what has to be pressed for it, once
 * it stands still and nothing covers it; null otherwise.
 */
export async function placeOf({ css, name }: Wanted): Promise<{ x: number; y: number } | null> {
	const pattern = new RegExp(name);
	const labelOf = (element: Element) => (element as HTMLInputElement).labels?.[0];
	const element = [...document.querySelectorAll(css)].find(
		(each) =>
			each.checkVisibility() &&
			pattern.test(
				(each.getAttribute('aria-label') ?? labelOf(each)?.textContent ?? each.textContent ?? '').trim(),
			),
	);
	if (!element) return null;
	const pressed = labelOf(element)?.querySelector('input') === element ? labelOf(element) : element;
	if (!pressed) return null;
	const middle = () => {
		const { left, top, width, height } = pressed.getBoundingClientRect();
		return { x: left + width / 2, y: top + height / 2 };
	};
	const isOpen = ({ x, y }: { x: number; y: number }) => {
		const hit = document.elementFromPoint(x, y);
		return hit !== null && pressed.contains(hit);
	};
	if (!isOpen(middle())) pressed.scrollIntoView({ block: 'center', inline: 'center' });
	const before = middle();
	await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
	const now = middle();
	return now.x === before.x && now.y === before.y && isOpen(now) ? now : null;
}

/** Whether the focus is where `wanted` is, and the key that goes from here towards it: Tab or Shift+Tab. */
export function wayByTab({ css, name }: Wanted): 'there' | 'Tab' | 'Shift+Tab' | 'missing' {
	const pattern = new RegExp(name);
	const label = (element: Element) =>
		element.getAttribute('aria-label') ??
		(element as HTMLInputElement).labels?.[0]?.textContent ??
		element.textContent ??
		'';
	const element = [...document.querySelectorAll(css)].find(
		(each) => each.checkVisibility() && pattern.test(label(each).trim()),
	);
	if (!element) return 'missing';
	if (element === document.activeElement) return 'there';
	const from = document.activeElement ?? document.body;
	return from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}

/** Whether the focus is in the group of radio buttons with this one. */
export function focusIsInGroupOf(name: string): boolean {
	const radios = [...(document.activeElement?.closest('fieldset')?.querySelectorAll('input') ?? [])];
	return radios.some(({ type, labels }) => type === 'radio' && labels?.[0]?.textContent?.trim() === name);
}

/** Whether a radio button is the chosen one of the group that has the focus, and the arrow towards it: WebKit does not go round at the ends. */
export function wayInGroup(name: string): 'there' | 'ArrowRight' | 'ArrowLeft' {
	const radios = [...(document.activeElement?.closest('fieldset')?.querySelectorAll('input') ?? [])];
	const at = radios.findIndex(({ labels }) => labels?.[0]?.textContent?.trim() === name);
	if (radios[at]?.checked) return 'there';
	return at < radios.indexOf(document.activeElement as HTMLInputElement) ? 'ArrowLeft' : 'ArrowRight';
}

/** The arrows from the focused cell of the board to another one; null if the focus is not in the board. */
export function arrowsTo(name: string): ('ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown')[] | null {
	const cells = [...document.querySelectorAll('[role=gridcell]')];
	const to = cells.find((cell) => new RegExp(name).test(cell.getAttribute('aria-label') ?? ''));
	const from = document.activeElement;
	if (!to || !from || !cells.includes(from)) return null;
	const spot = (cell: Element) => {
		const row = cell.closest('tr, [role=row]');
		return {
			column: [...(row?.children ?? [])].indexOf(cell),
			row: [...(row?.parentElement?.children ?? [])].indexOf(row as Element),
		};
	};
	const [here, there] = [spot(from), spot(to)];
	const keys = <K>(steps: number, forward: K, backward: K) =>
		Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? forward : backward));
	return [
		...keys(there.column - here.column, 'ArrowRight' as const, 'ArrowLeft' as const),
		...keys(there.row - here.row, 'ArrowDown' as const, 'ArrowUp' as const),
	];
}

/** The moves in the list of the page. */
export function movesInList(): string[] {
	const buttons = [...document.querySelectorAll('ol button[aria-label^="Move "]')];
	return buttons.map((one) => /^Move \d+, ([^,]+),/.exec(one.getAttribute('aria-label') ?? '')?.[1] ?? '');
}

/** Whether an element has the focus. */
export function hasFocus(css: string): boolean {
	return document.activeElement?.matches(css) ?? false;
}

/** What a press may change: where the page is, what it says, and what is chosen or can be. */
export function stateOfPage(): string {
	const main = document.querySelector('main');
	const parts = [...(main?.querySelectorAll('[role=gridcell], button, input') ?? [])].map((element) => [
		element.getAttribute('class'),
		element.getAttribute('aria-label'),
		element.getAttribute('aria-pressed'),
		(element as HTMLInputElement).checked,
		(element as HTMLInputElement).disabled,
	]);
	return JSON.stringify([location.href, main?.textContent, parts]);
}

/** The texts of the page. */
export function textOfPage(): string {
	return document.querySelector('main')?.textContent ?? '';
}

/** The errors that the page kept for a bug report. */
export function reportsOfPage(): string {
	return localStorage.getItem('plateau.reports') ?? '';
}

/** Waits until everything is stored on the device. */
export async function storedOnDevice(): Promise<void> {
	const { active } = await navigator.serviceWorker.ready;
	if (active?.state === 'activated') return;
	await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
}

/** Sends a request to the API as the player of the page. */
export async function askServer(path: string, body: object): Promise<unknown> {
	const headers = { 'Content-Type': 'application/json' };
	const response = await fetch(`./api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
	if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
	return response.json();
}
