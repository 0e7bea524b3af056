import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
	localStorage.clear();
	vi.resetModules();
});

it('is saved on the device', async () => {
	const first = await import('./progress.svelte');
	first.markDone('quantik', 'region', 2);
	first.markDone('quantik', 'region', 1);
	vi.resetModules();
	const later = await import('./progress.svelte');
	expect(later.doneTasks('quantik')).toEqual(['region']);
	expect(later.doneTasks('pivot')).toEqual([]);
});

it('is merged with that of another tab', async () => {
	const one = await import('./progress.svelte');
	vi.resetModules();
	const two = await import('./progress.svelte');
	one.markDone('quantik', 'region', 1);
	two.markDone('quantik', 'column', 1);
	two.markDone('pivot', 'flip', 1);
	dispatchEvent(new StorageEvent('storage', { key: 'plateau.lessons' }));
	for (const tab of [one, two]) {
		expect([...tab.doneTasks('quantik')].sort()).toEqual(['column', 'region']);
		expect(tab.doneTasks('pivot')).toEqual(['flip']);
	}
});

it.each(['7', '[]', '{"quantik":"region"}', '{"quantik":[1]}', '{damaged'])(
	'starts anew from %s',
	async (text) => {
		localStorage.setItem('plateau.lessons', text);
		const { doneTasks } = await import('./progress.svelte');
		expect(doneTasks('quantik')).toEqual([]);
	},
);
