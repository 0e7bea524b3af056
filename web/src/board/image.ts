// A board as a picture of its own: the drawing on the page with every colour of
// the theme written into it, so that it looks the same anywhere.

/** What the theme decides of everything, of what has no parts, and of letters. */
const ofAll = ['opacity', 'transform'];
const ofLeaves = [
	'fill',
	'fill-opacity',
	'stroke',
	'stroke-opacity',
	'stroke-width',
	'stroke-dasharray',
	'stroke-linecap',
	'stroke-linejoin',
];
const ofLetters = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

function drawingOf(element: Element): SVGSVGElement {
	const found = element instanceof SVGSVGElement ? element : element.querySelector('svg');
	if (found === null) throw new Error('there is no board to picture');
	return found;
}

/** Writes the style that an element of the page has into the attributes of its copy. */
function fixStyle(original: Element, copy: Element): void {
	for (const name of ['class', 'style', 'data-piece']) copy.removeAttribute(name);
	// Gradients and their stops are complete, and transform themselves otherwise.
	if (!(original instanceof SVGGraphicsElement)) return;
	const style = getComputedStyle(original);
	const names = [...ofAll];
	if (original.childElementCount === 0 && !(original instanceof SVGUseElement)) names.push(...ofLeaves);
	if (original instanceof SVGTextElement) names.push(...ofLetters);
	for (const name of names) {
		const value = style.getPropertyValue(name);
		const usual = name.endsWith('opacity') ? '1' : 'none';
		if (value !== '' && (value !== usual || name === 'fill')) copy.setAttribute(name, value);
	}
}

/** The board drawn inside an element, as the text of a stand-alone SVG file. */
export function boardSVG(element: Element): string {
	const original = drawingOf(element);
	const copy = original.cloneNode(true) as SVGSVGElement;
	const copies = copy.querySelectorAll('*');
	original.querySelectorAll('*').forEach((part, i) => {
		const twin = copies[i];
		if (twin !== undefined) fixStyle(part, twin);
	});
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
				(blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
				'image/png',
			);
		});
	} finally {
		URL.revokeObjectURL(address);
	}
}

/** Lets people save the board drawn inside an element as `name`.svg or `name`.png. */
export async function savePicture(element: Element, name: string, format: 'svg' | 'png'): Promise<void> {
	const { width, height } = drawingOf(element).viewBox.baseVal;
	const svg = new Blob([boardSVG(element)], { type: 'image/svg+xml' });
	const picture = format === 'svg' ? svg : await asPNG(svg, width, height);
	const link = document.createElement('a');
	link.href = URL.createObjectURL(picture);
	link.download = `${name}.${format}`;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
