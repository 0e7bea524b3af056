// Measures the engine for browsers, after web/build/engine.sh:
//
//	node web/build/measure.mjs
//
// Answers of the rules are timed in Chromium, through their worker, as players
// wait for them. The search is measured in processor time, in Node and natively,
// so that it matters less what else the machine does.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { browserOptions } from './browser.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const generated = `${web}src/engine/generated`;

/** A position of Quixo that no data knows, and the depth to which both programs search it. */
const searched = 'XOX1O/O3X/2X2/X3O/OX1XO X';
const depth = 8;

/** Positions from the beginning, the middle and towards the end of games. */
const positions = {
	quantik: ['', '4/4/4/S3 2', '3s/4/1Y2/S3 2', 'n2s/2Y1/1y2/S2C 1'],
	pivot: ['', '4/1Cs1/1cS1/4 1', 'Cs2/1Sc1/1cS1/2sC 1', 'CsC1/S1s1/c1c1/1s2 1', 'Css1/c3/Cs1c/SS1C 1'],
	quixo: ['', 'X3O/5/5/5/X3O X', 'XOX1O/O3X/2X2/X3O/OX1XO X'],
	quixo4p: ['', 'X3o/5/5/5/x3O X2', 'XOx1O/o3X/2X2/x3O/OX1XO X1'],
};

function sizes() {
	for (const name of readdirSync(generated).filter((file) => /\.(wasm|bin)$/.test(file))) {
		const bytes = readFileSync(`${generated}/${name}`);
		const [raw, gzip, brotli] = [bytes, gzipSync(bytes), brotliCompressSync(bytes)].map((b) => b.length);
		console.log(`${name}: ${raw} bytes, gzip ${gzip}, brotli ${brotli}`);
	}
}

/** Runs in the page. */
async function timeAnswers(positions) {
	const { rules } = await import('/src/engine/index.ts');
	const timed = async (work) => {
		const began = performance.now();
		await work();
		return performance.now() - began;
	};
	const spread = async (work) => {
		const first = await timed(work);
		const times = [];
		for (let i = 0; i < 200; i++) times.push(await timed(work));
		times.sort((a, b) => a - b);
		return { first, median: times[100], 'nine of ten within': times[180] };
	};
	const found = { 'loading and first answer': { first: await timed(() => rules.games()) } };
	for (const [game, texts] of Object.entries(positions)) {
		const match = { game, start: '', moves: [], players: [], closing: null };
		for (let i = 0; i < 12; i++) {
			const { now } = await rules.match(match);
			if (now.moves.length > 0) match.moves.push(now.moves[(7 * i) % now.moves.length].text);
		}
		const position = texts.at(-1);
		found[`${game}: position`] = await spread(() => rules.position(game, position));
		found[`${game}: match of 12 plies`] = await spread(() => rules.match(match));
		found[`${game}: preview`] = await spread(() => rules.preview(game, position, {}));
		found[`${game}: refusals`] = await spread(() => rules.refusals(game, position, {}));
	}
	return found;
}

async function inChromium() {
	const server = await createServer({ root: web, server: { port: 5201 }, logLevel: 'error' });
	await server.listen();
	const browser = await chromium.launch(browserOptions());
	try {
		const page = await browser.newPage();
		await page.goto(server.resolvedUrls.local[0]);
		const found = await page.evaluate(timeAnswers, positions);
		for (const [what, times] of Object.entries(found)) {
			console.log(`${what}: ${listed(times)}`);
		}
	} finally {
		await browser.close();
		await server.close();
	}
}

function listed(times) {
	return Object.entries(times)
		.map(([which, time]) => `${which} ${time.toFixed(1)} ms`)
		.join(', ');
}

/** Starts the module in this thread and returns a function that sends requests to it. */
async function startInNode() {
	await import(`${generated}/wasm_exec.js`);
	const go = new globalThis.Go();
	const waiting = new Map();
	const ready = new Promise((resolve) => {
		globalThis.plateauHost = {
			ready: (request, stop) => resolve({ request, stop }),
			answer(id, text, last) {
				const { resolve, onProgress } = waiting.get(id);
				const { result, progress, refusal } = JSON.parse(text);
				if (refusal) throw new Error(refusal.text);
				if (last) resolve(result);
				else onProgress(progress);
			},
			data: async (name) => new Uint8Array(readFileSync(`${generated}/${name}.bin`)),
			read: () => Promise.reject(new Error('there is no tablebase')),
		};
	});
	const { instance } = await WebAssembly.instantiate(
		readFileSync(`${generated}/plateau.wasm`),
		go.importObject,
	);
	go.run(instance);
	const { request, stop } = await ready;
	let id = 0;
	return (method, params, onProgress = () => {}) =>
		new Promise((resolve) => {
			const own = ++id;
			waiting.set(own, { resolve, onProgress: (found) => onProgress(found, () => stop(own)) });
			request(own, JSON.stringify({ method, params }));
		});
}

const used = () => process.cpuUsage().user / 1000;

/** Milliseconds of processor time of the first task and of the slowest of the others. */
async function cost(tasks) {
	const times = [];
	for (const task of tasks) {
		const began = used();
		await task();
		times.push(used() - began);
	}
	return { 'first time': times[0], slowest: Math.max(...times.slice(1)) };
}

async function inNode() {
	const ask = await startInNode();
	for (const [game, texts] of Object.entries(positions)) {
		if (!game.startsWith('quixo')) {
			const judge = (position) => () => ask('analyse', { game, position, milliseconds: 100 });
			console.log(`${game}: all moves exactly: ${listed(await cost(texts.map(judge)))}`);
		}
		for (const level of ['1', '2', '3', '4', '5', '6', 'perfect']) {
			const choose = (start) => () => {
				const match = { game, start, moves: [], players: [], closing: null };
				return ask('choose', { match, level, seed: 1, milliseconds: 800 });
			};
			console.log(`${game}: move of level ${level}: ${listed(await cost([...texts, ...texts].map(choose)))}`);
		}
	}
	return bestOf(async () => {
		// Another game makes the engine forget this one.
		await ask('analyse', { game: 'quixo3', position: '', milliseconds: 0 });
		const began = used();
		let rate = 0;
		await ask('analyse', { game: 'quixo', position: searched, milliseconds: 600_000 }, (found, stop) => {
			if (found.depth !== depth) return;
			rate = found.nodes / (used() - began);
			stop();
		});
		return rate;
	});
}

/** The best of several rounds: the one that was disturbed least. */
async function bestOf(measure) {
	const rates = [];
	for (let round = 0; round < 4; round++) rates.push(await measure());
	return Math.max(...rates);
}

/** Nodes per millisecond of processor time in the native program's search, on one thread. */
function natively() {
	const analyse = `bin/plateau-measured analyse quixo '${searched}' --depth ${depth} --threads 1 --json`;
	const script = `TIMEFORMAT=%U; time (${analyse} | tail -n 1) 2>&1`;
	const output = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`], { cwd: `${web}/..`, encoding: 'utf8' });
	const [found, seconds] = output.trim().split('\n');
	return JSON.parse(found).nodes / (1000 * Number(seconds));
}

sizes();
await inChromium();
const rate = await inNode();
execFileSync('go', ['build', '-o', 'bin/plateau-measured', './cmd/plateau'], { cwd: `${web}/..` });
const native = await bestOf(natively);
console.log(
	`search: ${rate.toFixed(0)} nodes per millisecond, natively ${native.toFixed(0)}, ratio ${(native / rate).toFixed(2)}`,
);
// The module waits for requests forever.
process.exit();
