import { expect, it } from 'vitest';
import type { BookBlock } from '../../engine/protocol';
import { chapters, factsOf, titleOf } from './chapters';
import { blocks, figure } from './testing/fakes';

it('groups blocks into sections and items into lists', () => {
	expect(titleOf(blocks)).toBe('Quantik');
	expect(factsOf(blocks)).toEqual([{ label: 'Players', text: '2' }]);
	expect(chapters([...blocks, figure])).toEqual([
		{
			heading: 'Aim',
			passages: [
				{ kind: 'paragraph', text: 'Be clever.' },
				{ kind: 'list', items: ['First this.', 'Then that.'] },
				{ kind: 'ruling', text: 'We say so.' },
				{ kind: 'answer', question: 'May I pass?', text: 'No.' },
				{ kind: 'figure', block: figure },
			],
		},
	]);
});

it('keeps blocks before the first section', () => {
	const paragraph: BookBlock = { kind: 'paragraph', label: '', text: 'Hello.', position: '', moves: [] };
	expect(chapters([paragraph])).toEqual([{ heading: '', passages: [{ kind: 'paragraph', text: 'Hello.' }] }]);
});
