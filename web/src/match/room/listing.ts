// How a tree of variations is listed: the main line, and after a move its comment and
// the variations that replace it, each of which is a line again.

import type { PlyView } from '../../engine/protocol';
import { emptyTree, type MoveNode, type Path, type TreeNode } from './tree';

/** The first move of a variation. */
export interface Variation {
	first: MoveNode;
	/** The position that it starts from. */
	from: Path;
}

export interface ListedMove {
	node: MoveNode;
	/** The moves to the position after it. */
	path: Path;
	/** Shown after it. */
	variations: Variation[];
	/** Whether something came between it and the move before. */
	resumed: boolean;
}

/** The moves of a game without variations. */
export function plainMoves(plies: readonly PlyView[]): ListedMove[] {
	const texts = plies.map(({ text }) => text);
	return plies.map((ply, i) => ({
		node: { ...emptyTree, ply },
		path: texts.slice(0, i + 1),
		variations: [],
		resumed: false,
	}));
}

/** The main line of a tree. What goes on after its end is listed with the last move. */
export function mainMoves(root: TreeNode, length: number): ListedMove[] {
	const moves = movesOf(root, []).slice(0, length);
	const last = moves.at(-1);
	last?.variations.push(...last.node.next.map((first) => ({ first, from: last.path })));
	return moves;
}

/** The moves of a variation. Its alternatives belong to the line that it leaves. */
export function variationMoves({ first, from }: Variation): ListedMove[] {
	return movesOf({ ...emptyTree, next: [first] }, from);
}

function movesOf(start: TreeNode, from: Path): ListedMove[] {
	const moves: ListedMove[] = [];
	let node = start;
	let path = from;
	let resumed = true;
	for (let [first, ...others] = node.next; first !== undefined; [first, ...others] = node.next) {
		const variations = others.map((other) => ({ first: other, from: path }));
		path = [...path, first.ply.text];
		moves.push({ node: first, path, variations, resumed });
		resumed = first.comment !== '' || variations.length > 0;
		node = first;
	}
	return moves;
}
