/**
 * Lets a finger that rests on a cell or piece choose it: most browsers report a context menu then, and no
 * click. Attached to what surrounds them.
 */
export function chooseByResting(around: HTMLElement): () => void {
	let chosen = false;
	const stop = new AbortController();
	const listen = { capture: true, signal: stop.signal };
	const press = () => {
		chosen = false;
	};
	const rest = (event: MouseEvent) => {
		if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
		event.preventDefault();
		event.target?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
		chosen = true;
	};
	// Some browsers report a click as well. Those of keys have no detail.
	const click = (event: MouseEvent) => {
		if (chosen && event.detail > 0) event.stopPropagation();
	};
	around.addEventListener('pointerdown', press, listen);
	around.addEventListener('contextmenu', rest, listen);
	around.addEventListener('click', click, listen);
	return () => stop.abort();
}
