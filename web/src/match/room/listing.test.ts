import { expect, it } from 'vitest';
import type { PlyView } from '../../engine/protocol';
import { type ListedMove, mainMoves, plainMoves, variationMoves } from './listing';
import { addLine, changeAt, emptyTree } from './tree';

const plies = (moves: string): PlyView[] =>
	[...moves].map((text, seat) => ({
		seat: seat % 2,
		text,
		motions: [],
		cells: [],
		announces: false,
		position: '',
	}));
const treeOf = (...lines: string[]) => lines.reduce((tree, line) => addLine(tree, plies(line)), emptyTree);

/** A listing as text; "…" stands before moves that come after something else. */
function textOf(moves: ListedMove[]): string {
	const one = ({ node, variations, resumed }: ListedMove) => {
		const comment = node.comment && `{${node.comment}}`;
		const inner = variations.map((variation) => `(${textOf(variationMoves(variation))})`);
		return `${resumed ? '…' : ''}${node.ply.text}${comment}${inner.join('')}`;
	};
	return moves.map(one).join('');
}

it('lists the moves of a game one after the other', () => {
	expect(textOf(plainMoves(plies('abc')))).toBe('abc');
	expect(plainMoves(plies('abc'))[1]?.path).toEqual(['a', 'b']);
});

it('lists variations after the move they replace, and variations of variations', () => {
	const tree = treeOf('abcd', 'ax', 'ay', 'axyz', 'axq', 'abce');
	expect(textOf(mainMoves(tree, 4))).toBe('…ab(…xy(…q)…z)(…y)…cd(…e)');
	expect(textOf(mainMoves(treeOf('ab', 'cd'), 2))).toBe('…a(…cd)…b');
});

it('lists comments after their moves', () => {
	const tree = changeAt(treeOf('abc'), [...'ab'], () => ({ comment: 'good' }));
	expect(textOf(mainMoves(tree, 3))).toBe('…ab{good}…c');
});

it('lists what goes on after a game that was ended early as variations', () => {
	const tree = treeOf('abcd', 'abx');
	const moves = mainMoves(tree, 2);
	expect(textOf(moves)).toBe('…ab(…cd)(…x)');
	expect(moves[1]?.variations[0]?.from).toEqual(['a', 'b']);
});
