import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRevisions } from '../../kernel/revisions';
import { go, route } from '../../kernel/router.svelte';
import { eventually } from '../../match/local/testing/eventually';
import { fakeRules } from '../../match/local/testing/fakes';
import { Desk, MissingStudy } from './desk.svelte';
import { newStudies, type Studies } from './studies.svelte';
import { StudyError } from './studyLink';
import type { StudyText } from './studyText';

let revisions: MemoryRevisions<StudyText>;
let studies: Studies;
const failed = vi.fn();

/** Another tab of the same device. */
function tab(): Studies {
	return newStudies({ revisions: async () => revisions, channel: null, now: () => 0, failed });
}

beforeEach(() => {
	revisions = new MemoryRevisions();
	studies = tab();
});

/** A desk at the address of the page. */
async function deskHere(at = studies): Promise<Desk> {
	const desk = new Desk('quantik', fakeRules(), at);
	await desk.show(route.query);
	return desk;
}

async function visit(query: Record<string, string>, at = studies): Promise<Desk> {
	go('/analyse/quantik', query);
	return deskHere(at);
}

/** Makes a move, which changes the address. */
async function play(desk: Desk, move: string): Promise<void> {
	desk.study.play(move);
	await desk.show(route.query);
	desk.save();
}

async function stored(): Promise<StudyText | null | undefined> {
	const id = route.query.get('study') ?? '';
	return (await revisions.newest(id))?.value;
}

/** A saved study with a variation on the board. */
async function savedDesk(): Promise<Desk> {
	const desk = await visit({ moves: 'S@a1_S@b2', ply: '1' });
	await play(desk, 'S@c3');
	await desk.keep('Mine');
	await desk.show(route.query);
	return desk;
}

describe('a saved study', () => {
	it('stays on the board where it was, and is there after a reload', async () => {
		const desk = await savedDesk();
		expect([desk.saved, desk.name, desk.study.path]).toEqual([true, 'Mine', ['S@a1', 'S@c3']]);
		const again = await deskHere();
		expect(again.study.root).toEqual(desk.study.root);
		expect(again.study.path).toEqual(['S@a1', 'S@c3']);
		expect(studies.all.map(({ value }) => value.name)).toEqual(['Mine']);
	});

	it('saves every change', async () => {
		const desk = await savedDesk();
		desk.study.comment('Interesting');
		desk.save();
		await play(desk, 'S@d4');
		await eventually(async () => expect((await stored())?.moves).toHaveLength(4));
		expect((await stored())?.moves.map(({ comment }) => comment)).toContain('Interesting');
	});

	it('starts at its start', async () => {
		await savedDesk();
		const study = route.query.get('study') ?? '';
		const desk = await visit({ study });
		expect([desk.study.path, desk.study.plies.length]).toEqual([[], 2]);
	});

	it('shows what another tab saved', async () => {
		const [desk, other] = [await savedDesk(), await deskHere(tab())];
		other.study.comment('From elsewhere');
		other.save();
		await eventually(async () =>
			expect((await revisions.newest(route.query.get('study') ?? ''))?.revision).toBe(2),
		);
		desk.study.comment('Too late');
		desk.save();
		await eventually(() => expect(desk.study.node.comment).toBe('From elsewhere'));
		expect(desk.saved).toBe(true);
	});

	it('is not touched by games that are opened later', async () => {
		const desk = await savedDesk();
		const before = await stored();
		const { query } = route;
		go('/analyse/quantik', { moves: 'S@d4' });
		await desk.show(route.query);
		desk.save();
		expect([desk.saved, desk.name, desk.study.path]).toEqual([false, '', ['S@d4']]);
		await desk.show(query);
		expect(await stored()).toBeUndefined();
		go('/analyse/quantik', Object.fromEntries(query));
		expect(await stored()).toEqual(before);
		expect(desk.study.path).toEqual(['S@a1', 'S@c3']);
	});

	it('is missed when it was deleted', async () => {
		const desk = await savedDesk();
		await studies.set(route.query.get('study') ?? '', null);
		await eventually(() => expect(desk.problem).toBeInstanceOf(MissingStudy));
		expect((await visit({ study: 'nowhere' })).problem).toBeInstanceOf(MissingStudy);
	});
});

describe('a shared study', () => {
	it('is the same at another device, and can be kept there', async () => {
		const desk = await savedDesk();
		const link = new URL(await desk.link(''));
		const shared = new URLSearchParams(link.hash.split('?')[1]).get('shared') ?? '';
		revisions = new MemoryRevisions();
		const elsewhere = tab();
		const visitor = await visit({ shared }, elsewhere);
		expect([visitor.shared, visitor.saved, visitor.name]).toEqual([true, false, 'Mine']);
		expect(visitor.study.root).toEqual(desk.study.root);
		await play(visitor, 'S@d4');
		expect(route.query.get('shared')).toBe(shared);
		expect(elsewhere.all).toEqual([]);
		await visitor.keep('Mine, too');
		await visitor.show(route.query);
		expect([visitor.saved, visitor.name, visitor.study.path]).toEqual([true, 'Mine, too', ['S@d4']]);
	});

	it('is refused with a reason if it is broken or of another game', async () => {
		expect((await visit({ shared: 'zrubbish' })).problem).toBeInstanceOf(StudyError);
		const desk = await savedDesk();
		const shared = new URL(await desk.link('')).hash.split('shared=')[1] ?? '';
		const other = new Desk('quixo', fakeRules(), studies);
		await other.show(new URLSearchParams({ shared }));
		expect(other.problem).toBeInstanceOf(StudyError);
		await other.show(new URLSearchParams({ moves: 'S@a1' }));
		expect(other.problem).toBeNull();
	});
});
