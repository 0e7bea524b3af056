import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rules, Thinker } from '../../engine/client';
import type { Step } from '../../engine/protocol';
import { messages } from '../../kernel/announce.svelte';
import { go } from '../../kernel/router.svelte';
import { nextTask } from '../../kernel/tasks';
import { later } from '../../match/local/testing/later';
import Guided from './Guided.svelte';
import { fakeRules } from './testing/fakes';

const engine = vi.hoisted(() => ({ rules: {} as Rules, thinker: {} as Thinker }));
vi.mock('../../engine', () => engine);

const said: Step = {
	id: 'hello',
	game: 'quantik',
	prompt: 'Hello!',
	position: 'start',
	unless: '',
	kind: 'say',
	hint: '',
};
const steps: Step[] = [said, { ...said, id: 'place', prompt: 'Place a piece.', position: '', kind: 'move' }];

beforeEach(() => {
	Object.assign(engine.rules, fakeRules(), {
		guided: async () => steps,
		guideReply: async () => ({ moves: [], again: false, stuck: false }),
	});
	messages.spoken = '';
	go('/guided/quantik');
});

const goOn = async () => userEvent.click(await screen.findByRole('button', { name: 'Go on' }));

describe('the page of a guided game', () => {
	it('begins again after the rules have failed', async () => {
		vi.spyOn(engine.rules, 'guideReply').mockRejectedValueOnce(new Error('the engine has stopped'));
		render(Guided);
		await goOn();
		await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
		expect(await screen.findByText('Hello!')).toBeTruthy();
		await goOn();
		expect(await screen.findByText('Place a piece.')).toBeTruthy();
	});

	it('says nothing on the next page', async () => {
		const { unmount } = render(Guided);
		const answer = later(engine.rules, 'guideReply');
		await goOn();
		unmount();
		answer();
		await nextTask();
		expect(messages.spoken).toBe('');
	});
});
