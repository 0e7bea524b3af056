import { afterEach, expect, it } from 'vitest';
import { commandOf } from './keys';

afterEach(() => document.body.replaceChildren());

/** The command of a key that is pressed at an element. */
function press(key: string, at: Element = document.body, options: KeyboardEventInit = {}, characters = true) {
	const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
	let found: ReturnType<typeof commandOf> = null;
	const listen = (pressed: Event) => {
		found = commandOf(pressed as KeyboardEvent, characters);
	};
	addEventListener('keydown', listen);
	at.dispatchEvent(event);
	removeEventListener('keydown', listen);
	return found;
}

function element(html: string): Element {
	document.body.innerHTML = html;
	return document.body.querySelector('#at') ?? document.body;
}

it('knows its keys anywhere on the page, in either case', () => {
	expect(press('ArrowLeft')).toBe('previous');
	expect(press('ArrowRight', element('<button id="at"></button>'))).toBe('next');
	expect([press('f'), press('F'), press('z'), press('h'), press('m'), press('?')]).toEqual([
		'flip',
		'flip',
		'zen',
		'hint',
		'fullscreen',
		'keys',
	]);
	expect(press('x')).toBeNull();
	expect(press('toString')).toBeNull();
});

it('steps on while a key is held down, and does nothing else again', () => {
	const held = { repeat: true };
	expect([press('ArrowRight', document.body, held), press('ArrowDown', document.body, held)]).toEqual([
		'next',
		'below',
	]);
	for (const key of [' ', 'f', 'h', 'z', 'm', '?']) expect(press(key, document.body, held)).toBeNull();
});

it('leaves combinations to the browser', () => {
	for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
		expect(press('f', document.body, { [modifier]: true })).toBeNull();
});

it('leaves arrows to the board and to other controls that use them', () => {
	expect(press('ArrowLeft', element('<div role="grid"><i id="at"></i></div>'))).toBeNull();
	expect(press('ArrowLeft', element('<input type="radio" id="at">'))).toBeNull();
	expect(press('f', element('<div role="grid"><i id="at"></i></div>'))).toBe('flip');
});

it('leaves Space to whatever can be pressed', () => {
	expect(press(' ')).toBe('film');
	expect(press(' ', element('<h1 tabindex="-1" id="at"></h1>'))).toBe('film');
	for (const control of [
		'<button id="at"></button>',
		'<a href="#/" id="at"></a>',
		'<details><summary id="at"></summary></details>',
		'<div role="gridcell" id="at"></div>',
		'<input type="checkbox" id="at">',
	])
		expect(press(' ', element(control))).toBeNull();
	expect(press(' ', document.body, {}, false)).toBeNull();
});

it('lets people type', () => {
	for (const field of ['<input id="at">', '<textarea id="at"></textarea>', '<select id="at"></select>'])
		expect([press('f', element(field)), press('ArrowLeft', element(field))]).toEqual([null, null]);
});

it('waits while a dialog is open', () => {
	expect(press('f', element('<dialog open><button id="at"></button></dialog>'))).toBeNull();
});

it('has no keys of one character if they are switched off', () => {
	expect([press('f', document.body, {}, false), press('?', document.body, {}, false)]).toEqual([null, null]);
	expect(press('ArrowLeft', document.body, {}, false)).toBe('previous');
});
