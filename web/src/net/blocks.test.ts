import { expect, it, vi } from 'vitest';
import { api } from './api';
import { blocks, loadBlocks, setBlock } from './blocks.svelte';
import { setPlayer } from './me.svelte';

it('shows somebody as muted although a list from before comes later', async () => {
	setPlayer({ id: 'ann', name: 'Ann', registered: false, since: 0 });
	let answer = (_: object) => {};
	const late = new Promise((resolve) => {
		answer = resolve;
	});
	vi.spyOn(api, 'put').mockResolvedValue({});
	vi.spyOn(api, 'get')
		.mockReturnValueOnce(late)
		.mockResolvedValueOnce({ blocks: [{ player: 'ben', name: 'Ben', kind: 'mute' }] });
	const loaded = loadBlocks();
	await setBlock('ben', 'mute');
	answer({ blocks: [] });
	await loaded;
	expect(blocks.kindOf('ben')).toBe('mute');
	vi.restoreAllMocks();
});
