// A study as it is saved, shared and exported: JSON with a flat list of moves, each of
// which names the move before it. So a file cannot be nested too deeply, and contains
// no cycles:
//
//	0 the start     1 S@a1 after 0     2 S@b2 after 1     3 S@d4 after 1
//
// Files and links come from anybody: only what is checked here goes on, and whether
// the moves are legal is for the rules to decide.

import { brushes, type Shape } from '../../board/types';
import type { Rules } from '../../engine/client';
import type { Closing, MatchText, PlyView } from '../../engine/protocol';
import { isClosing } from '../../match/closings';
import { addLine, changeAt, type MoveNode, type TreeNode } from '../../match/room/tree';

interface Annotations {
	comment?: string;
	shapes?: readonly Shape[];
}

interface StudyMove extends Annotations {
	/** The number of the move before, from 1; 0 is the start. */
	after: number;
	move: string;
}

export interface StudyText extends Annotations {
	/** What this is, for those who find the file. */
	plateau: 'study';
	version: 1;
	name: string;
	game: string;
	start: string;
	players: string[];
	/** The two seats have each other's colours. */
	swapped?: boolean;
	/** How the game ended other than by the rules, after how many plies. */
	closing: (Closing & { plies: number }) | null;
	moves: StudyMove[];
}

/** The largest study. */
export const limits = {
	name: 60,
	comment: 1000,
	moves: 1000,
	plies: 400,
	shapes: 32,
	/** Characters of a file. */
	file: 1_000_000,
} as const;

/** The tree of a study, and the game that it began with. */
export interface StudyTree {
	root: TreeNode;
	played: MatchText;
}

export function writeTree(name: string, played: MatchText, root: TreeNode): StudyText {
	const moves: StudyMove[] = [];
	const add = (node: MoveNode, after: number) => {
		const number = moves.push({ after, move: node.ply.text, ...annotationsOf(node) });
		for (const next of node.next) add(next, number);
	};
	for (const node of root.next) add(node, 0);
	const { game, start, players, closing, swapped } = played;
	const end = closing && { ...closing, plies: played.moves.length };
	return {
		plateau: 'study',
		version: 1,
		name,
		game,
		start,
		players: players.map((player) => player.slice(0, limits.name)),
		...(swapped && { swapped }),
		closing: end,
		moves,
		...annotationsOf(root),
	};
}

function annotationsOf({ comment, shapes }: TreeNode): Annotations {
	return { ...(comment && { comment }), ...(shapes.length > 0 && { shapes }) };
}

/** Asks the rules for all moves of a study. They refuse what is not legal. */
export async function readTree(text: StudyText, rules: Pick<Rules, 'match'>): Promise<StudyTree> {
	const { game, start, players, moves } = text;
	const plies: PlyView[] = [];
	let root: TreeNode = { comment: text.comment ?? '', shapes: text.shapes ?? [], next: [] };
	const ways = waysOf(moves);
	for (const way of endsOf(ways)) {
		const line = way.map((number) => moves[number - 1]?.move ?? '');
		const view = await rules.match({ game, start, moves: line, players, closing: null });
		root = addLine(root, view.plies);
		way.forEach((number, i) => {
			const ply = view.plies[i];
			if (ply) plies[number] = ply;
		});
	}
	moves.forEach(({ comment = '', shapes = [] }, i) => {
		const path = (ways[i + 1] ?? []).map((one) => plies[one]?.text ?? '');
		if (comment || shapes.length > 0) root = changeAt(root, path, () => ({ comment, shapes }));
	});
	return { root, played: playedIn(text, plies) };
}

/** For each move, and the start, the numbers of the moves that lead to it. */
function waysOf(moves: readonly StudyMove[]): number[][] {
	const ways: number[][] = [[]];
	moves.forEach(({ after }, i) => {
		ways.push([...(ways[after] ?? []), i + 1]);
	});
	return ways;
}

/** The ways to the ends of all lines; first moves come first. */
function endsOf(ways: number[][]): number[][] {
	const followed = new Set(ways.map((way) => way.at(-2) ?? 0));
	const ends = ways.filter((_, number) => number > 0 && !followed.has(number));
	const order = (a: number[], b: number[]) => {
		const i = a.findIndex((number, at) => number !== b[at]);
		return (a[i] ?? 0) - (b[i] ?? 0);
	};
	return ends.sort(order);
}

function playedIn({ game, start, players, closing, moves, swapped }: StudyText, plies: PlyView[]): MatchText {
	const colours = swapped && { swapped };
	const main: string[] = [];
	for (let after = 0, i = 0; i >= 0; after = i + 1) {
		i = moves.findIndex((move) => move.after === after);
		const ply = plies[i + 1];
		if (i >= 0 && ply) main.push(ply.text);
	}
	if (closing === null) return { game, start, players, moves: main, closing, ...colours };
	const { how, seat, plies: length } = closing;
	return { game, start, players, moves: main.slice(0, length), closing: { how, seat }, ...colours };
}

type Fields = Record<string, unknown>;

const isFields = (x: unknown): x is Fields => typeof x === 'object' && x !== null && !Array.isArray(x);
const isText = (x: unknown, most: number): x is string => typeof x === 'string' && x.length <= most;
const isCount = (x: unknown, most: number): x is number =>
	typeof x === 'number' && Number.isInteger(x) && x >= 0 && x <= most;
const isListOf = <T>(x: unknown, most: number, is: (one: unknown) => one is T): x is T[] =>
	Array.isArray(x) && x.length <= most && x.every(is);

const isName = (x: unknown): x is string => isText(x, limits.name);
const isCell = (x: unknown): x is string => isText(x, 3) && /^[a-z][1-9]\d?$/.test(x);

function isShape(x: unknown): x is Shape {
	return isFields(x) && brushes.some((brush) => brush === x.brush) && isCell(x.from) && isCell(x.to);
}

function isAnnotated(x: Fields): boolean {
	if (x.comment !== undefined && !isText(x.comment, limits.comment)) return false;
	return x.shapes === undefined || isListOf(x.shapes, limits.shapes, isShape);
}

function isEnd(x: unknown): boolean {
	if (!isFields(x)) return x === null;
	return isClosing(x.how) && isCount(x.seat, 9) && isCount(x.plies, limits.plies);
}

/** Whether every move comes after an earlier one, at most once, and no line is too long. */
function isTree(moves: readonly Fields[]): boolean {
	const depths = [0];
	const known = new Set<string>();
	return moves.every(({ after, move }, i) => {
		if (!isCount(after, i)) return false;
		const depth = (depths[after] ?? 0) + 1;
		depths.push(depth);
		const key = `${after} ${move}`;
		const isNew = !known.has(key);
		known.add(key);
		return isNew && depth <= limits.plies;
	});
}

function isMove(x: unknown): x is StudyMove {
	return isFields(x) && isText(x.move, 40) && isAnnotated(x);
}

/** A valid study without anything else, or null. */
export function asStudy(x: unknown): StudyText | null {
	if (!isFields(x) || x.plateau !== 'study' || x.version !== 1) return null;
	const { name, game, start, players, closing, moves, swapped } = x;
	if (!isName(name) || !isText(game, 40) || !isText(start, 200) || !isListOf(players, 8, isName)) return null;
	if (!isEnd(closing) || !isAnnotated(x)) return null;
	if (!isListOf(moves, limits.moves, isMove) || !isTree(moves as unknown as Fields[])) return null;
	const clean = ({ comment, shapes }: Annotations): Annotations => ({
		...(comment && { comment }),
		...(shapes && { shapes: shapes.map(({ brush, from, to }) => ({ brush, from, to })) }),
	});
	const end = closing as StudyText['closing'];
	return {
		plateau: 'study',
		version: 1,
		name,
		game,
		start,
		players,
		...(swapped === true && { swapped }),
		closing: end && { how: end.how, seat: end.seat, plies: end.plies },
		moves: moves.map((each) => ({ after: each.after, move: each.move, ...clean(each) })),
		...clean(x as Annotations),
	};
}
