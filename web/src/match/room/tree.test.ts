import { describe, expect, it } from 'vitest';
import type { PlyView } from '../../engine/protocol';
import {
	addLine,
	changeAt,
	emptyTree,
	isAlong,
	isPlain,
	lineThrough,
	nodeAt,
	nodesAlong,
	pathBeside,
	promote,
	removeAt,
	siblingsAt,
	type TreeNode,
} from './tree';

const plies = (moves: string): PlyView[] =>
	[...moves].map((text, seat) => ({
		seat: seat % 2,
		text,
		motions: [],
		cells: [],
		announces: false,
		position: '',
	}));

/** The tree with some lines, added in this order. */
const treeOf = (...lines: string[]) => lines.reduce((tree, line) => addLine(tree, plies(line)), emptyTree);

/** A tree as text: "a(bc|d)" is a, then either b and c or d. */
function textOf({ next }: TreeNode): string {
	const parts = next.map((node) => node.ply.text + textOf(node));
	return parts.length > 1 ? `(${parts.join('|')})` : (parts[0] ?? '');
}

describe('a tree of variations', () => {
	const tree = treeOf('abcd', 'abx', 'ay', 'abxz');

	it('shares what lines have in common', () => {
		expect(textOf(tree)).toBe('a(b(cd|xz)|y)');
		expect(addLine(tree, plies('ab'))).toEqual(tree);
	});

	it('is not changed by changes', () => {
		const before = structuredClone(tree);
		promote(tree, [...'ay']);
		removeAt(tree, [...'ab']);
		changeAt(tree, ['a'], () => ({ comment: 'other' }));
		expect(tree).toEqual(before);
	});

	it('continues lines to their ends', () => {
		expect(lineThrough(tree, []).join('')).toBe('abcd');
		expect(lineThrough(tree, [...'abx']).join('')).toBe('abxz');
		expect(lineThrough(emptyTree, [])).toEqual([]);
	});

	it('finds nodes by their paths', () => {
		expect(nodeAt(tree, [])).toBe(tree);
		expect(nodeAt(tree, [...'abx'])?.next).toHaveLength(1);
		expect(nodeAt(tree, [...'aq'])).toBeNull();
		expect(nodesAlong(tree, [...'abq']).map(({ ply }) => ply.text)).toEqual(['a', 'b']);
		expect(siblingsAt(tree, [...'ay']).map(({ ply }) => ply.text)).toEqual(['b', 'y']);
		expect(siblingsAt(tree, [])).toEqual([]);
	});

	it('has moves beside each other', () => {
		const beside = (path: string, step: -1 | 1) =>
			pathBeside({ root: tree, path: [...path] }, step)?.join('');
		expect(beside('ab', 1)).toBe('ay');
		expect(beside('ay', -1)).toBe('ab');
		expect([beside('ay', 1), beside('ab', -1), beside('a', 1), beside('', 1)]).toEqual(
			Array(4).fill(undefined),
		);
	});

	it('makes a variation the main line, at every level', () => {
		const promoted = promote(tree, [...'abx']);
		expect(textOf(promoted)).toBe('a(b(xz|cd)|y)');
		expect(textOf(promote(tree, [...'ay']))).toBe('a(y|b(cd|xz))');
		expect(textOf(promote(treeOf('ab', 'cd', 'ce'), [...'ce']))).toBe('(c(e|d)|ab)');
		expect(promote(tree, [...'aq'])).toEqual(tree);
	});

	it('loses a move with all that follows', () => {
		expect(textOf(removeAt(tree, [...'ab']))).toBe('ay');
		expect(textOf(removeAt(tree, [...'abc']))).toBe('a(bxz|y)');
		expect(textOf(removeAt(tree, ['a']))).toBe('');
		expect(removeAt(tree, [...'aq'])).toEqual(tree);
	});

	it('keeps comments and drawings with their positions', () => {
		const shapes = [{ brush: 'red', from: 'a1', to: 'b2' }] as const;
		let noted = changeAt(tree, [...'abx'], () => ({ comment: 'better', shapes }));
		noted = changeAt(noted, [], () => ({ comment: 'start' }));
		noted = addLine(promote(noted, [...'abx']), plies('abxq'));
		expect(nodeAt(noted, [...'abx'])).toMatchObject({ comment: 'better', shapes });
		expect(noted.comment).toBe('start');
		expect(nodeAt(noted, [...'ab'])?.comment).toBe('');
	});

	it('is plain as long as it is one line without notes', () => {
		expect([isPlain(emptyTree), isPlain(treeOf('abc')), isPlain(tree)]).toEqual([true, true, false]);
		expect(isPlain(changeAt(treeOf('abc'), [...'abc'], () => ({ comment: 'end' })))).toBe(false);
	});

	it('tells the beginning of a line', () => {
		expect(isAlong([...'ab'], [...'abc'])).toBe(true);
		expect(isAlong([...'abc'], [...'ab'])).toBe(false);
	});
});
