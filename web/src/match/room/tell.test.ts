import { beforeEach, expect, it } from 'vitest';
import { messages, toast } from '../../kernel/announce.svelte';
import { tell, withdraw } from './tell';

const shown = () => messages.toasts.map(({ text }) => text);

beforeEach(() => {
	messages.toasts = [];
});

it('replaces the last message about the game, and nothing else', () => {
	toast('A new version is ready.');
	tell('The draw was declined.');
	tell('It is not your turn.', 'error');
	expect(shown()).toEqual(['A new version is ready.', 'It is not your turn.']);
});

it('is withdrawn once the game has gone on', () => {
	tell('It is not your turn.', 'error');
	withdraw();
	expect(shown()).toEqual([]);
});
