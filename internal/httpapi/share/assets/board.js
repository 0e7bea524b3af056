// Shows the plies of a game on an embedded board. Everything is in the page: the
// drawing of each piece, and a letter per cell for every ply.
const main = document.querySelector('main');
const game = JSON.parse(main.dataset.frame);
const margin = Number(main.dataset.middle);
const svg = document.querySelector('svg.board');
const size = Math.sqrt(game.boards[0].length);
const extent = svg.viewBox.baseVal.width;
const last = game.boards.length - 1;
let ply = game.ply;
let flipped = false;

function centre(cell) {
	const [column, row] = [cell % size, Math.floor(cell / size)];
	const [x, y] = [margin + 100 * column, margin + 100 * row];
	return flipped ? [extent - x, extent - y] : [x, y];
}

function put(id, cell, turned) {
	const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
	const [x, y] = centre(cell);
	use.setAttribute('href', `#${id}`);
	use.setAttribute('transform', `translate(${x} ${y})${turned ? ' rotate(180)' : ''}`);
	return use;
}

function show() {
	const pieces = [];
	[...game.boards[ply]].forEach((letter, cell) => {
		if (letter !== '.') pieces.push(put(`p${letter}`, cell, flipped && game.turns));
	});
	const line = document.getElementById('line');
	const decided = ply === last && line.childElementCount > 0;
	if (!decided) for (const cell of game.last[ply]) pieces.push(put('mark', cell, false));
	document.getElementById('pieces').replaceChildren(...pieces);
	line.setAttribute('visibility', decided ? 'visible' : 'hidden');
	const turn = flipped ? `rotate(180 ${extent / 2} ${extent / 2})` : '';
	for (const id of ['board', 'line']) document.getElementById(id).setAttribute('transform', turn);
	for (const label of document.querySelectorAll('#board text')) {
		label.style.transformBox = 'fill-box';
		label.style.transformOrigin = 'center';
		label.style.transform = flipped ? 'rotate(180deg)' : '';
	}
	document.getElementById('text').textContent = game.texts[ply];
	for (const [id, off] of [['first', ply === 0], ['previous', ply === 0], ['next', ply === last], ['last', ply === last]]) {
		document.getElementById(id).disabled = off;
	}
}

function go(to) {
	ply = Math.max(0, Math.min(last, to));
	show();
}

const steps = {
	first: () => go(0),
	previous: () => go(ply - 1),
	next: () => go(ply + 1),
	last: () => go(last),
	flip: () => {
		flipped = !flipped;
		show();
	},
};
for (const [id, step] of Object.entries(steps)) document.getElementById(id).addEventListener('click', step);
const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last', f: 'flip' };
document.addEventListener('keydown', (event) => {
	const step = steps[keys[event.key]];
	if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
	event.preventDefault();
	step();
});
show();
