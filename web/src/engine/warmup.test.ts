import { expect, it } from 'vitest';
import type { Rules } from './client';
import type { GameInfo, Picks, PositionView } from './protocol';
import { warmUpRules } from './warmup';

it('calls everything that making a move needs once', async () => {
	const asked: string[] = [];
	const note = (what: string, picks: Picks) => asked.push(`${what} ${Object.keys(picks).join('+')}`.trim());
	const rules = {
		games: async () => [{ id: 'a', slots: [{ id: 'from' }, { id: 'to' }, { id: 'dot' }] }] as GameInfo[],
		position: async () => {
			asked.push('position');
			return {
				text: 'start',
				moves: [{ text: 'a1-a5', picks: { from: 'a1', to: 'a5' } }],
			} as unknown as PositionView;
		},
		refusals: async (_game: string, _position: string, picks: Picks) => note('refusals', picks),
		preview: async (_game: string, _position: string, picks: Picks) => note('preview', picks),
		match: async ({ moves }: { moves: string[] }) => asked.push(`match ${moves}`),
	};
	await warmUpRules(rules as unknown as Rules, async () => {
		asked.push('idle');
	});
	const requests = asked.filter((what) => what !== 'idle');
	expect(asked, 'the page comes first').toEqual(requests.flatMap((request) => ['idle', request]));
	expect(requests).toEqual([
		'position',
		'refusals',
		'preview',
		'refusals from',
		'preview from',
		'refusals from+to',
		'preview from+to',
		'match a1-a5',
	]);
});
