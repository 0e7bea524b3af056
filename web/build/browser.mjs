// Finds browsers for tests, pictures and measurements. Run by itself it prints
// where they are, or says what to install. Chromium does most of the work; the
// main ways are tested in Firefox and WebKit, too.
//
//	node web/build/browser.mjs [chromium|firefox|webkit]

import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
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

/** The first of some programs that is there. */
function findProgram(names, PATH = process.env.PATH ?? '') {
	const folders = PATH.split(delimiter).filter(Boolean);
	return names.flatMap((name) => [name, ...folders.map((folder) => join(folder, name))]).find(isProgram);
}

/** The path of the browser; CHROMIUM overrides what is found, and HEADED wants one with windows. */
export function findBrowser({ CHROMIUM = '', PATH = '', HEADED = '' } = process.env) {
	const wanted = HEADED ? names.filter((name) => !name.endsWith('-shell')) : names;
	const found = findProgram(CHROMIUM ? [CHROMIUM] : [...wanted, ...applications], PATH);
	if (!found) throw new Error(CHROMIUM ? `CHROMIUM=${CHROMIUM} is not a program` : missing);
	return found;
}

/** The path of Firefox; FIREFOX overrides what is found. */
export function findFirefox({ FIREFOX = '', PATH = '' } = process.env) {
	const found = findProgram(
		FIREFOX ? [FIREFOX] : ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
		PATH,
	);
	if (!found) throw new Error('Firefox is missing: install it, or set FIREFOX to the path of its program.');
	return found;
}

/** Where packages put the browser that comes with WebKit. */
const libraries = '/usr/lib';

/** The paths of WebKit's driver, of the browser that comes with it, and of a screen that nobody sees. */
export function findWebKit({ PATH = '' } = process.env) {
	const folders = existsSync(libraries) ? ['', ...readdirSync(libraries)] : [];
	const browsers = folders.flatMap((folder) =>
		['4.1', '4.0'].map((version) => join(libraries, folder, `webkit2gtk-${version}`, 'MiniBrowser')),
	);
	const [driver, browser, screen] = [
		findProgram(['WebKitWebDriver'], PATH),
		browsers.find(isProgram),
		findProgram(['Xvfb'], PATH),
	];
	if (!driver || !browser || !screen)
		throw new Error('WebKit is missing: install webkit2gtk-driver and xvfb of Debian or Ubuntu.');
	return { driver, browser, screen };
}

const finders = { chromium: findBrowser, firefox: findFirefox, webkit: findWebKit };

/** A name for this machine, as on a club's network without certificates. */
export const plainHost = 'plateau.test';

/** What to launch, and how: Playwright's options. */
export const browserOptions = () => ({
	executablePath: findBrowser(),
	headless: !process.env.HEADED,
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
		const found = finders[process.argv[2] ?? 'chromium']();
		console.log(typeof found === 'string' ? found : found.browser);
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
