// A tree of variations: every node is a position, with the move that led to it. The
// first move after a position continues its line; the others are variations.
//
//	start ── S@a1 ── S@b2 ── S@c3        the main line
//	              └─ S@d4 ── S@b2        a variation; its path is S@a1 S@d4 S@b2
//
// Trees are values: a change makes a new one, which shares what did not change.

import type { Shape } from '../../board/types';
import type { PlyView } from '../../engine/protocol';

export interface TreeNode {
	comment: string;
	/** What is drawn on the board. */
	shapes: readonly Shape[];
	next: readonly MoveNode[];
}

export interface MoveNode extends TreeNode {
	ply: PlyView;
}

/** The moves from the start to a position; no two moves after a position have the same text. */
export type Path = readonly string[];

/** A tree as the list of moves shows it. */
export interface MoveTree {
	root: TreeNode;
	/** How long the main line is; moves after a game that was ended early are variations. */
	length: number;
	/** The position on the board. */
	path: Path;
	/** Shows another position. */
	select(path: Path): void;
}

export const emptyTree: TreeNode = { comment: '', shapes: [], next: [] };

function child(node: TreeNode, move: string): MoveNode | undefined {
	return node.next.find(({ ply }) => ply.text === move);
}

/** The node at a path, or null. */
export function nodeAt(root: TreeNode, path: Path): TreeNode | null {
	let node: TreeNode | undefined = root;
	for (const move of path) {
		node = child(node, move);
		if (node === undefined) return null;
	}
	return node;
}

/** The nodes from the start to a path, without the start; as far as it exists. */
export function nodesAlong(root: TreeNode, path: Path): MoveNode[] {
	const nodes: MoveNode[] = [];
	let node: TreeNode = root;
	for (const move of path) {
		const next = child(node, move);
		if (next === undefined) break;
		nodes.push(next);
		node = next;
	}
	return nodes;
}

/** A path, continued by the first move of each position to the end. */
export function lineThrough(root: TreeNode, path: Path): string[] {
	const line = [...path];
	let [move] = nodeAt(root, path)?.next ?? [];
	while (move !== undefined) {
		line.push(move.ply.text);
		[move] = move.next;
	}
	return line;
}

/** The moves to choose from at the end of a path: the last one of it and its alternatives. */
export function siblingsAt(root: TreeNode, path: Path): readonly MoveNode[] {
	return path.length === 0 ? [] : (nodeAt(root, path.slice(0, -1))?.next ?? []);
}

/** Changes the node at a path, if there is one. */
export function changeAt<Node extends TreeNode>(
	node: Node,
	path: Path,
	change: (node: TreeNode) => Partial<TreeNode>,
): Node {
	const [move, ...rest] = path;
	if (move === undefined) return { ...node, ...change(node) };
	return {
		...node,
		next: node.next.map((one) => (one.ply.text === move ? changeAt(one, rest, change) : one)),
	};
}

/** Adds a line of moves; what is there already stays as it is. */
export function addLine<Node extends TreeNode>(node: Node, plies: readonly PlyView[]): Node {
	const [ply, ...rest] = plies;
	if (ply === undefined) return node;
	const known = child(node, ply.text);
	if (known === undefined) return { ...node, next: [...node.next, addLine({ ...emptyTree, ply }, rest)] };
	return { ...node, next: node.next.map((one) => (one === known ? addLine(one, rest) : one)) };
}

/** Makes a path part of the main line. */
export function promote<Node extends TreeNode>(node: Node, path: Path): Node {
	const [move, ...rest] = path;
	const chosen = move === undefined ? undefined : child(node, move);
	if (chosen === undefined) return node;
	return { ...node, next: [promote(chosen, rest), ...node.next.filter((one) => one !== chosen)] };
}

/** Removes the last move of a path and everything after it. */
export function removeAt(root: TreeNode, path: Path): TreeNode {
	const last = path.at(-1);
	return changeAt(root, path.slice(0, -1), ({ next }) => ({
		next: next.filter(({ ply }) => ply.text !== last),
	}));
}

/** The path to the move above or below the one on the board, among its alternatives; null if there is none. */
export function pathBeside({ root, path }: Pick<MoveTree, 'root' | 'path'>, step: -1 | 1): Path | null {
	const moves = siblingsAt(root, path).map(({ ply }) => ply.text);
	const other = moves[moves.indexOf(path.at(-1) ?? '') + step];
	return other === undefined ? null : [...path.slice(0, -1), other];
}

/** Whether there is nothing but one line of moves. */
export function isPlain({ comment, shapes, next }: TreeNode): boolean {
	if (comment !== '' || shapes.length > 0 || next.length > 1) return false;
	return next.every(isPlain);
}

export function samePath(a: Path, b: Path): boolean {
	return a.length === b.length && isAlong(a, b);
}

/** Whether a path is the beginning of a line. */
export function isAlong(path: Path, line: Path): boolean {
	return path.every((move, i) => move === line[i]);
}
