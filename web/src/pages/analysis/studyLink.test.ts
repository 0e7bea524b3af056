import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeRules } from '../../match/local/testing/fakes';
import { decodeStudy, encodeStudy, longestLink, readStudy, StudyError, writeStudy } from './studyLink';
import { asStudy, limits, readTree, type StudyText, writeTree } from './studyText';

const study: StudyText = {
	plateau: 'study',
	version: 1,
	name: 'Öffnung “A” 🎲',
	game: 'quantik',
	start: '',
	players: ['Ann', 'Bob'],
	closing: { how: 'resignation', seat: 1, plies: 2 },
	comment: 'Where it begins',
	moves: [
		{ after: 0, move: 'S@a1', shapes: [{ brush: 'red', from: 'a1', to: 'b2' }] },
		{ after: 1, move: 'S@b2', comment: 'Best' },
		{ after: 1, move: 'S@c3' },
		{ after: 3, move: 'S@d4' },
		{ after: 2, move: 'S@d4' },
		{ after: 0, move: 'S@b2' },
	],
};

/** Numbers that are the same in every run. */
function* randoms(seed: number): Generator<number, never> {
	for (let state = seed; ; ) {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		yield state / 2_147_483_648;
	}
}

/** The reason why something is no study; null if it is one. */
async function faultOf(work: () => Promise<unknown> | unknown): Promise<string | null> {
	try {
		await work();
		return null;
	} catch (error) {
		expect(error).toBeInstanceOf(StudyError);
		return (error as StudyError).fault;
	}
}

afterEach(() => vi.unstubAllGlobals());

describe('a study', () => {
	it('is the same after a link and after a file', async () => {
		const link = await encodeStudy(study);
		expect(link).toMatch(/^z[\w-]+$/);
		expect(await decodeStudy(link)).toEqual(study);
		expect(readStudy(writeStudy(study))).toEqual(study);
	});

	it('is in a link without compression where the browser has none', async () => {
		const compressed = await encodeStudy(study);
		vi.stubGlobal('CompressionStream', undefined);
		vi.stubGlobal('DecompressionStream', undefined);
		const link = await encodeStudy(study);
		expect(link).toMatch(/^p[\w-]+$/);
		expect(await decodeStudy(link)).toEqual(study);
		expect(await faultOf(() => decodeStudy(compressed))).toBe('unsupported');
	});

	it('is the same after the rules have read its moves', async () => {
		const { root, played } = await readTree(study, fakeRules());
		expect(played.moves).toEqual(['S@a1', 'S@b2']);
		expect(root.next.map(({ ply }) => ply.text)).toEqual(['S@a1', 'S@b2']);
		const { root: again } = await readTree(writeTree(study.name, played, root), fakeRules());
		expect(again).toEqual(root);
		expect(root.next[0]?.next[0]?.comment).toBe('Best');
		expect(root.next[0]?.shapes).toEqual(study.moves[0]?.shapes);
	});

	it('is refused by the rules if a move is not legal', async () => {
		const broken = { ...study, moves: [...study.moves, { after: 4, move: 'rubbish' }] };
		await expect(readTree(broken, fakeRules())).rejects.toThrow();
	});

	it('can be too large for a link', async () => {
		const random = randoms(1);
		const noise = () =>
			Array.from({ length: 900 }, () => String.fromCharCode(33 + random.next().value * 90)).join('');
		const moves = Array.from({ length: 20 }, (_, i) => ({ after: 0, move: `S@${i}`, comment: noise() }));
		expect(await faultOf(() => encodeStudy({ ...study, moves }))).toBe('tooLarge');
		expect((await encodeStudy(study)).length).toBeLessThan(longestLink);
	});

	it('does not unpack more than it may contain', async () => {
		const bomb = JSON.stringify({ ...study, name: ' '.repeat(50 * limits.file) });
		const stream = new Blob([bomb]).stream().pipeThrough(new CompressionStream('deflate-raw'));
		const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
		const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
		expect(await faultOf(() => decodeStudy(`z${text}`))).toBe('tooLarge');
	});
});

describe('what is no study', () => {
	const variants: [string, unknown][] = [
		['nothing', null],
		['a list', [study]],
		['another thing', { ...study, plateau: 'game' }],
		['another version', { ...study, version: 2 }],
		['a name too long', { ...study, name: 'x'.repeat(limits.name + 1) }],
		['no players', { ...study, players: undefined }],
		['names that are none', { ...study, players: [1, 2] }],
		['a strange end', { ...study, closing: { how: 'magic', seat: 0, plies: 1 } }],
		['moves that are none', { ...study, moves: ['S@a1'] }],
		['a move before its turn', { ...study, moves: [{ after: 1, move: 'S@a1' }] }],
		['a move after a half', { ...study, moves: [{ after: 0.5, move: 'S@a1' }] }],
		[
			'a move twice',
			{
				...study,
				moves: [
					{ after: 0, move: 'S@a1' },
					{ after: 0, move: 'S@a1' },
				],
			},
		],
		[
			'a line too long',
			{ ...study, moves: Array.from({ length: limits.plies + 1 }, (_, after) => ({ after, move: 'x' })) },
		],
		[
			'too many moves',
			{ ...study, moves: Array.from({ length: limits.moves + 1 }, (_, i) => ({ after: 0, move: `${i}` })) },
		],
		['a comment too long', { ...study, comment: 'x'.repeat(limits.comment + 1) }],
		['a shape of no colour', { ...study, shapes: [{ brush: 'pink', from: 'a1', to: 'a1' }] }],
		['a shape of no cell', { ...study, shapes: [{ brush: 'red', from: 'a1"><script>', to: 'a1' }] }],
	];

	it.each(variants)('%s is refused', async (_, value) => {
		expect(asStudy(value)).toBeNull();
		expect(await faultOf(() => readStudy(JSON.stringify(value) ?? ''))).toBe('unreadable');
	});

	it('is left out of what goes on', () => {
		const checked = asStudy({ ...study, extra: 1, moves: [{ after: 0, move: 'S@a1', evil: '<b>' }] });
		expect(JSON.stringify(checked)).not.toMatch(/extra|evil/);
	});

	it('gets a reason, whatever it is', async () => {
		const random = randoms(7);
		const pick = (n: number) => Math.floor(random.next().value * n);
		const links = [
			await encodeStudy(study),
			`p${btoa('{"plateau":"study"}')}`,
			'z',
			'p',
			'',
			'x',
			'zé',
			'z====',
			'p%%%',
		];
		const letters = 'abzAZ09-_=é%{}[]"\u0000';
		for (let i = 0; i < 400; i++) {
			let text = links[pick(links.length)] ?? '';
			for (let change = pick(6); change >= 0; change--) {
				const at = pick(text.length + 1);
				text = text.slice(0, at) + letters[pick(letters.length)] + text.slice(at + pick(3));
			}
			if (random.next().value < 0.3) text = text.slice(0, pick(text.length));
			await faultOf(() => decodeStudy(text));
		}
	});

	it('gets a reason, however its parts are changed', () => {
		const random = randoms(11);
		const pick = (n: number) => Math.floor(random.next().value * n);
		const values: unknown[] = [null, -1, 1e99, 'x', '', [], {}, true, [[]], { after: 0 }, 'a1', 0];
		for (let i = 0; i < 2000; i++) {
			const copy = structuredClone(study) as unknown as Record<string, unknown>;
			let at: Record<string, unknown> = copy;
			for (let depth = pick(4); depth > 0; depth--) {
				const inner = Object.values(at).filter((one) => typeof one === 'object' && one !== null);
				const next = inner[pick(inner.length)];
				if (next) at = next as Record<string, unknown>;
			}
			const keys = Object.keys(at);
			at[keys[pick(keys.length)] ?? 'x'] = values[pick(values.length)];
			const found = asStudy(copy);
			if (found) expect(asStudy(JSON.parse(JSON.stringify(found)))).toEqual(found);
		}
	});
});
