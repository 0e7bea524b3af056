import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channel } from '../../kernel/collection.svelte';
import { MemoryRevisions } from '../../kernel/revisions';
import { LocalGames } from './games.svelte';
import type { SavedGame } from './saved';
import { defaultSetup, newGame } from './setup';
import { eventually } from './testing/eventually';
import { quantik, quixo } from './testing/fakes';

/** A device on which several tabs are open. */
class Device {
	revisions = new MemoryRevisions<SavedGame>();
	time = 1_000_000;
	failed = vi.fn();
	/** Whether the tabs know that everything was erased. */
	erased = false;
	#channels: Channel[] = [];

	tab({ deaf = false } = {}): LocalGames {
		const channel: Channel = {
			postMessage: (data) => {
				for (const other of this.#channels)
					if (other !== channel) other.onmessage?.({ data } as MessageEvent<string>);
			},
			onmessage: null,
		};
		if (!deaf) this.#channels.push(channel);
		const { failed } = this;
		return new LocalGames({
			revisions: async () => this.revisions,
			channel: deaf ? null : channel,
			now: () => this.time++,
			failed,
			erased: () => this.erased,
		});
	}

	/** The moves that are stored. */
	async moves(id: string): Promise<string[] | undefined> {
		return (await this.revisions.newest(id))?.value?.match.moves;
	}
}

const environment = { random: () => 0, today: () => new Date(0) };
const game = newGame(quixo, { ...defaultSetup(quixo), clock: '5+5' as const }, environment);

function played(...moves: string[]): SavedGame {
	const times = [...moves, ''].map(() => [300_000, 300_000]);
	return { ...game, clock: game.clock && { ...game.clock, times }, match: { ...game.match, moves } };
}

function spent(saved: SavedGame, milliseconds: number): SavedGame {
	return { ...saved, clock: saved.clock && { ...saved.clock, spent: milliseconds } };
}

const never = () => {
	throw new Error('no other tab was faster');
};

let device: Device;
beforeEach(() => {
	localStorage.clear();
	device = new Device();
});

describe('the games on a device', () => {
	it('are listed, last changed first, unless nothing was played', async () => {
		const tab = device.tab();
		const [first, second] = [await tab.start(played('a')), await tab.start(played('b'))];
		await tab.start(game);
		await tab.start({ ...played('c'), over: true });
		expect(tab.running.map(({ id }) => id)).toEqual([second, first]);
		(await tab.open(first, never))?.save(played('a', 'b'));
		expect(tab.running.map(({ id }) => id)).toEqual([first, second]);
		const next = device.tab();
		await next.load();
		expect(next.running.map(({ id }) => id)).toEqual([first, second]);
	});

	it('are the same in another tab at once', async () => {
		const [one, two] = [device.tab(), device.tab()];
		await two.load();
		const id = await one.start(played('a'));
		await eventually(() => expect(two.running).toHaveLength(1));
		await two.delete(id);
		await eventually(() => expect(one.running).toHaveLength(0));
		expect(await one.open(id, never)).toBeNull();
	});

	it('lose only what nobody misses', async () => {
		const tab = device.tab();
		const begun = await tab.start(played('a'));
		const unused = await tab.start(game);
		const deleted = await tab.start(played('b'));
		await tab.delete(deleted);
		for (let i = 0; i < 25; i++) await tab.start({ ...played('c'), over: true });
		device.time += 7 * 86_400_000;
		const later = device.tab();
		await later.load();
		expect(later.running.map(({ id }) => id)).toEqual([begun]);
		expect(later.all).toHaveLength(21);
		expect(await device.revisions.newest(unused)).toBeNull();
		expect(await device.revisions.newest(deleted)).toBeNull();
	});

	it('are not kept without end if nobody goes on with them', async () => {
		const tab = device.tab();
		const ids: string[] = [];
		for (let i = 0; i < 23; i++) ids.push(await tab.start(played('a')));
		// On the same day somebody may play all of them.
		const soon = device.tab();
		await soon.load();
		expect(soon.running).toHaveLength(23);
		(await soon.open(ids[0], never))?.save(played('a', 'b'));
		await eventually(async () => expect(await device.moves(ids[0] ?? '')).toEqual(['a', 'b']));
		device.time += 7 * 86_400_000;
		const later = device.tab();
		await later.load();
		// The last one first.
		expect(later.running.map(({ id }) => id)).toEqual([ids[0], ...ids.slice(4).reverse()]);
		expect(await device.revisions.all()).toHaveLength(20);
	});

	it('include the one that earlier versions kept', async () => {
		localStorage.setItem('plateau.game', JSON.stringify(played('a')));
		const [one, two] = [device.tab(), device.tab()];
		await Promise.all([one.load(), two.load()]);
		expect(one.running.map((found) => found.game)).toEqual([played('a')]);
		expect(two.running).toHaveLength(1);
		expect(localStorage.getItem('plateau.game')).toBeNull();
	});

	it.each([
		['no JSON', '{'],
		['another shape', '{"match":{}}'],
		['clocks that do not fit', JSON.stringify({ ...game, clock: { ...game.clock, times: [] } })],
		[
			'an unknown player',
			JSON.stringify({ ...game, players: [{ kind: 'person' }, { kind: 'computer', level: '9' }] }),
		],
		[
			'a strange ending',
			JSON.stringify({ ...game, match: { ...game.match, closing: { how: 'magic', seat: 0 } } }),
		],
	])('do not include one with %s', async (_, stored) => {
		localStorage.setItem('plateau.game', stored);
		const tab = device.tab();
		await tab.load();
		expect(tab.all).toEqual([]);
	});
});

describe('a game in two tabs', () => {
	it('is not rolled back by a tab that is behind and closes', async () => {
		// The first tab is asleep: it hears nothing of the others.
		const [asleep, awake] = [device.tab({ deaf: true }), device.tab()];
		const id = await awake.start(played('a'));
		const newer = vi.fn();
		const old = await asleep.open(id, newer);
		const current = await awake.open(id, never);
		current?.save(played('a', 'b'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b']));
		old?.close();
		old?.save(spent(played('a'), 5_000));
		await eventually(() => expect(newer).toHaveBeenCalledOnce());
		expect(await device.moves(id)).toEqual(['a', 'b']);
		// Nor later.
		old?.save(played('a', 'x'));
		current?.save(played('a', 'b', 'c'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b', 'c']));
	});

	it('is opened again in the tab that is behind', async () => {
		const [one, two] = [device.tab(), device.tab()];
		const id = await one.start(played('a'));
		const newer = vi.fn();
		await two.open(id, newer);
		const current = await one.open(id, never);
		current?.save(played('a', 'b'));
		await eventually(() => expect(newer).toHaveBeenCalledOnce());
		expect((await two.open(id, never))?.game.match.moves).toEqual(['a', 'b']);
	});

	it('tells a tab that wakes up', async () => {
		const [asleep, awake] = [device.tab({ deaf: true }), device.tab()];
		const id = await awake.start(played('a'));
		const newer = vi.fn();
		await asleep.open(id, newer);
		(await awake.open(id, never))?.save(played('a', 'b'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b']));
		expect(newer).not.toHaveBeenCalled();
		await asleep.catchUp();
		expect(newer).toHaveBeenCalledOnce();
	});

	it('keeps a move that was made while the other tab stored its clock', async () => {
		const [one, two] = [device.tab({ deaf: true }), device.tab({ deaf: true })];
		const id = await one.start(played('a'));
		const own = await one.open(id, never);
		const other = await two.open(id, never);
		other?.save(spent(played('a'), 5_000));
		await eventually(async () =>
			expect((await device.revisions.newest(id))?.value?.clock?.spent).toBe(5_000),
		);
		own?.save(played('a', 'b'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b']));
	});

	it('goes on in both if they make the same move', async () => {
		const [one, two] = [device.tab({ deaf: true }), device.tab({ deaf: true })];
		const id = await one.start(played('a'));
		const [own, other] = [await one.open(id, never), await two.open(id, never)];
		own?.save(played('a', 'b'));
		other?.save(played('a', 'b'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b']));
		other?.save(played('a', 'b', 'c'));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b', 'c']));
	});

	it('saves the last of several changes', async () => {
		const tab = device.tab();
		const id = await tab.start(newGame(quantik, defaultSetup(quantik), environment));
		const opened = await tab.open(id, never);
		for (const moves of [['a'], ['a', 'b'], ['a', 'b', 'c']]) opened?.save(played(...moves));
		await eventually(async () => expect(await device.moves(id)).toEqual(['a', 'b', 'c']));
	});
});

describe('erasing all games', () => {
	it('is not undone by a tab that saves its clock before it hears of it', async () => {
		const [other, tab] = [device.tab({ deaf: true }), device.tab()];
		const id = await tab.start(played('a'));
		const newer = vi.fn();
		const opened = await other.open(id, newer);
		await tab.erase();
		expect(tab.all).toEqual([]);
		opened?.save(spent(played('a'), 5_000));
		await eventually(() => expect(newer).toHaveBeenCalledOnce());
		expect(await device.moves(id)).toBeUndefined();
		const next = device.tab();
		await next.load();
		expect(next.all).toEqual([]);
	});

	it('is not undone by a tab that slept for days', async () => {
		const [other, tab] = [device.tab({ deaf: true }), device.tab()];
		const id = await tab.start(played('a'));
		const opened = await other.open(id, never);
		await tab.erase();
		device.time += 2 * 86_400_000;
		await device.tab().load();
		expect(await device.revisions.all()).toEqual([]);
		// It loads again, and saves its clock when it leaves.
		device.erased = true;
		opened?.save(spent(played('a'), 5_000));
		await other.catchUp();
		expect(await device.revisions.all()).toEqual([]);
	});
});

it('is played on when nothing can be stored', async () => {
	const tab = device.tab();
	vi.spyOn(device.revisions, 'add').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
	const id = await tab.start(played('a'));
	const opened = await tab.open(id, never);
	expect(opened?.game.match.moves).toEqual(['a']);
	opened?.save(played('a', 'b'));
	expect(tab.running[0]?.game.match.moves).toEqual(['a', 'b']);
	expect(device.failed).toHaveBeenCalled();
});
