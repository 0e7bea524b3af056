// Draws the PNG icons in public/ from icon.svg with Chromium; run it after a
// change to the SVG and commit the result.
//
//	node build/icons.mjs

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { browserOptions } from './browser.mjs';

const folder = new URL('../public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');

/** Systems crop maskable icons to a shape of their own: only the middle four fifths are always visible. */
const icons = [
	{ name: 'icon-192.png', size: 192, maskable: false },
	{ name: 'icon-512.png', size: 512, maskable: false },
	{ name: 'icon-maskable-512.png', size: 512, maskable: true },
];

const browser = await chromium.launch(browserOptions());
for (const { name, size, maskable } of icons) {
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	const inner = maskable ? Math.round(size * 0.8) : size;
	await page.setContent(
		`<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${maskable ? '#0b6b62' : 'transparent'}}svg{width:${inner}px;height:${inner}px}</style>${svg}`,
	);
	await page.screenshot({ path: fileURLToPath(new URL(name, folder)), omitBackground: true });
	await page.close();
}
await browser.close();
