import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRevisions } from '../../kernel/revisions';
import { go, route } from '../../kernel/router.svelte';
import { eventually } from '../../match/local/testing/eventually';
import { fakeRules } from '../../match/local/testing/fakes';
import { newStudies, type Studies } from './studies.svelte';
import { StudyError } from './studyLink';
import { MissingStudy, StudySource } from './studySource.svelte';
import type { StudyText } from './studyText';

let revisions: MemoryRevisions<StudyText>;
let studies: Studies;
const failed = vi.fn();

/** Another tab of the same device. */
function tab(): Studies {
	return newStudies({
		revisions: async () => revisions,
		channel: null,
		now: () => 0,
		failed,
		erased: () => false,
	});
}

beforeEach(() => {
	sessionStorage.clear();
	revisions = new MemoryRevisions();
	studies = tab();
});

/** The study at the address of the page. */
async function openHere(at = studies): Promise<StudySource> {
	const source = new StudySource('quantik', fakeRules(), at);
	await source.show(route.query);
	return source;
}

async function visit(query: Record<string, string>, at = studies): Promise<StudySource> {
	go('/analyse/quantik', query);
	return openHere(at);
}

/** Makes a move, which changes the address. */
async function play(source: StudySource, move: string): Promise<void> {
	source.study.play(move);
	await source.show(route.query);
	source.save();
}

async function stored(): Promise<StudyText | null | undefined> {
	const id = route.query.get('study') ?? '';
	return (await revisions.newest(id))?.value;
}

/** Makes the store wait with an answer, after some others, until the returned function is called. */
function holdAnswer(after = 0): () => void {
	const read = revisions.newest.bind(revisions);
	let goOn = () => {};
	const held = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	const newest = vi.spyOn(revisions, 'newest');
	for (let i = 0; i < after; i++) newest.mockImplementationOnce(read);
	newest.mockImplementationOnce((id) => held.then(() => read(id)));
	return goOn;
}

/** A saved study with a variation on the board. */
async function openSaved(): Promise<StudySource> {
	const source = await visit({ moves: 'S@a1_S@b2', ply: '1' });
	await play(source, 'S@c3');
	await source.keep('Mine');
	await source.show(route.query);
	return source;
}

describe('a saved study', () => {
	it('stays on the board where it was, and is there after a reload', async () => {
		const source = await openSaved();
		expect([source.saved, source.name, source.study.path]).toEqual([true, 'Mine', ['S@a1', 'S@c3']]);
		const again = await openHere();
		expect(again.study.root).toEqual(source.study.root);
		expect(again.study.path).toEqual(['S@a1', 'S@c3']);
		expect(studies.all.map(({ value }) => value.name)).toEqual(['Mine']);
	});

	it('saves every change', async () => {
		const source = await openSaved();
		source.study.comment('Interesting');
		source.save();
		await play(source, 'S@d4');
		await eventually(async () => expect((await stored())?.moves).toHaveLength(4));
		expect((await stored())?.moves.map(({ comment }) => comment)).toContain('Interesting');
	});

	it('starts at its start', async () => {
		await openSaved();
		const study = route.query.get('study') ?? '';
		const source = await visit({ study });
		expect([source.study.path, source.study.plies.length]).toEqual([[], 2]);
	});

	it('shows what another tab saved', async () => {
		const [source, other] = [await openSaved(), await openHere(tab())];
		other.study.comment('From elsewhere');
		other.save();
		await eventually(async () =>
			expect((await revisions.newest(route.query.get('study') ?? ''))?.revision).toBe(2),
		);
		source.study.comment('Too late');
		source.save();
		await eventually(() => expect(source.study.node.comment).toBe('From elsewhere'));
		expect(source.saved).toBe(true);
	});

	it('goes on being saved if somebody steps on while it is read again', async () => {
		const [source, other] = [await openSaved(), await openHere(tab())];
		other.study.comment('From elsewhere');
		other.save();
		const id = route.query.get('study') ?? '';
		await eventually(async () => expect((await revisions.newest(id))?.revision).toBe(2));
		const goOn = holdAnswer(1);
		await studies.catchUp();
		expect(source.saved).toBe(false);
		const played = play(source, 'S@d4');
		goOn();
		await played;
		expect([source.saved, source.name, source.study.path.at(-1)]).toEqual([true, 'Mine', 'S@d4']);
		await eventually(async () => expect((await stored())?.moves).toHaveLength(4));
		expect((await stored())?.moves.map(({ comment }) => comment)).toContain('From elsewhere');
	});

	it('is shown if the back button is pressed while it loads', async () => {
		await openSaved();
		const { query } = route;
		const source = new StudySource('quantik', fakeRules(), studies);
		const first = source.show(query);
		await source.show(new URLSearchParams({ ...Object.fromEntries(query), ply: '1' }));
		await first;
		expect([source.saved, source.name, source.study.path]).toEqual([true, 'Mine', ['S@a1']]);
		expect(source.study.root.next[0]?.next).toHaveLength(2);
	});

	it('gives way to what is opened while it loads', async () => {
		await openSaved();
		const source = new StudySource('quantik', fakeRules(), studies);
		const goOn = holdAnswer();
		const first = source.show(route.query);
		go('/analyse/quantik', { moves: 'S@d4' });
		await source.show(route.query);
		goOn();
		await first;
		await source.show(route.query);
		expect(source.study.root.next).toHaveLength(1);
		expect([source.saved, source.name, source.study.path]).toEqual([false, '', ['S@d4']]);
	});

	it('is not opened any more when the page is left', async () => {
		await openSaved();
		const source = new StudySource('quantik', fakeRules(), studies);
		const shown = source.show(route.query);
		source.close();
		await shown;
		expect(source.saved).toBe(false);
	});

	it('has what was added while it was being stored', async () => {
		const source = await visit({ moves: 'S@a1_S@b2', ply: '1' });
		const storing = source.keep('Mine');
		source.study.comment('Added');
		source.study.play('S@c3');
		const played = source.show(route.query);
		await Promise.all([storing, played]);
		await source.show(route.query);
		source.save();
		expect([source.saved, source.study.path]).toEqual([true, ['S@a1', 'S@c3']]);
		await eventually(async () => expect((await stored())?.moves).toHaveLength(3));
		expect((await stored())?.moves.map(({ comment }) => comment)).toContain('Added');
	});

	it.each(['before', 'while'] as const)('stays when another game is opened %s it is stored', async (when) => {
		const source = await visit({ moves: 'S@a1_S@b2' });
		const storing = source.keep('Mine');
		go('/analyse/quantik', { moves: 'S@d4' });
		const other = source.show(route.query);
		if (when === 'before') await other;
		await Promise.all([storing, other]);
		await source.show(route.query);
		source.save();
		const [study] = studies.all;
		const moves = async () => (await revisions.newest(study?.id ?? ''))?.value?.moves.map(({ move }) => move);
		await eventually(async () => expect(await moves()).toEqual(expect.arrayContaining(['S@a1', 'S@b2'])));
	});

	it('is stored, but not opened, if the page is left meanwhile', async () => {
		const source = await visit({ moves: 'S@a1' });
		const storing = source.keep('Mine');
		go('/learn');
		await storing;
		expect([route.path, source.saved]).toEqual([['learn'], false]);
		expect(studies.all.map(({ value }) => value.name)).toEqual(['Mine']);
	});

	it('is not touched by games that are opened later', async () => {
		const source = await openSaved();
		const before = await stored();
		const { query } = route;
		go('/analyse/quantik', { moves: 'S@d4' });
		await source.show(route.query);
		source.save();
		expect([source.saved, source.name, source.study.path]).toEqual([false, '', ['S@d4']]);
		await source.show(query);
		expect(await stored()).toBeUndefined();
		go('/analyse/quantik', Object.fromEntries(query));
		expect(await stored()).toEqual(before);
		expect(source.study.path).toEqual(['S@a1', 'S@c3']);
	});

	it('is missed when it was deleted', async () => {
		const source = await openSaved();
		await studies.set(route.query.get('study') ?? '', null);
		await eventually(() => expect(source.problem).toBeInstanceOf(MissingStudy));
		expect((await visit({ study: 'nowhere' })).problem).toBeInstanceOf(MissingStudy);
	});
});

describe('a shared study', () => {
	it('is the same at another device, and can be kept there', async () => {
		const source = await openSaved();
		const link = new URL(await source.link(''));
		const shared = new URLSearchParams(link.hash.split('?')[1]).get('shared') ?? '';
		revisions = new MemoryRevisions();
		const elsewhere = tab();
		const visitor = await visit({ shared }, elsewhere);
		expect([visitor.shared, visitor.saved, visitor.name]).toEqual([true, false, 'Mine']);
		expect(visitor.study.root).toEqual(source.study.root);
		await play(visitor, 'S@d4');
		expect(route.query.get('shared')).toBe(shared);
		expect(elsewhere.all).toEqual([]);
		await visitor.keep('Mine, too');
		await visitor.show(route.query);
		expect([visitor.saved, visitor.name, visitor.study.path]).toEqual([true, 'Mine, too', ['S@d4']]);
	});

	it('is refused with a reason if it is broken or of another game', async () => {
		expect((await visit({ shared: 'zrubbish' })).problem).toBeInstanceOf(StudyError);
		const source = await openSaved();
		const shared = new URL(await source.link('')).hash.split('shared=')[1] ?? '';
		const other = new StudySource('quixo', fakeRules(), studies);
		await other.show(new URLSearchParams({ shared }));
		expect(other.problem).toBeInstanceOf(StudyError);
		await other.show(new URLSearchParams({ moves: 'S@a1' }));
		expect(other.problem).toBeNull();
	});
});

describe('an analysis that was not saved', () => {
	it('is there after a reload, with its variations and comments', async () => {
		const source = await visit({ moves: 'S@a1_S@b2', ply: '1' });
		await play(source, 'S@c3');
		source.study.comment('Better.');
		source.save();
		const { root, path } = source.study;
		const again = await openHere();
		expect([again.study.root, again.study.path, again.saved]).toEqual([root, path, false]);
		expect(again.study.game?.moves).toEqual(['S@a1', 'S@b2']);
		// Another game is still another game.
		const other = await visit({ moves: 'S@d4' });
		expect(other.study.path).toEqual(['S@d4']);
		expect(other.study.root.next).toHaveLength(1);
	});

	it('is there, too, if the browser had not got its last address yet', async () => {
		const source = await visit({ moves: 'S@a1_S@b2', ply: '1' });
		await play(source, 'S@c3');
		const address = location.hash;
		await play(source, 'S@d4');
		source.study.comment('Better.');
		source.save();
		// The address that a reload opens.
		expect([location.hash, route.hash === address]).toEqual([address, false]);
		history.replaceState(null, '', '#/');
		dispatchEvent(new PopStateEvent('popstate'));
		history.replaceState(null, '', address);
		dispatchEvent(new PopStateEvent('popstate'));
		expect(route.hash).toBe(address);
		const again = await openHere();
		expect(again.study.root).toEqual(source.study.root);
	});

	it('survives with what was added to a shared study', async () => {
		const shared = new URL(await (await openSaved()).link('')).hash.split('shared=')[1] ?? '';
		const visitor = await visit({ shared: decodeURIComponent(shared) });
		await play(visitor, 'S@d4');
		const again = await openHere();
		expect(again.study.root).toEqual(visitor.study.root);
		expect([again.shared, again.saved, again.name]).toEqual([true, false, 'Mine']);
	});

	it('does not replace what a link says', async () => {
		sessionStorage.setItem('plateau.analysis', '{"addresses":["#/analyse/quantik?moves=S%40a1"],"study":{}}');
		const source = await visit({ moves: 'S@a1' });
		expect([source.problem, source.study.path]).toEqual([null, ['S@a1']]);
	});
});
