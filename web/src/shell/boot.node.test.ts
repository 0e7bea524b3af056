// What runs before the app: public/boot.js.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failures } from '../../build/words';

const source = readFileSync(`${import.meta.dirname}/../../public/boot.js`, 'utf8');
let listeners: [string, (event: object) => void][] = [];

/** Opens a page whose app is not there yet. */
function boot(languages: string[], settings: object | null = null): void {
	listeners = [];
	localStorage.clear();
	if (settings) localStorage.setItem('plateau.settings', JSON.stringify(settings));
	document.body.innerHTML = `<div id="boot"></div>${failures(`${import.meta.dirname}/../../../rulebook`)}`;
	const listen = (name: string, listener: (event: object) => void) => void listeners.push([name, listener]);
	new Function('addEventListener', 'navigator', source)(listen, { languages });
}

function happens(name: string, event: object = {}): void {
	for (const [wanted, listener] of listeners) if (wanted === name) listener(event);
}

const shown = () => document.querySelector<HTMLElement>('body > [role=alert]');

beforeEach(() => delete document.documentElement.dataset.theme);
afterEach(() => {
	vi.restoreAllMocks();
	localStorage.clear();
	document.body.replaceChildren();
	delete document.documentElement.dataset.theme;
});

it('sets a chosen theme', () => {
	boot([], { theme: 'dark' });
	expect(document.documentElement.dataset.theme).toBe('dark');
});

it.each([
	[['de-AT', 'en'], null, 'de', 'Diese Seite konnte nicht geladen werden', 'Neu laden'],
	[['pt-BR'], null, 'pt-BR', 'Não foi possível carregar esta página', 'Recarregar'],
	[['pt-PT'], { language: 'auto' }, 'pt', 'Não foi possível carregar esta página', 'Recarregar'],
	[['de'], { language: 'fr' }, 'fr', 'Cette page n’a pas pu être chargée', 'Recharger'],
	[['xx'], null, 'en', 'This page could not be loaded', 'Reload'],
])(
	'says in a language of the reader that the app could not be loaded: %o',
	(languages, settings, lang, title, reload) => {
		boot(languages, settings);
		expect(shown()).toBeNull();
		happens('bootfailed');
		happens('bootfailed');
		expect(shown()?.lang).toBe(lang);
		expect(shown()?.querySelector('h1')?.textContent).toBe(title);
		const button = shown()?.querySelector('button');
		expect([button?.textContent, document.activeElement]).toEqual([reload, button]);
		const again = vi.spyOn(location, 'reload').mockImplementation(() => {});
		button?.click();
		expect(again).toHaveBeenCalledOnce();
		expect(document.querySelectorAll('[role=alert]')).toHaveLength(1);
	},
);

it('says so if a script cannot be loaded, and nothing about anything else', () => {
	boot(['en']);
	happens('error', { target: window });
	happens('error', { target: document.createElement('img') });
	expect(shown()).toBeNull();
	happens('error', { target: document.createElement('script') });
	expect(shown()?.textContent).toContain('could not be loaded');
});

it('leaves it to the app to say what fails later', () => {
	boot(['en']);
	document.getElementById('boot')?.remove();
	happens('error', { target: document.createElement('script') });
	expect(shown()).toBeNull();
});

it('draws the same logo as the app', () => {
	const drawing = (file: string) => {
		const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
		return /<svg class="logo".*?<\/svg>/s.exec(text)?.[0].replace(/\s+/g, ' ');
	};
	expect(drawing('../../index.html')).toBeDefined();
	expect(drawing('../../index.html')).toBe(drawing('Logo.svelte'));
});
