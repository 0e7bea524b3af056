// Exports a board as an image: the SVG on the page with all theme styles inlined.

import { download } from '../kernel/download';

/** The properties that the theme sets on all elements, on shapes and on text. */
const commonProperties = ['opacity', 'transform'];
const shapeProperties = [
	'fill',
	'fill-opacity',
	'stroke',
	'stroke-opacity',
	'stroke-width',
	'stroke-dasharray',
	'stroke-linecap',
	'stroke-linejoin',
];
const textProperties = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

function drawingOf(element: Element): SVGSVGElement {
	const found = element instanceof SVGSVGElement ? element : element.querySelector('svg');
	if (found === null) throw new Error('there is no board to image');
	return found;
}

/** Copies the computed style of an element into the attributes of its clone. */
function fixStyle(original: Element, copy: Element): void {
	for (const name of ['class', 'style', 'data-piece']) copy.removeAttribute(name);
	// Gradients need no style, and their transforms work differently.
	if (!(original instanceof SVGGraphicsElement)) return;
	const style = getComputedStyle(original);
	const names = [...commonProperties];
	if (original.childElementCount === 0 && !(original instanceof SVGUseElement))
		names.push(...shapeProperties);
	if (original instanceof SVGTextElement) names.push(...textProperties);
	for (const name of names) {
		const value = style.getPropertyValue(name);
		const initial = name.endsWith('opacity') ? '1' : 'none';
		if (value !== '' && (value !== initial || name === 'fill')) copy.setAttribute(name, value);
	}
}

/** The board inside an element, as a stand-alone SVG file. */
export function boardSVG(element: Element): string {
	const original = drawingOf(element);
	const copy = original.cloneNode(true) as SVGSVGElement;
	const copies = copy.querySelectorAll('*');
	original.querySelectorAll('*').forEach((part, i) => {
		const clone = copies[i];
		if (clone !== undefined) fixStyle(part, clone);
	});
	// What helps with the next move is not part of the position.
	for (const aid of copy.querySelectorAll('[data-aid]')) aid.remove();
	const { width, height } = original.viewBox.baseVal;
	for (const name of ['class', 'style', 'aria-hidden', 'focusable']) copy.removeAttribute(name);
	copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
	copy.setAttribute('width', String(width));
	copy.setAttribute('height', String(height));
	return new XMLSerializer().serializeToString(copy);
}

async function asPNG(svg: Blob, width: number, height: number): Promise<Blob> {
	const address = URL.createObjectURL(svg);
	try {
		const image = new Image(width, height);
		image.src = address;
		await image.decode();
		const canvas = document.createElement('canvas');
		canvas.width = 2 * width;
		canvas.height = 2 * height;
		canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
		return await new Promise((resolve, reject) => {
			canvas.toBlob(
				(blob) => (blob ? resolve(blob) : reject(new Error('the image is too large'))),
				'image/png',
			);
		});
	} finally {
		URL.revokeObjectURL(address);
	}
}

/** Saves the board inside an element as `name`.svg or `name`.png. */
export async function saveBoardImage(element: Element, name: string, format: 'svg' | 'png'): Promise<void> {
	const { width, height } = drawingOf(element).viewBox.baseVal;
	const svg = new Blob([boardSVG(element)], { type: 'image/svg+xml' });
	const image = format === 'svg' ? svg : await asPNG(svg, width, height);
	download(`${name}.${format}`, image);
}
