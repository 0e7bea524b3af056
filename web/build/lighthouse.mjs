// Measures the pages with Lighthouse on an emulated phone and fails where a
// score is below the minimum of this project. Then it measures the first visit on a
// slow network.

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserOptions } from './browser.mjs';
import { serve } from './server.mjs';
import { measureSlowly } from './slow.mjs';

const minimum = 95;
/** How often a page is measured. Its best run counts, because a busy machine only makes it slower. */
const runs = Number(process.env.RUNS ?? 3);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const pages = {
	home: '#/',
	'new game': '#/new/quixo',
	game: '#/play?game=quantik&moves=S@b3_C@c1',
	puzzles: '#/puzzles',
	online: '#/online',
};

const { url, stop } = await serve();
const { executablePath, args } = browserOptions();
const chrome = await launch({ chromePath: executablePath, chromeFlags: [...args, '--headless=new'] });
let good = true;
try {
	for (const [name, hash] of Object.entries(pages)) {
		good = report(name, await best(url + hash, chrome.port)) && good;
	}
	await measureSlowly(url);
} finally {
	chrome.kill();
	await stop();
}
process.exitCode = good ? 0 : 1;

async function best(address, port) {
	let found;
	for (let run = 0; run < runs; run++) {
		const result = await lighthouse(address, { port, onlyCategories: categories, logLevel: 'error' });
		if (!result) throw new Error(`${address}: no result`);
		if (speed(result.lhr) > (found ? speed(found) : -1)) found = result.lhr;
	}
	return found;
}

function speed({ categories: found }) {
	return found.performance.score ?? 0;
}

function report(name, { categories: found, audits, environment }) {
	const scores = categories.map((id) => Math.round((found[id].score ?? 0) * 100));
	console.log(
		`${name}: ${categories.map((id, i) => `${id} ${scores[i]}`).join(', ')} (machine ${environment.benchmarkIndex})`,
	);
	for (const id of categories) {
		for (const { id: audit, weight } of found[id].auditRefs) {
			const { score, title, displayValue } = audits[audit];
			if (weight > 0 && score !== null && score < 0.9) console.log(`  ${title}: ${displayValue ?? score}`);
		}
	}
	return scores.every((score) => score >= minimum);
}
