import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { api } from '../../../net/api';
import { eventually } from '../../local/testing/eventually';
import ReportDialog from './ReportDialog.svelte';

it('that is answered late concerns the player it was about', async () => {
	const user = userEvent.setup();
	let answer: (() => void) | undefined;
	vi.spyOn(api, 'post').mockImplementation(
		() =>
			new Promise((resolve) => {
				answer = () => resolve({} as never);
			}),
	);
	const put = vi.spyOn(api, 'put').mockResolvedValue({} as never);
	vi.spyOn(api, 'get').mockResolvedValue({ blocks: [] } as never);
	const { rerender } = render(ReportDialog, { player: { id: 'ann', name: 'Ann' }, open: true });
	await user.click(screen.getByRole('checkbox'));
	await user.click(screen.getByRole('button', { name: 'Send the report' }));
	await rerender({ player: { id: 'bob', name: 'Bob' } });
	await user.type(screen.getByRole('textbox'), 'about Bob');
	answer?.();
	await eventually(() => expect(put).toHaveBeenCalled());
	expect(put.mock.calls[0]?.[0]).toContain('ann');
	await eventually(() =>
		expect(screen.getByRole('button', { name: 'Send the report' })).toHaveProperty('disabled', false),
	);
	expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('about Bob');
});
