import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { go } from '../../../kernel/router.svelte';
import { eventually } from '../../../match/local/testing/eventually';
import { bob, FakeTable, openTable } from '../../../match/online/testing/fakes';
import { api } from '../../../net/api';
import type { StreamListener, StreamOptions } from '../../../net/stream';
import type { TableMessage } from '../../../net/types';
import TablePage from './TablePage.svelte';

const fake = new FakeTable(openTable());

vi.mock('../../../engine', () => import('../../../match/local/testing/engine'));
vi.mock('../../../net/server', () => ({
	fetchServerInfo: async () => ({ name: 'Plateau', games: ['quixo'], notices: [], guests: true }),
}));
vi.mock('../../../net/stream', () => ({
	Stream: class {
		constructor(_: string, listener: StreamListener<TableMessage>, options: StreamOptions) {
			Object.assign(this, fake.stream(listener, options));
		}
	},
}));

it('the page of a table stays when a new visitor becomes a player', async () => {
	const user = userEvent.setup();
	vi.spyOn(api, 'post').mockImplementation(fake.env().api.post);
	go('/table/T');
	render(TablePage);
	await eventually(() => expect(fake.opened).toBe(1));
	fake.connect();
	const field = await screen.findByRole('textbox', { name: 'Your name' });
	await user.type(field, 'Bob');
	vi.mocked(api.post).mockImplementationOnce(async () => ({ player: bob }) as never);
	await user.click(screen.getByRole('button', { name: 'Sit down and play' }));
	await eventually(() => expect(fake.last.path).toBe('tables/T/sit'));
	expect(field.isConnected).toBe(true);
});
