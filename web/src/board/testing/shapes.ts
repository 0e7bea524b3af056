/** Whether the piece on a cell is a copy of a shape that matches a selector such as ".dark.sphere". */
export function isShown(drawing: Element, cell: string, classes: string): boolean {
	const piece = drawing.querySelector(`[data-piece="${cell}"]`);
	const copy = piece?.matches('use') ? piece : piece?.querySelector('use');
	const shape = document.getElementById(copy?.getAttribute('href')?.slice(1) ?? '');
	return (shape?.querySelector(classes) ?? null) !== null;
}
