// Runs alone: it replaces how elements are animated.
import { render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { animationScale, settings } from '../kernel/settings.svelte';
import Settings from './Settings.svelte';

const vibrate = vi.fn();

beforeEach(() => {
	vibrate.mockReset();
	Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
	Element.prototype.animate = vi.fn(
		() => ({ finished: Promise.resolve(), cancel: () => {} }) as unknown as Animation,
	);
	render(Settings);
});

const choose = (group: string, name: string) =>
	userEvent.setup().click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name }));

it('changes the themes of boards and pieces at once', async () => {
	await choose('Board', 'Walnut');
	await choose('Pieces', 'High contrast');
	expect(settings).toMatchObject({ boardTheme: 'walnut', pieceTheme: 'contrast' });
	expect(document.documentElement.dataset).toMatchObject({ board: 'walnut', pieces: 'contrast' });
});

it('shows how fast pieces move', async () => {
	await choose('Animations', 'Slow');
	expect(animationScale()).toBeGreaterThan(1);
	expect(Element.prototype.animate).toHaveBeenCalledOnce();
	await choose('Animations', 'Off');
	expect(animationScale()).toBe(0);
	await userEvent.setup().click(screen.getByRole('button', { name: 'Preview the animation' }));
	expect(Element.prototype.animate).toHaveBeenCalledOnce();
});

it('shows and hides coordinates and targets on the preview', async () => {
	const count = (what: string) => document.querySelectorAll(`.board ${what}`).length;
	expect([count('.labels'), count('.target')]).not.toContain(0);
	await choose('Coordinates', 'Off');
	await choose('Show where you can move', 'Off');
	expect([count('.labels'), count('svg .target')]).toEqual([0, 0]);
});

it('vibrates only if that is wanted', async () => {
	await choose('Vibration', 'Off');
	expect(vibrate).not.toHaveBeenCalled();
	await choose('Vibration', 'On');
	expect(vibrate).toHaveBeenCalledOnce();
});
