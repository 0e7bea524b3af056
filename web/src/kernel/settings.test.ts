import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
	vi.resetModules();
	localStorage.clear();
});

async function saved(value: unknown) {
	localStorage.setItem('plateau.settings', JSON.stringify(value));
	const { settings } = await import('./settings.svelte');
	return settings;
}

it('keeps what was chosen', async () => {
	const chosen = {
		volume: 0.4,
		boardTheme: 'sea',
		pieceTheme: 'ivory',
		animation: 'slow',
		coordinates: false,
	};
	expect(await saved(chosen)).toMatchObject(chosen);
});

it('uses defaults for what it does not know', async () => {
	const wrong = { volume: 7, boardTheme: 'gold', pieceTheme: 3, animation: 'never', coordinates: 'no' };
	expect(await saved(wrong)).toMatchObject({
		volume: 1,
		boardTheme: 'natural',
		pieceTheme: 'natural',
		animation: 'normal',
		coordinates: true,
	});
});
