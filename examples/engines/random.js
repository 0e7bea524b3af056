#!/usr/bin/env node
// An engine that plays any game at random, to be copied. It knows no rules: it
// declares the option LegalMoves, so the referee lists the legal moves before each
// turn. docs/engines.md describes the protocol.
const readline = require('node:readline');

let legal = [];
const say = (line) => process.stdout.write(`${line}\n`);

readline.createInterface({ input: process.stdin }).on('line', (line) => {
	const [verb, what, ...rest] = line.trim().split(/\s+/);
	if (verb === 'ugi') {
		say('id name Random in JavaScript');
		say('id author you');
		say('option name LegalMoves type check default false');
		say('ugiok');
	} else if (verb === 'isready') {
		say('readyok');
	} else if (verb === 'info' && what === 'legal') {
		legal = rest;
	} else if (verb === 'go') {
		// Put your own ideas here.
		say(`bestmove ${legal[Math.floor(Math.random() * legal.length)] ?? 'none'}`);
	} else if (verb === 'quit') {
		process.exit();
	}
});
