// A rulebook as sections with blocks; consecutive items become one list.

import type { BookBlock } from '../../engine/protocol';

export type Passage =
	| { kind: 'list'; items: string[] }
	| { kind: 'paragraph' | 'ruling'; text: string }
	| { kind: 'answer'; question: string; text: string }
	| { kind: 'figure'; block: BookBlock };

export interface Chapter {
	/** '' for blocks before the first section. */
	heading: string;
	passages: Passage[];
}

export function titleOf(blocks: BookBlock[]): string {
	return blocks.find((block) => block.kind === 'title')?.text ?? '';
}

/** What people want to know first: players, playing time. */
export function factsOf(blocks: BookBlock[]): { label: string; text: string }[] {
	return blocks.filter(({ kind }) => kind === 'fact').map(({ label, text }) => ({ label, text }));
}

export function chapters(blocks: BookBlock[]): Chapter[] {
	const found: Chapter[] = [];
	for (const block of blocks) {
		if (block.kind === 'title' || block.kind === 'fact') continue;
		if (block.kind === 'section') found.push({ heading: block.text, passages: [] });
		else add(found.at(-1) ?? begin(found), block);
	}
	return found;
}

function begin(found: Chapter[]): Chapter {
	const chapter = { heading: '', passages: [] };
	found.push(chapter);
	return chapter;
}

function add({ passages }: Chapter, block: BookBlock): void {
	const last = passages.at(-1);
	if (block.kind === 'item' && last?.kind === 'list') last.items.push(block.text);
	else if (block.kind === 'item') passages.push({ kind: 'list', items: [block.text] });
	else if (block.kind === 'figure') passages.push({ kind: 'figure', block });
	else if (block.kind === 'answer')
		passages.push({ kind: 'answer', question: block.label, text: block.text });
	else passages.push({ kind: block.kind === 'ruling' ? 'ruling' : 'paragraph', text: block.text });
}
