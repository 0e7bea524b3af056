// Finds a browser for tests, pictures and measurements. Run by itself it prints
// the path, or says what to install:
//
//	node web/build/browser.mjs

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The shells are the same browser without windows, and need half the processor time. */
const names = [
	'chromium-headless-shell',
	'chrome-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
];

const applications = [
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const missing =
	'The browser tests need Chromium or Chrome: install one, or set CHROMIUM to the path of its program.';

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The path of the browser; CHROMIUM overrides what is found. */
export function findBrowser({ CHROMIUM = '', PATH = '' } = process.env) {
	const folders = PATH.split(delimiter).filter(Boolean);
	const candidates = CHROMIUM
		? [CHROMIUM, ...folders.map((folder) => join(folder, CHROMIUM))]
		: [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications];
	const found = candidates.find(isProgram);
	if (!found) throw new Error(CHROMIUM ? `CHROMIUM=${CHROMIUM} is not a program` : missing);
	return found;
}

/** A name for this machine, as on a club's network without certificates. */
export const plainHost = 'plateau.test';

/** What to launch, and how: Playwright's options. */
export const browserOptions = () => ({
	executablePath: findBrowser(),
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-background-networking',
		// A name that is not trusted like localhost, for tests of plain HTTP.
		`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
	],
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		console.log(findBrowser());
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
